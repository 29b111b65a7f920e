// An event store that lives as long as its process. Same contract as the others; most tests use it.

import {
  StoreError,
  type Append,
  type EventStore,
  type JournalEntry,
  type WorldRecord,
} from '../../core/index.ts';

interface Kept {
  readonly record: WorldRecord;
  readonly entries: JournalEntry[];
}

export function createMemoryStore(): EventStore {
  const worlds = new Map<string, Kept>();

  function kept(name: string): Kept {
    const world = worlds.get(name);
    if (world === undefined)
      throw new StoreError('unknown-world', `There is no world named '${name}'.`);
    return world;
  }

  /** Checks all before any is kept, so that nothing is half kept. */
  function check(batch: readonly Append[]): void {
    const ends = new Map<string, number>();
    for (const { world, expectedInput, entries } of batch) {
      const last = ends.get(world) ?? kept(world).entries.length;
      if (last !== expectedInput) {
        const message = `World '${world}' is at input ${last}, not at ${expectedInput}.`;
        throw new StoreError('conflict', message);
      }
      ends.set(world, last + entries.length);
    }
  }

  return {
    worlds: async () => [...worlds.values()].map(({ record }) => record),
    async create(record) {
      if (worlds.has(record.name)) {
        throw new StoreError('name-taken', `There is a world named '${record.name}' already.`);
      }
      worlds.set(record.name, { record, entries: [] });
    },
    async append(batch) {
      check(batch);
      for (const { world, entries } of batch) kept(world).entries.push(...entries);
    },
    async read(world, fromInput, limit) {
      return kept(world).entries.slice(fromInput - 1, fromInput - 1 + limit);
    },
    async events(world, { from, limit, type, stream }) {
      const events = kept(world).entries.flatMap((entry) => entry.events);
      return events
        .slice(Math.max(0, from - 1))
        .filter((envelope) => type === undefined || envelope.event.type === type)
        .filter((envelope) => stream === undefined || envelope.stream === stream)
        .slice(0, limit);
    },
    close: async () => undefined,
  };
}
