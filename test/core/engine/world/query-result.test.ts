// A query that throws: its caller is rejected, and the world goes on, unless an invariant broke.

import { describe, expect, it } from 'vitest';
import { queryAnswer, runQuery } from '../../../../core/engine/world/query-result.ts';
import type { TaskPosition } from '../../../../core/engine/world/observer.ts';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import {
  runningWorld,
  send,
  walletSetCount,
  startTransfers,
} from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

describe('a query that throws', () => {
  const failing = () => {
    throw new TypeError('no id');
  };

  it('rejects its caller only, and its observer sees it', async () => {
    const { world, broken, stored } = await runningWorld();
    await send(world, createWalletSet());
    const seen: TaskPosition[] = [];
    const watched = world.observedBy({
      afterTask: (position) => void seen.push(position),
      onRequestId: (origin) => origin,
    });
    const pieces = function* () {
      yield undefined;
      failing();
    };
    const queued = send(world, createWalletSet()); // reads behind it are tasks
    const refusals = await Promise.allSettled([
      watched.read(failing),
      watched.readInPieces(failing),
      watched.readInPieces(pieces),
      watched.inspectState(failing),
    ]);
    await queued;
    refusals.push(...(await Promise.allSettled([watched.read(failing)]))); // at once
    for (const refusal of refusals) {
      expect(refusal).toEqual({ status: 'rejected', reason: new TypeError('no id') });
    }
    expect(seen).toHaveLength(5);
    expect(broken).toEqual([]);
    await send(world, createWalletSet());
    expect(await world.read(walletSetCount)).toBe(3);
    expect((await stored()).length).toBe(3);
  });

  it('leaves what fired before it stored', async () => {
    const { world, broken, reloaded, hostTime } = await runningWorld('real');
    await startTransfers(world);
    const before = await world.describe();
    hostTime.nowMs += 5_000;
    await expect(world.read(failing)).rejects.toThrow('no id');
    const { position, digest } = await reloaded();
    expect(position).toBeGreaterThan(before.position);
    expect(await world.describe()).toMatchObject({ position, digest });
    expect(broken).toEqual([]);
  });

  it('breaks the world if an invariant is broken', () => {
    const broken = () => {
      throw new InvariantError('our bug');
    };
    expect(() => runQuery(broken)).toThrow('our bug');
    expect(() => queryAnswer(runQuery(failing))).toThrow('no id');
    expect(queryAnswer(runQuery(() => 1))).toBe(1);
  });
});
