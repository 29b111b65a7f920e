// The story of a recording without details that vary from run to run (ports, idempotency keys, ciphertexts, salts and tokens,
// the time of day): its exchanges in order, and the final digest.

import { isRequest } from '../../adapters/recording/format/entries.ts';
import type { Recording } from '../../adapters/recording/format/reader.ts';

export interface Story {
  readonly title: string;
  /** For example `GET /v1/w3s/wallets/{id} -> 200`. */
  readonly exchanges: readonly string[];
  /** The final digest, if the recording is whole. */
  readonly digest: string | undefined;
}

/** The replacement of a secret, under the salt of the recording. */
const token = /~[0-9a-f]{15,64}~*/g;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function storyOf({ header, entries, ending }: Recording): Story {
  const statuses = new Map<number, number>();
  for (const entry of entries) {
    if (entry.kind === 'http.answer') statuses.set(entry.to, entry.status);
  }
  return {
    title: `a world with seed '${header.seed}', clock ${header.clock.mode}`,
    exchanges: entries.filter(isRequest).map(({ n, method, url }) => {
      const place = url.replace(token, '{secret}').replace(uuid, '{id}');
      return `${method} ${place} -> ${statuses.get(n) ?? 'no answer'}`;
    }),
    digest: ending.kind === 'whole' ? ending.end.digest : undefined,
  };
}

/** The first difference between two stories in one sentence; undefined if they are equal. */
export function storyDifference(old: Story, now: Story): string | undefined {
  if (old.title !== now.title) return `It was ${old.title}; it is ${now.title}.`;
  const length = Math.max(old.exchanges.length, now.exchanges.length);
  for (let index = 0; index < length; index += 1) {
    const [was, is] = [old.exchanges[index], now.exchanges[index]];
    if (was === is) continue;
    const place = `Exchange ${index + 1}`;
    if (was === undefined) return `${place} is new: ${is}.`;
    return is === undefined
      ? `${place} is gone: ${was}.`
      : `${place} was ${was}; it is ${is}.`;
  }
  if (old.digest === now.digest) return undefined;
  return `The exchanges are the same; the digest was ${old.digest}, it is ${now.digest}.`;
}
