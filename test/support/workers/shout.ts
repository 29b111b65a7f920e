// A worker that shouts what it is told, refuses to shout nothing, and dies as often as it is told to.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { answerQuestions } from '../../../adapters/worker/answer-questions.ts';

interface Told {
  readonly text: string;
  /** It dies until there are so many bytes in this file, one for each death. */
  readonly deaths?: { readonly file: string; readonly count: number };
}

answerQuestions(async (question) => {
  const { text, deaths } = question as unknown as Told;
  if (deaths !== undefined) {
    const died = existsSync(deaths.file) ? readFileSync(deaths.file).length : 0;
    if (died < deaths.count) {
      appendFileSync(deaths.file, '.');
      process.exit(1); // of this thread
    }
  }
  if (text === '') throw new Error('There is nothing to shout.');
  return text.toUpperCase();
});
