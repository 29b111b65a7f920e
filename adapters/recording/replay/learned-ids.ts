// Learns which ids a replay returns in place of the recorded ones, and writes them into later requests.

import { jsonIn, type Json } from '../../../core/index.ts';
import { IdMarker, markedId, numberMark, withoutMarks } from '../diff/numeric-ids.ts';

const texts =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b0x(?:[0-9a-f]{64}|[0-9a-f]{40})\b/;
const id = new RegExp(`${texts.source}|${markedId.source}`, 'gi');
const wholeId = new RegExp(`^${numberMark}?(${id.source})$`, 'i');

/** Where ids that are plain numbers are: see IdMarker. */
export interface IdPlace {
  readonly service: string;
  readonly url: string;
}

/** A recorded id, and the id that the replay returns in place of it. */
export interface LearnedPair {
  readonly recorded: string;
  readonly present: string;
}

export class LearnedIds {
  readonly #learned: LearnedPair[] = [];
  readonly #ids = new Map<string, string>();
  /** The ids of the replay that stand for one already. */
  readonly #taken = new Set<string>();
  /** The ids in answers of the replay that differ from the recorded ones. */
  readonly #given = new Set<string>();
  #hasOtherNumbers = false;

  /** Learns from two answers to one request. Ids at the same place correspond; the first place of an id counts. */
  learn(recorded: string | undefined, actual: string | undefined, place?: IdPlace): void {
    const marker = markerOf(place);
    const [left, right] = [jsonOf(recorded), jsonOf(actual)].map((value) =>
      value === undefined ? undefined : marker.received(value),
    );
    if (right !== undefined) this.#addGiven(right);
    if (left !== undefined && right !== undefined) this.#pair(left, right);
  }

  #addGiven(answer: Json): void {
    for (const [one] of JSON.stringify(answer).matchAll(id)) {
      this.#given.add(one);
      if (isMarked.test(one)) this.#hasOtherNumbers = true;
    }
  }

  /** Learns from an answer that is equal: its ids stand for themselves, whatever is at their places in later answers. */
  keep(text = '', place?: IdPlace): void {
    const value = place === undefined ? undefined : jsonOf(text);
    const marked = value === undefined ? text : JSON.stringify(markerOf(place).received(value));
    for (const [one] of marked.matchAll(id)) this.#add(one, one);
  }

  /** In the order in which they were learned. */
  get learned(): readonly LearnedPair[] {
    return this.#learned;
  }

  /** A path and query with the present ids, also those that are numbers. */
  inUrl(url: string, service: string): string {
    const marked = markerOf({ service, url }).sent(url);
    return withoutMarks(this.apply(marked));
  }

  /** A body with the present ids; one without such ids keeps its spelling. */
  inBody(text: string, place: IdPlace): string {
    const plain = this.apply(text);
    const value = this.#hasOtherNumbers ? jsonOf(plain) : undefined;
    if (value === undefined) return plain;
    const marked = JSON.stringify(markerOf(place).sent(value));
    const replaced = this.apply(marked);
    return replaced === marked ? plain : JSON.stringify(withoutMarks(JSON.parse(replaced)));
  }

  /** A recorded text with the present ids. */
  apply(text: string): string {
    if (this.#ids.size === 0 && this.#given.size === 0) return text;
    return text.replace(id, (one) => this.#ids.get(one) ?? this.#unlearnt(one));
  }

  /**
   * For an id that no answer has returned. If another entity has this id now, the client would not know it: the result is an id of nothing.
   * An id of nothing that was computed in this way becomes the id of its entity again once that is there.
   */
  #unlearnt(one: string): string {
    const opposite = oppositeOf(one);
    return this.#taken.has(one) || this.#given.has(opposite) ? opposite : one;
  }

  #pair(left: Json, right: Json): void {
    if (typeof left === 'string' && typeof right === 'string') {
      const [one, other] = [wholeId.exec(left)?.[1], wholeId.exec(right)?.[1]];
      if (one !== undefined && other !== undefined) this.#add(one, other);
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
    this.#learned.push({ recorded: left, present: right });
    if (left !== right && isMarked.test(left)) this.#hasOtherNumbers = true;
  }
}

const numberMax = 999_999_999;

/** An id of nothing, and back: its first digits, or its number, are counted from the other end. */
function oppositeOf(one: string): string {
  if (isMarked.test(one)) {
    return one.replace(/\d+/, (digits) => String(Math.max(0, numberMax - Number(digits))));
  }
  const start = one.startsWith('0x') ? 2 : 0;
  const first = (0xffffffff - Number.parseInt(one.slice(start, start + 8), 16)).toString(16);
  return `${one.slice(0, start)}${first.padStart(8, '0')}${one.slice(start + 8)}`;
}

const isMarked = new RegExp(markedId.source);

/** The operator names posts of the calendar as its clients do. */
function markerOf({ service, url }: IdPlace = { service: '', url: '' }): IdMarker {
  const owner = /^\/__reprise\/worlds\/[^/]+\/(\w+)/.exec(url)?.[1];
  return new IdMarker(owner ?? service, url.replace(/\?.*$/s, ''));
}

function jsonOf(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : (jsonIn(text) as Json | undefined);
}
