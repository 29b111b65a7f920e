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

  function check({ world, expectedInput }: Append): void {
    const last = kept(world).entries.length;
    if (last !== expectedInput) {
      const message = `World '${world}' is at input ${last}, not at ${expectedInput}.`;
      throw new StoreError('conflict', message);
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
      batch.forEach(check); // all before any, so that nothing is half kept
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
