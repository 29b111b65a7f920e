// A worker that upper-cases texts, rejects empty ones, and exits, hangs or stays busy if a question says so.

import { pbkdf2Sync } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { answerQuestions } from '../../../adapters/hosts/worker/answer-questions.ts';

export interface UpperCaseQuestion {
  readonly text: string;
  /** Exits until this file has `count` bytes; each exit appends one. */
  readonly deaths?: { readonly file: string; readonly count: number };
  readonly hangs?: boolean;
  /** Set to 1 once the answer is sent; then the worker is busy for a moment, and cannot end meanwhile. */
  readonly sent?: Int32Array;
}

/** Takes some tenths of a second outside JavaScript, which ends with a worker at once. */
const rounds = 300_000;

answerQuestions(({ text, deaths, hangs, sent }: UpperCaseQuestion) => {
  if (deaths !== undefined) {
    const died = existsSync(deaths.file) ? readFileSync(deaths.file).length : 0;
    if (died < deaths.count) {
      appendFileSync(deaths.file, '.');
      process.exit(1); // of this thread
    }
  }
  while (hangs === true);
  if (text === '') throw new Error('There is nothing to shout.');
  if (sent !== undefined) {
    setImmediate(() => {
      Atomics.store(sent, 0, 1);
      Atomics.notify(sent, 0);
      pbkdf2Sync('busy', 'salt', rounds, 64, 'sha512');
    });
  }
  return text.toUpperCase();
});
