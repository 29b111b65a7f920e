// Learns which ids a replay gives out in place of the recorded ones: later requests then name what the client would name.

import { jsonIn, type Json } from '../../../core/index.ts';

const id =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b0x(?:[0-9a-f]{64}|[0-9a-f]{40})\b/gi;
const wholeId = new RegExp(`^(?:${id.source})$`, 'i');

export class LearnedIds {
  readonly #ids = new Map<string, string>();
  /** The ids of the replay that stand for one already. */
  readonly #taken = new Set<string>();

  /** Learns from two answers to one request. Ids at the same place correspond; the first place of an id counts. */
  learn(recorded: string | undefined, actual: string | undefined): void {
    const [left, right] = [jsonOf(recorded), jsonOf(actual)];
    if (left !== undefined && right !== undefined) this.#pair(left, right);
  }

  /** Learns from an answer that is equal: its ids stand for themselves, whatever is at their places in later answers. */
  keep(text = ''): void {
    for (const [one] of text.matchAll(id)) this.#add(one, one);
  }

  /** A recorded text with the present ids. */
  apply(text: string): string {
    return this.#ids.size === 0 ? text : text.replace(id, (one) => this.#ids.get(one) ?? one);
  }

  #pair(left: Json, right: Json): void {
    if (typeof left === 'string' && typeof right === 'string') {
      if (wholeId.test(left) && wholeId.test(right)) this.#add(left, right);
      return;
    }
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
      return;
    }
    for (const [name, one] of Object.entries(left)) {
      const other = (right as Readonly<Record<string, Json>>)[name];
      if (one !== undefined && other !== undefined) this.#pair(one, other);
    }
  }

  #add(left: string, right: string): void {
    if (this.#ids.has(left) || this.#taken.has(right)) return;
    this.#ids.set(left, right);
    this.#taken.add(right);
  }
}

function jsonOf(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : (jsonIn(text) as Json | undefined);
}
