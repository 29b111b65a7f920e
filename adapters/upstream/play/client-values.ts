// The values that a client makes anew in each run: idempotency keys and secrets. A recorded key and a live one become a pair where they
// are first at the same place; from then on they stand for each other, and answers repeat the live one. All else counts by its value.

import type { FieldDifference } from '../../recording/differences/difference.ts';
import { differingFields } from '../../recording/differences/fields.ts';
import { withIds } from '../../recording/diff/id-pairs.ts';
import { createSecretIndex, type SecretIndex } from '../../recording/redaction/secret-index.ts';
import { markSource, tokenCharsMin, tokenSource } from '../../recording/redaction/tokenizer.ts';
import { isKeyName } from '../../recording/diff/volatile.ts';

type Pair = readonly [recorded: string, live: string];

export interface Comparison {
  /** Recorded and live values, by their paths. */
  readonly differences: readonly FieldDifference[];
  /** New pairs of recorded and live keys, to be learned if this recorded request is chosen. */
  readonly pairs: readonly Pair[];
}

export class ClientValues {
  readonly #liveOf = new Map<string, string>();
  readonly #recordedOf = new Map<string, string>();
  /** Of the pairs so far, once a text was searched. */
  #index: KeyIndex | undefined;

  /** Compares a recorded value with a live one. */
  compare(recorded: unknown, live: unknown): Comparison {
    const pairs: Pair[] = [];
    const differences = differingFields(recorded, live, (one, other, path) => {
      const name = path.at(-1);
      const isKey = typeof name === 'string' && isKeyName(name) && one !== '' && other !== '';
      return isKey ? this.#isPair([one, other], pairs) : this.#areAlike(one, other);
    });
    return { differences, pairs };
  }

  /** Keeps the pairs of a live request that was found. */
  learn(pairs: readonly Pair[]): void {
    for (const [recorded, live] of pairs) {
      if (recorded !== live && this.#liveOf.get(recorded) !== live) this.#index = undefined;
      this.#liveOf.set(recorded, live);
      this.#recordedOf.set(live, recorded);
    }
  }

  /** A recorded text of the service with the values of the live client: searched once for all of them. */
  asLive(text: string): string {
    if (this.#liveOf.size === 0) return text;
    const { short, find } = (this.#index ??= indexOf(this.#liveOf));
    const parts: string[] = [];
    let end = 0;
    for (let match = find(text, 0); match !== undefined; match = find(text, end)) {
      parts.push(text.slice(end, match.at), match.secret.replacement);
      end = match.at + match.length;
    }
    const live = end === 0 ? text : parts.join('') + text.slice(end);
    return short.reduce((all, [recorded, value]) => all.replaceAll(recorded, value), live);
  }

  /** Texts that differ in secrets, and in keys that are a pair, alone. */
  #areAlike(one: string, other: string): boolean {
    if (one === other) return true;
    const [recorded, live] = [withoutSecrets(one), withoutSecrets(other)];
    if (recorded === live || this.#liveOf.size === 0) return recorded === live;
    const asLive = (id: string) => this.#liveOf.get(id) ?? id;
    return withIds(recorded, asLive) === withIds(live, (id) => id);
  }

  #isPair([recorded, live]: Pair, pairs: Pair[]): boolean {
    const known = this.#liveOf.get(recorded) ?? pairs.find(([one]) => one === recorded)?.[1];
    const owner = this.#recordedOf.get(live) ?? pairs.find(([, one]) => one === live)?.[0];
    if (known !== undefined || owner !== undefined) return known === live && owner === recorded;
    pairs.push([recorded, live]);
    return true;
  }
}

/** Those in a row: a long secret that is recorded in parts is one for each, and which of the tildes begins the next cannot be told. */
const secrets = new RegExp(`(?:~(?:[0-9a-f]{64}~*)+|${tokenSource}|${markSource})+`, 'g');

/** With one character for secrets in a row: those of a text become tokens up to a number, and then marks. */
function withoutSecrets(text: string): string {
  return text.replaceAll(secrets, '~');
}

/** Recorded keys that have another live one. */
interface KeyIndex {
  /** Those that are shorter than the index takes. */
  readonly short: readonly Pair[];
  readonly find: SecretIndex;
}

function indexOf(liveOf: ReadonlyMap<string, string>): KeyIndex {
  const pairs = [...liveOf].filter(([recorded, live]) => recorded !== live);
  const isShort = ([recorded]: Pair) => recorded.length < tokenCharsMin;
  const long = pairs.filter((pair) => !isShort(pair));
  const find = createSecretIndex(
    long.map(([value, replacement]) => ({ value, replacement, head: value })),
  );
  return { short: pairs.filter(isShort), find };
}

/** Whether a value has an idempotency key: a request that repeats it is sent once more, not another one. */
export function hasIdempotencyKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) => isKeyName(name) || hasIdempotencyKey(member),
  );
}
