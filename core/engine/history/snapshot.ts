// Snapshots of a world: written page by page while the world runs, only the pages changed since the last one. The log is the
// truth: an invalid snapshot is ignored.

import { canonical, type Json } from '../../kernel/canonical.ts';
import type { Collection } from '../../tables/index.ts';
import type { Hash } from '../../kernel/digest.ts';
import type { ClockSetting, Settings } from '../../kernel/input.ts';
import { invariant } from '../../kernel/invariant.ts';
import { parseRecords, printRecords } from '../../kernel/record-text.ts';
import type {
  Snapshot,
  SnapshotPage,
  SnapshotWriter,
  StoredSnapshot,
} from '../../ports/event-store.ts';
import { collectionsOf, emptyCopy, type WorldState } from '../world-state.ts';

/** The version of the format. Snapshots of another version are ignored. */
const snapshotForm = 6;

/** Characters of pages written or read in one turn of the event loop. */
const sliceCharsMax = 128 * 1024;
const pagesPerRead = 64;

/** The hashes of a world's stored pages, by collection. A page without one is not stored yet. */
export type PageHashes = ReadonlyMap<string, readonly string[]>;

interface Head {
  readonly form: number;
  readonly nowMs: number;
  readonly digest: string;
  readonly clock: ClockSetting;
  readonly settings: Settings;
  readonly dueSequence: number;
  /** The number of pages of each collection. */
  readonly pages: Readonly<Record<string, number>>;
}

/**
 * Writes the pages of a fork that have changed since a generation, and yields after each slice. The fork must not change
 * meanwhile. Returns the snapshot to finish with and the hashes of all pages.
 */
export async function writePages(
  world: WorldState,
  since: { readonly generation: number; readonly hashes: PageHashes },
  writer: SnapshotWriter,
  yieldToLoop: () => Promise<void>,
): Promise<{ snapshot: Snapshot; hashes: PageHashes; written: number }> {
  const hashes = new Map<string, readonly string[]>();
  let slice: SnapshotPage[] = [];
  let sliceChars = 0;
  let written = 0;
  const flush = async () => {
    written += slice.length;
    await writer.write(slice);
    slice = [];
    sliceChars = 0;
    await yieldToLoop();
  };
  for (const [collection, pages] of collectionsOf(world)) {
    const known = since.hashes.get(collection) ?? [];
    const own: string[] = [];
    for (let page = 0; page < pages.pageCount; page += 1) {
      const stored = known[page];
      const values = pages.pageSince(page, stored === undefined ? 0 : since.generation);
      if (values === undefined) {
        invariant(stored !== undefined, 'an unchanged page is stored');
        own.push(stored);
        continue;
      }
      const text = printRecords(values);
      own.push(hashOfPage(world.rules.hash, { collection, page, text }));
      slice.push({ collection, page, text });
      sliceChars += text.length;
      if (sliceChars >= sliceCharsMax) await flush();
    }
    hashes.set(collection, own);
  }
  await flush();
  const head = printHead(world);
  const { inputs, position } = world;
  const seal = sealOf(world.rules.hash, { inputs, position, head }, hashes);
  return { snapshot: { inputs, position, head, seal }, hashes, written };
}

/** Returns the world of a snapshot; undefined if it is invalid. `initial`: that world before its first input. */
export async function readSnapshot(
  stored: StoredSnapshot,
  initial: WorldState,
  yieldToLoop: () => Promise<void>,
): Promise<{ world: WorldState; hashes: PageHashes } | undefined> {
  const head = parseHead(stored.head);
  if (head === undefined) return undefined;
  const world = emptyCopy(initial);
  const { hash } = world.rules;
  const collections = collectionsOf(world);
  // An older version has sealed fewer collections: those that it lacks are empty.
  const sealed = [...collections.keys()].filter((name) => Object.hasOwn(head.pages, name));
  const hashes = new Map<string, string[]>(sealed.map((name) => [name, []]));
  let sliceChars = 0;
  for (let offset = 0; ; offset += pagesPerRead) {
    const pages = await stored.pages(offset, pagesPerRead);
    for (const read of pages) {
      sliceChars += read.text.length;
      if (sliceChars >= sliceCharsMax) {
        await yieldToLoop();
        sliceChars = read.text.length;
      }
      const { collection, page, text } = read;
      // A page that only an earlier snapshot had.
      if (page >= (head.pages[collection] ?? 0)) continue;
      hashes.get(collection)?.push(hashOfPage(hash, read));
      const restored = restorePage(collections.get(collection), page, head.pages[collection], text);
      if (!restored) return undefined;
    }
    if (pages.length < pagesPerRead) break;
    await yieldToLoop();
  }
  if (sealOf(hash, stored, hashes) !== stored.seal) return undefined;
  for (const name of collections.keys()) if (!hashes.has(name)) hashes.set(name, []);
  world.dues.restoreSequence(head.dueSequence);
  const { nowMs, digest, clock, settings } = head;
  const { inputs, position } = stored;
  return { world: { ...world, inputs, position, nowMs, digest, clock, settings }, hashes };
}

/** The instant of a snapshot; undefined if it is invalid. */
export function instantOf(stored: StoredSnapshot): number | undefined {
  return parseHead(stored.head)?.nowMs;
}

/** Whether an earlier version has written a snapshot, which this one ignores. */
export function isOfEarlierForm({ head }: StoredSnapshot): boolean {
  try {
    const { form } = JSON.parse(head) as Partial<Head>;
    return Number.isSafeInteger(form) && Number(form) > 0 && Number(form) < snapshotForm;
  } catch {
    return false;
  }
}

function restorePage(
  collection: Collection | undefined,
  page: number,
  pageCount: number | undefined,
  text: string,
): boolean {
  if (collection === undefined || pageCount === undefined) return false;
  try {
    collection.restorePage(page, pageCount, parseRecords(text));
    return true;
  } catch {
    return false; // the log is the truth
  }
}

function printHead(world: WorldState): string {
  const { nowMs, digest, clock, settings, dues } = world;
  const pages: Record<string, number> = {};
  for (const [name, { pageCount }] of collectionsOf(world)) pages[name] = pageCount;
  const head: Head = {
    form: snapshotForm,
    nowMs,
    digest,
    clock,
    settings,
    dueSequence: dues.sequence,
    pages,
  };
  return canonical(head);
}

function parseHead(text: string): Head | undefined {
  try {
    const head = JSON.parse(text) as Partial<Head> | null;
    const isWhole =
      head?.form === snapshotForm &&
      Number.isSafeInteger(head.nowMs) &&
      typeof head.digest === 'string' &&
      typeof head.clock === 'object' &&
      typeof head.settings === 'object' &&
      Number.isSafeInteger(head.dueSequence) &&
      typeof head.pages === 'object' &&
      head.pages !== null;
    return isWhole ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

function hashOfPage(hash: Hash, { collection, page, text }: SnapshotPage): string {
  return hash(`${collection}\n${page}\n${text}`);
}

function sealOf(
  hash: Hash,
  { inputs, position, head }: Omit<Snapshot, 'seal'>,
  hashes: PageHashes,
): string {
  const pages: Json[] = [...hashes].map(([name, own]) => [name, own.join('')]);
  return hash(canonical([inputs, position, head, pages]));
}
