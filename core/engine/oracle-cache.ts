// Questions to oracles: each is asked once, early, and its answer kept for whoever comes to need it. Nobody waits here; who
// waits, and for what, is the world's affair.

import { canonical, type Json } from '../kernel/canonical.ts';
import type { Question } from '../kernel/due-queue.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Oracles } from '../ports/oracle.ts';

/** An answer that is there. */
export interface Answer {
  readonly answer: Json;
}

export interface OracleCache {
  /** Lets a question be answered, unless it is being answered or was not long ago. */
  readonly request: (question: Question) => void;
  /** The answer, if it is there. */
  readonly answerTo: (question: Question) => Answer | undefined;
  /** Resolves once the answer is there. Rejects with InvariantError if the oracle has none. */
  readonly whenAnswered: (question: Question) => Promise<void>;
  /** Lays an answer down that is known from elsewhere, such as a recording. */
  readonly seed: (question: Question, answer: Json) => void;
}

/** How many answers are kept for others who may ask the same. */
const answersKept = 1_000;

type Entry = Answer | { readonly pending: Promise<void> };

export function createOracleCache(oracles: Oracles): OracleCache {
  /** By question, those that were asked for last at the end. */
  const entries = new Map<string, Entry>();

  function keep(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= answersKept) return;
    for (const [oldest, kept] of entries) {
      if (!('answer' in kept)) continue; // somebody waits for it
      entries.delete(oldest);
      return;
    }
  }

  function ask({ oracle, about }: Question): Entry {
    const key = canonical([oracle, about]);
    const known = entries.get(key);
    if (known !== undefined) return known;
    const pending = answerOf(oracle, about).then(
      (answer) => keep(key, { answer }),
      (error: unknown) => {
        entries.delete(key);
        throw new InvariantError(`The oracle '${oracle}' has no answer: ${String(error)}.`, {
          cause: error,
        });
      },
    );
    pending.catch(() => undefined); // who waits for it is told
    const entry = { pending };
    keep(key, entry);
    return entry;
  }

  async function answerOf(name: string, about: Json): Promise<Json> {
    const oracle = Object.hasOwn(oracles, name) ? oracles[name] : undefined;
    if (oracle === undefined) throw new Error('there is none of this name');
    return oracle(about);
  }

  return {
    request: (question) => void ask(question),
    answerTo(question) {
      const entry = entries.get(canonical([question.oracle, question.about]));
      return entry !== undefined && 'answer' in entry ? entry : undefined;
    },
    async whenAnswered(question) {
      const entry = ask(question);
      if ('pending' in entry) await entry.pending;
    },
    seed: ({ oracle, about }, answer) => keep(canonical([oracle, about]), { answer }),
  };
}
