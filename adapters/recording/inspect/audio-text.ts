// Binary frames as text: audio by its duration where the connection says what it is, anything else by its size.

import { services } from '../../services/index.ts';
import type { Entry } from '../format/entries.ts';
import type { ProxyEntry } from '../format/proxy-entries.ts';

/** Remembers the connections of a recording, whose entries it is given in order. */
export class AudioTexts {
  readonly #conns = new Map<number, { readonly service: string; readonly url: string }>();
  /** The first text of each client. */
  readonly #firstTexts = new Map<number, string>();

  open(entry: Entry | ProxyEntry): void {
    if (entry.kind === 'ws.open') this.#conns.set(entry.conn, entry);
    if (entry.kind !== 'ws.in' || entry.text === undefined) return;
    if (!this.#firstTexts.has(entry.conn)) this.#firstTexts.set(entry.conn, entry.text);
  }

  /** Such as `0.20 s of mulaw at 8000 Hz, 1600 bytes`; undefined on connections without audio. */
  audio(conn: number, bytes: number, by?: 'client' | 'server'): string | undefined {
    const opened = this.#conns.get(conn);
    const service = services.find(({ name }) => name === opened?.service);
    const firstText = this.#firstTexts.get(conn);
    const known = by === undefined || firstText === undefined ? undefined : { by, firstText };
    const form = service?.audioAt?.(opened?.url ?? '', known);
    if (form === undefined) return undefined;
    const { encoding, sampleRate, sampleBytes } = form;
    const seconds = (bytes / sampleBytes / sampleRate).toFixed(2);
    return `${seconds} s of ${encoding} at ${sampleRate} Hz, ${bytes} bytes`;
  }

  of(conn: number, bytes: number, by?: 'client' | 'server'): string {
    return this.audio(conn, bytes, by) ?? `${bytes} bytes`;
  }
}

/** The number of bytes in a frame's base64. */
export function bytesIn(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}
