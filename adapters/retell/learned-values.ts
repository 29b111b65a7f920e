// Learns which ids, keys, cursors and amounts a server returns in place of the recorded ones, by the places where they first appear, and
// replaces them in later requests.

import { idsIn, replaceIds, withoutIds } from '../recording/diff/id-pairs.ts';
import { isRecord } from '../recording/format/json-values.ts';
import { tokenSource } from '../recording/redaction/tokenizer.ts';

const tokens = new RegExp(tokenSource, 'g');
/** Amounts, and what a server has drawn: words such as a state are what they are. */
const amount = /^\d+\.\d+$|^\d{4,}$/;
const drawn = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{16,}$/;
const date = /^\d{4}-\d\d-\d\d/;

export class LearnedValues {
  /** Ids and tokens, which may stand within texts. */
  readonly #ids = new Map<string, string>();
  /** Whole texts. */
  readonly #wholes = new Map<string, string>();
  /** The whole texts that the client has sent before it received them. */
  readonly #sent = new Set<string>();

  /** Learns from what was recorded and what came in its place. The first place of a value counts. */
  learn(recorded: unknown, live: unknown): void {
    if (typeof recorded === 'string' && typeof live === 'string') return this.#pair(recorded, live);
    if (typeof recorded !== 'object' || typeof live !== 'object' || !recorded || !live) return;
    for (const [name, one] of Object.entries(recorded)) {
      if (Object.hasOwn(live, name)) this.learn(one, (live as Record<string, unknown>)[name]);
    }
  }

  /** Sets what stands for a recorded value from now on. */
  set(recorded: string, live: string): void {
    this.#ids.set(recorded, live);
  }

  get(recorded: string): string | undefined {
    return this.#ids.get(recorded);
  }

  /** A recorded value with the present ones in it. */
  applied(recorded: unknown): unknown {
    if (typeof recorded === 'string') return this.text(recorded);
    if (Array.isArray(recorded)) return recorded.map((one) => this.applied(one));
    if (!isRecord(recorded)) return recorded;
    return Object.fromEntries(
      Object.entries(recorded).map(([name, one]) => [name, this.applied(one)]),
    );
  }

  /** As `applied`, for a text that the client sends. */
  text(recorded: string): string {
    const whole = this.#wholes.get(recorded);
    if (whole !== undefined) return whole;
    if (amount.test(recorded)) this.#sent.add(recorded);
    return replaceIds(recorded, (id) => this.#ids.get(id) ?? this.#ids.get(id.toLowerCase()) ?? id);
  }

  #pair(recorded: string, live: string): void {
    const [token, ...others] = recorded.matchAll(tokens);
    if (token !== undefined && others.length === 0) return this.#learnSecret(recorded, token, live);
    if (recorded === live) return void (amount.test(recorded) && this.#sent.add(recorded));
    const [ids, lives] = [idsIn(recorded), idsIn(live)];
    if (ids.length > 0) {
      if (ids.length !== lives.length || withoutIds(recorded) !== withoutIds(live)) return;
      for (const [index, id] of ids.entries()) {
        if (!this.#ids.has(id)) this.#ids.set(id, lives[index] as string);
      }
      return;
    }
    const isLearned = amount.test(recorded) ? amount.test(live) : drawn.test(recorded);
    if (!isLearned || date.test(recorded)) return;
    if (!this.#wholes.has(recorded) && !this.#sent.has(recorded)) this.#wholes.set(recorded, live);
  }

  /** From a text with one token of a secret. */
  #learnSecret(recorded: string, { 0: token, index }: RegExpExecArray, live: string): void {
    const before = recorded.slice(0, index);
    const after = recorded.slice(index + token.length);
    const isThere = live.startsWith(before) && live.endsWith(after);
    const secret = live.slice(before.length, live.length - after.length);
    if (isThere && secret !== '' && !this.#ids.has(token)) this.#ids.set(token, secret);
  }
}
