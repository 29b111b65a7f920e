import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { createGroupCommit, uncommittedMax } from '../../../core/engine/group-commit.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';

it('has room for a maximum of uncommitted entries, and again once they are stored', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const store: EventStore = { ...createMemoryStore(), append: () => held };
  const groupCommit = createGroupCommit(store, setImmediate);
  const world = { name: 'w', onStored: () => undefined, onLost: () => undefined };
  for (let n = 1; n < uncommittedMax; n += 1) {
    groupCommit.enqueue(world, { input: { n, atMs: 0, kind: 'time' }, events: [], digest: '' });
  }
  expect(groupCommit.hasCapacity()).toBe(true);
  groupCommit.enqueue(world, {
    input: { n: uncommittedMax, atMs: 0, kind: 'time' },
    events: [],
    digest: '',
  });
  expect(groupCommit.hasCapacity()).toBe(false);
  release();
  await groupCommit.whenDurable(world);
  expect(groupCommit.hasCapacity()).toBe(true);
});
