// Orders the entries of a recording of real services as a time line: each request with its answer, and frames of audio in runs.

import type { Failure, ProxyEntry, ProxyEntryOf } from '../format/proxy-entries.ts';
import { bytesIn } from './audio-text.ts';
import { waitingMax } from './timeline.ts';

type Beginning = ProxyEntryOf<'http.request' | 'webhook.request' | 'ws.open'>;
export type ProxyFrame = ProxyEntryOf<'ws.in' | 'ws.out'>;
type FollowUp = ProxyEntryOf<'http.answer' | 'http.part' | 'http.failure'>;

/** One item of the time line. */
export type ProxyItem =
  | ProxyExchange
  | ProxyFrames
  | { readonly kind: 'entry'; readonly entry: FollowUp | ProxyEntryOf<'ws.close'> };

export interface ProxyExchange {
  readonly kind: 'exchange';
  readonly request: Beginning;
  readonly answer: ProxyEntryOf<'http.answer'> | undefined;
  readonly failure: Failure | undefined;
  /** Of an answer whose content follows in parts: their number and length. */
  readonly parts: number;
  readonly bytes: number;
}

/** A text, or binary frames or control frames of one connection in one direction. */
export interface ProxyFrames {
  readonly kind: 'frames';
  /** The first one. */
  readonly entry: ProxyFrame;
  readonly count: number;
  readonly bytes: number;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An item that may still grow. */
interface Waiting {
  readonly item: Mutable<ProxyExchange> | Mutable<ProxyFrames> | ProxyItem;
  isDone: boolean;
}

/** The items of entries, in order. */
export async function* proxyTimelineOf(
  batches: AsyncIterable<readonly ProxyEntry[]>,
): AsyncGenerator<readonly ProxyItem[]> {
  const timeline = new ProxyTimeline();
  for await (const batch of batches) {
    for (const entry of batch) timeline.add(entry);
    const ready = timeline.take();
    if (ready.length > 0) yield ready;
  }
  const rest = timeline.rest();
  if (rest.length > 0) yield rest;
}

interface WaitingExchange extends Waiting {
  readonly item: Mutable<ProxyExchange>;
  /** Whether the content of the request is complete. */
  isSent: boolean;
}

interface WaitingFrames extends Waiting {
  readonly item: Mutable<ProxyFrames>;
}

class ProxyTimeline {
  #waiting: Waiting[] = [];
  /** By the number of a request or answer that is not complete. */
  readonly #messages = new Map<number, WaitingExchange>();
  /** Frames with only others of runs after them. */
  readonly #runs = new Map<string, WaitingFrames>();

  add(entry: ProxyEntry): void {
    switch (entry.kind) {
      case 'http.request':
      case 'webhook.request':
      case 'ws.open':
        return this.#begin(entry);
      case 'http.answer':
      case 'http.part':
      case 'http.failure':
        return this.#follow(entry);
      case 'ws.in':
      case 'ws.out':
        return this.#addFrame(entry);
      case 'ws.close':
        return this.#push({ item: { kind: 'entry', entry }, isDone: true });
    }
  }

  /** The items before the first one that may still grow. */
  take(): readonly ProxyItem[] {
    let count = this.#waiting.findIndex(({ isDone }) => !isDone);
    if (count === -1) count = this.#waiting.length;
    return this.#emit(Math.max(count, this.#waiting.length - waitingMax));
  }

  rest(): readonly ProxyItem[] {
    return this.#emit(this.#waiting.length);
  }

  #emit(count: number): readonly ProxyItem[] {
    const emitted = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    for (const { item, isDone } of emitted) {
      if (isDone || item.kind !== 'exchange') continue;
      this.#messages.delete(item.request.n);
      if (item.answer !== undefined) this.#messages.delete(item.answer.n);
    }
    return emitted.map(({ item }) => item);
  }

  /** Adds an item that is not part of a run. */
  #push(waiting: Waiting): void {
    for (const run of this.#runs.values()) run.isDone = true;
    this.#runs.clear();
    this.#waiting.push(waiting);
  }

  #begin(request: Beginning): void {
    const exchange: WaitingExchange = {
      item: {
        kind: 'exchange',
        request,
        answer: undefined,
        failure: undefined,
        parts: 0,
        bytes: 0,
      },
      isDone: false,
      isSent: !('parts' in request),
    };
    this.#messages.set(request.n, exchange);
    this.#push(exchange);
  }

  #follow(entry: FollowUp): void {
    const exchange = this.#messages.get(entry.to);
    if (exchange === undefined) return this.#push({ item: { kind: 'entry', entry }, isDone: true });
    if (entry.kind === 'http.answer') this.#answer(exchange, entry);
    else if (entry.kind === 'http.failure') {
      exchange.item.failure = entry.failure;
      exchange.isDone = true;
      this.#messages.delete(entry.to);
    } else if (entry.to === exchange.item.request.n) {
      if (entry.last !== true) return;
      exchange.isSent = true;
      if (exchange.item.answer !== undefined) this.#messages.delete(entry.to);
    } else this.#addPart(exchange, entry);
  }

  #answer(exchange: WaitingExchange, answer: ProxyEntryOf<'http.answer'>): void {
    exchange.item.answer = answer;
    if (exchange.isSent) this.#messages.delete(answer.to);
    if (answer.parts === true) this.#messages.set(answer.n, exchange);
    else exchange.isDone = true;
  }

  #addPart(exchange: WaitingExchange, part: ProxyEntryOf<'http.part'>): void {
    exchange.item.parts += 1;
    exchange.item.bytes += lengthOf(part);
    if (part.last !== true) return;
    this.#messages.delete(part.to);
    exchange.isDone = true;
  }

  #addFrame(entry: ProxyFrame): void {
    const bytes = lengthOf(entry);
    const frames: WaitingFrames = {
      item: { kind: 'frames', entry, count: 1, bytes },
      isDone: true,
    };
    if (entry.text !== undefined && entry.control === undefined) return this.#push(frames);
    const key = `${entry.kind} ${entry.conn} ${entry.control ?? ''}`;
    const run = this.#runs.get(key);
    if (run === undefined) {
      frames.isDone = false;
      this.#runs.set(key, frames);
      this.#waiting.push(frames);
      return;
    }
    run.item.count += 1;
    run.item.bytes += bytes;
  }
}

/** In bytes. */
export function lengthOf({ text, base64 }: { readonly text?: string; readonly base64?: string }) {
  return text === undefined ? bytesIn(base64 ?? '') : Buffer.byteLength(text);
}
