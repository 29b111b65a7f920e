// Creates the world that the header of a recording describes, and finds the place where its fixture ends: the inputs before it
// need no entries, because a replay seeds them again.

import {
  FixtureError,
  openEngine,
  type Engine,
  type EventStore,
  type JournalEntry,
  type Json,
  type World,
  type WorldRecord,
} from '../../../core/index.ts';
import { seedCommands } from '../../fixture/seed-commands.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { nodeHash } from '../../node-hash.ts';
import type { Header, WorldPlace } from '../format/header.ts';
import { RecordingError } from '../format/recording-error.ts';
import { queueMicrotask } from '../../host-timers.ts';

const entriesPerRead = 250;

/**
 * The place after the fixture; undefined if a world created from this header differs from the recorded one in the store. That
 * happens: the fixture is redacted, the store may be of an older version, a fork may begin inside the fixture. `placeIn` finds
 * the place in a world that is created from the header.
 */
export async function placeAfterFixture(
  header: Omit<Header, 'h'>,
  store: EventStore,
  placeIn: typeof placeInNewWorld,
): Promise<WorldPlace | undefined> {
  if (header.fixture === null) return undefined;
  const place = await placeIn(header);
  if (place === undefined) return undefined;
  const [last] =
    place.inputs === 0 || place.inputs > header.base.inputs
      ? []
      : await store.read(header.world.name, place.inputs, 1);
  return last?.digest === place.digest ? place : undefined;
}

/** The place after the fixture in a world created from the header; undefined if the world refuses it. */
export async function placeInNewWorld(header: Omit<Header, 'h'>): Promise<WorldPlace | undefined> {
  const journal = await fixtureJournal(header);
  return journal && placeAfter(journal);
}

/** The journal of a world created from the header, which is that of its fixture; undefined if the world refuses it. */
export async function fixtureJournal(
  header: Omit<Header, 'h'>,
): Promise<readonly JournalEntry[] | undefined> {
  const engine = await openEngine({
    store: createMemoryStore(),
    host: { hash: nodeHash, monotonicMs: () => 0, defer: queueMicrotask },
    seedCommands,
  });
  try {
    const world = await engine.create(recordOf(header));
    return await journalOf(engine, world);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined; // redacted, or from another version
  } finally {
    await engine.close();
  }
}

/** Creates the world of a header. Rejects with RecordingError if its fixture is refused. */
export async function createWorld(file: string, header: Header, engine: Engine): Promise<World> {
  try {
    return await engine.create(recordOf(header));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new RecordingError(
      `${file} cannot be replayed: the fixture in the header is refused (${error.message}).`,
      file,
      'header',
    );
  }
}

/** The record of a world as it was created. */
function recordOf(header: Omit<Header, 'h'>): WorldRecord {
  const { world, seed, epoch, clock, config, fixture, fixtureDigest } = header;
  const { ids, ...rest } = config;
  const settings = rest as WorldRecord['config'];
  const plain = { ...world, seed, epochMs: Date.parse(epoch), ids, clock, config: settings };
  if (fixture === null || fixtureDigest === null) return plain;
  return { ...plain, fixture: { content: fixture as Json, digest: fixtureDigest } };
}

/** All entries of a world's journal. */
export async function journalOf(engine: Engine, world: World): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (;;) {
    const { name } = world.record;
    const batch = await engine.store.read(name, entries.length + 1, entriesPerRead);
    entries.push(...batch);
    if (batch.length < entriesPerRead) return entries;
  }
}

/** The place of a world after the first entries of its journal. */
export function placeAfter(entries: readonly JournalEntry[]): WorldPlace {
  const position = entries.findLast(({ events }) => events.length > 0)?.events.at(-1)?.position;
  return {
    inputs: entries.length,
    position: position ?? 0,
    digest: entries.at(-1)?.digest ?? '0'.repeat(64),
  };
}

/** Whether the fixture is refused: by a domain, or by the schema of a section. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof FixtureError || (error instanceof Error && error.name.endsWith('ZodError'))
  );
}
