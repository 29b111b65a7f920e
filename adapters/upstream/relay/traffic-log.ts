// Writes what passes a proxy into a recording, in one order, and counts it.

import type { LineWriter } from '../../recording/format/file-writer.ts';
import type { CursorPlace } from './destination.ts';
import type { ProxyEntry, UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';

/** An entry before its instant is known. */
export type TrafficEntry<E extends ProxyEntry = ProxyEntry> = E extends ProxyEntry
  ? Omit<E, 'n' | 'h' | 'at'>
  : never;

export type ProxyWriter = LineWriter<UnsealedProxyEntry, object>;

/** So far. */
export interface TrafficCounts {
  readonly requests: number;
  readonly frames: number;
  /** Of contents and frames, in both directions. */
  readonly bytes: number;
}

/** Counts entries and keeps none. */
export function discardingWriter(): ProxyWriter {
  let count = 0;
  return {
    entryCount: () => count,
    writtenCount: () => count,
    append: () => (count += 1),
    flush: () => undefined,
    end: () => '',
    abort: () => undefined,
  };
}

export class TrafficLog {
  readonly #writer: ProxyWriter;
  readonly #now: () => number;
  #lastMs = 0;
  #connections = 0;
  #requests = 0;
  #frames = 0;
  #bytes = 0;

  /** `before`: the entries of the recording that is continued. */
  constructor(writer: ProxyWriter, now: () => number, before: readonly ProxyEntry[] = []) {
    this.#writer = writer;
    this.#now = now;
    this.#lastMs = before.at(-1)?.at ?? 0;
    for (const entry of before) {
      if (entry.kind === 'ws.open') this.#connections = Math.max(this.#connections, entry.conn);
    }
  }

  get counts(): TrafficCounts {
    return { requests: this.#requests, frames: this.#frames, bytes: this.#bytes };
  }

  /**
   * Appends an entry and returns its number. Instants never go back, as the clock of the host may.
   * `place`: in a recording that is continued, where the entry comes; it moves to the entry.
   */
  append(entry: TrafficEntry, place?: CursorPlace): number {
    this.#lastMs = Math.max(this.#lastMs, this.#now());
    if (entry.kind === 'http.request' || entry.kind === 'webhook.request') this.#requests += 1;
    if (entry.kind === 'ws.in' || entry.kind === 'ws.out') this.#frames += 1;
    const after = place === undefined ? {} : { after: place.entry };
    const number = this.#writer.append({ at: this.#lastMs, ...entry, ...after });
    if (place !== undefined) place.entry = number;
    return number;
  }

  /** The number of the next connection. */
  nextConnection(): number {
    this.#connections += 1;
    return this.#connections;
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
  }
}
