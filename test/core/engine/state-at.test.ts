// The state of a running world at an earlier moment.

import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { pastStateOf, stateAt } from '../../../core/engine/state-at.ts';
import { epochMs, hash } from '../../support/engine/pure-world.ts';
import { sourceOf } from '../../support/engine/stored-world.ts';
import { createWalletSet } from '../../support/wallet/commands.ts';

async function runningWorld() {
  const store = createMemoryStore();
  const host = { hash, monotonicMs: () => 0, defer: setImmediate };
  const engine = await openEngine({ store, host });
  const clock = { mode: 'frozen', rate: 1 } as const;
  const record = { name: 'w', seed: 'seed', epochMs, ids: 'ordinal', clock, config: {} } as const;
  const world = await engine.create(record);
  const send = () =>
    world.send({
      domain: 'wallet',
      prepare: () => ({ command: createWalletSet() }),
      respond: () => undefined,
    });
  await send();
  return { world, send, source: sourceOf(store, world.record) };
}

it('the state at a moment includes all commands answered before it, and none later', async () => {
  const { world, send, source } = await runningWorld();
  const { position, inputs } = await world.describe();
  const past = pastStateOf(world, { atMs: epochMs + 1 }, source);
  await send();
  expect(await past).toMatchObject({ position, inputs });
  expect(await stateAt(world, undefined, source)).toMatchObject({ inputs: inputs + 1 });
  expect(await stateAt(world, { position }, source)).toMatchObject({ position, inputs });
});

it('the state is refused at a moment before the epoch or beyond the last position', async () => {
  const { world, source } = await runningWorld();
  const { position } = await world.describe();
  for (const moment of [{ atMs: epochMs - 1 }, { position: position + 1 }]) {
    await expect(pastStateOf(world, moment, source)).rejects.toMatchObject({
      code: 'no-such-moment',
    });
  }
  await expect(pastStateOf(world, { atMs: epochMs }, source)).resolves.toMatchObject({ position });
});
