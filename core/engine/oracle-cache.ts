// Answers of oracles: each is requested once, as early as possible, and cached.

import { canonical, type Json } from '../kernel/canonical.ts';
import type { Question } from '../kernel/due.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Oracles } from '../ports/oracle.ts';

export interface OracleAnswer {
  readonly answer: Json;
}

export interface OracleCache {
  /** Requests an answer unless it is pending or cached. */
  readonly request: (question: Question) => void;
  /** The cached answer. */
  readonly answerTo: (question: Question) => OracleAnswer | undefined;
  /** Resolves once the answer is cached. Rejects with InvariantError if the oracle has none. */
  readonly whenAnswered: (question: Question) => Promise<void>;
  /** Caches an answer that is known from elsewhere, such as a recording. */
  readonly seed: (question: Question, answer: Json) => void;
}

const answersMax = 1_000;

type Entry = OracleAnswer | { readonly pending: Promise<void> };

export function createOracleCache(oracles: Oracles): OracleCache {
  /** By question, the last used at the end. */
  const entries = new Map<string, Entry>();

  function cache(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= answersMax) return;
    for (const [oldest, cached] of entries) {
      if (!('answer' in cached)) continue; // it is awaited
      entries.delete(oldest);
      return;
    }
  }

  function requestEntry({ oracle, about }: Question): Entry {
    const key = canonical([oracle, about]);
    const known = entries.get(key);
    if (known !== undefined) return known;
    const pending = answerOf(oracle, about).then(
      (answer) => cache(key, { answer }),
      (error: unknown) => {
        entries.delete(key);
        throw new InvariantError(`The oracle '${oracle}' has no answer: ${String(error)}.`, {
          cause: error,
        });
      },
    );
    pending.catch(() => undefined); // `whenAnswered` reports it
    const entry = { pending };
    cache(key, entry);
    return entry;
  }

  async function answerOf(name: string, about: Json): Promise<Json> {
    const oracle = Object.hasOwn(oracles, name) ? oracles[name] : undefined;
    if (oracle === undefined) throw new Error('no oracle has this name');
    return oracle(about);
  }

  return {
    request: (question) => void requestEntry(question),
    answerTo(question) {
      const entry = entries.get(canonical([question.oracle, question.about]));
      return entry !== undefined && 'answer' in entry ? entry : undefined;
    },
    async whenAnswered(question) {
      const entry = requestEntry(question);
      if ('pending' in entry) await entry.pending;
    },
    seed: ({ oracle, about }, answer) => cache(canonical([oracle, about]), { answer }),
  };
}
