// Writes the recording of a proxy without some of its parts: the other lines as they were, with new numbers and hashes.

import type { ProxyEntry, UnsealedProxyEntry } from '../recording/format/proxy-entries.ts';
import type { ProxyLines, Recording } from '../recording/format/reader.ts';
import { continueProxyRecording } from '../upstream/record/open-recording.ts';
import { Suspects } from '../upstream/record/suspects.ts';
import { proxyOwners } from './proxy-units.ts';

/** `removed`: the places of units. Throws the error of the file system. */
export function writeWithout(
  file: string,
  { header, entries }: Recording<ProxyLines>,
  removed: ReadonlySet<number>,
): void {
  const { owners } = proxyOwners(entries);
  const rest = entries.filter((_entry, index) => !removed.has(owners[index] ?? 0));
  const numbers = new Numbers(entries, rest);
  let failed: { readonly error: unknown } | undefined;
  const kept = rest.map((entry) => numbers.renumbered(entry));
  const writer = continueProxyRecording(
    file,
    { header, entries: kept },
    { suspects: new Suspects(), onFailed: (error) => (failed ??= { error }) },
  );
  writer.end({});
  if (failed !== undefined) throw failed.error;
}

/** The new numbers of entries and connections. */
class Numbers {
  readonly #entries = new Map<number, number>();
  readonly #connections = new Map<number, number>();
  /** The numbers of all entries that begin an exchange, in their order. */
  readonly #order: number[] = [];

  constructor(all: readonly ProxyEntry[], rest: readonly ProxyEntry[]) {
    for (const entry of all) {
      if (!startKinds.has(entry.kind)) continue;
      const after = 'after' in entry ? entry.after : undefined;
      const place = after === undefined ? this.#order.length : this.#order.lastIndexOf(after) + 1;
      this.#order.splice(place, 0, entry.n);
    }
    for (const [index, entry] of rest.entries()) {
      this.#entries.set(entry.n, index + 1);
      if (entry.kind === 'ws.open') this.#connections.set(entry.conn, this.#connections.size + 1);
    }
  }

  renumbered(entry: ProxyEntry): ProxyEntry {
    return {
      ...entry,
      n: this.#of(entry.n),
      ...('to' in entry ? { to: this.#of(entry.to) } : {}),
      ...('conn' in entry ? { conn: this.#connections.get(entry.conn) ?? entry.conn } : {}),
      ...('after' in entry && entry.after !== undefined
        ? { after: this.#placeAfter(entry.after) }
        : {}),
    };
  }

  #of(n: number): number {
    return this.#entries.get(n) ?? n;
  }

  /** The entry after which a later one was added; where it is gone, the one before it. */
  #placeAfter(after: number): number {
    const before = this.#order.slice(0, this.#order.lastIndexOf(after) + 1);
    const last = before.findLast((n) => this.#entries.has(n));
    return last === undefined ? 0 : this.#of(last);
  }
}

const startKinds: ReadonlySet<UnsealedProxyEntry['kind']> = new Set([
  'http.request',
  'ws.open',
  'webhook.request',
]);
