import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { createGroupCommit, uncommittedMax } from '../../../core/engine/group-commit.ts';
import type { EventStore, RefusedAppend } from '../../../core/ports/event-store.ts';

it('has room for a maximum of uncommitted entries, and again once they are stored', async () => {
  let release: (refused: readonly RefusedAppend[]) => void = () => undefined;
  const held = new Promise<readonly RefusedAppend[]>((resolve) => (release = resolve));
  const store: EventStore = { ...createMemoryStore(), append: () => held };
  const groupCommit = createGroupCommit(store, setImmediate);
  const nothing = () => undefined;
  const world = { name: 'w', wakeAfterMs: () => null, onStored: nothing, onLost: nothing };
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
  release([]);
  await groupCommit.whenDurable(world);
  expect(groupCommit.hasCapacity()).toBe(true);
});
