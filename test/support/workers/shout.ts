// A worker that shouts texts, refuses empty ones, and dies or hangs if a question says so.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { answerQuestions } from '../../../adapters/worker/answer-questions.ts';

export interface ShoutQuestion {
  readonly text: string;
  /** It dies until there are so many bytes in this file, one for each death. */
  readonly deaths?: { readonly file: string; readonly count: number };
  readonly hangs?: boolean;
}

answerQuestions(({ text, deaths, hangs }: ShoutQuestion) => {
  if (deaths !== undefined) {
    const died = existsSync(deaths.file) ? readFileSync(deaths.file).length : 0;
    if (died < deaths.count) {
      appendFileSync(deaths.file, '.');
      process.exit(1); // of this thread
    }
  }
  while (hangs === true);
  if (text === '') throw new Error('There is nothing to shout.');
  return text.toUpperCase();
});
