// A worker that upper-cases texts, rejects empty ones, and exits or hangs if a question says so.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { answerQuestions } from '../../../adapters/hosts/worker/answer-questions.ts';

export interface UpperCaseQuestion {
  readonly text: string;
  /** Exits until this file has `count` bytes; each exit appends one. */
  readonly deaths?: { readonly file: string; readonly count: number };
  readonly hangs?: boolean;
}

answerQuestions(({ text, deaths, hangs }: UpperCaseQuestion) => {
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
