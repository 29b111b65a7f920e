// Tasks of a world: one at a time, suspended together with later ones, cancelled when their state is lost.

import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { GroupCommit } from '../../../../core/engine/group-commit.ts';
import { newWorld } from '../../../../core/engine/history/journal.ts';
import { createSnapshotter } from '../../../../core/engine/history/snapshotter.ts';
import { createOracleCache } from '../../../../core/engine/oracle-cache.ts';
import {
  Executor,
  loopTurn,
  sliceMsMax,
  type WorldTask,
} from '../../../../core/engine/world/executor.ts';
import { createRequestIds } from '../../../../core/engine/world/request-ids.ts';
import { WorldRuntime } from '../../../../core/engine/world/runtime.ts';
import { StoreError } from '../../../../core/ports/event-store.ts';
import { shopRecord } from '../../../support/engine/fake-oracle.ts';
import { hash, rules } from '../../../support/engine/pure-world.ts';

const quiet = () => new Promise((resolve) => setImmediate(resolve));

describe('an executor', () => {
  let answer: (text: string) => void;
  let refuse: (error: Error) => void;
  let durable: Promise<void>;
  let broken: string[];
  let runtime: WorldRuntime;
  let executor: Executor;
  let log: string[];
  let hostMs: number;

  beforeEach(() => {
    [broken, durable, log] = [[], Promise.resolve(), []];
    hostMs = 0;
    const answered = new Promise<string>((resolve, reject) => {
      answer = resolve;
      refuse = reject;
    });
    const groupCommit: GroupCommit = {
      enqueue: () => undefined,
      hasCapacity: () => true,
      whenDurable: () => durable,
      isDurable: () => true,
      whenIdle: async () => undefined,
    };
    const record = shopRecord('frozen');
    const oracles = createOracleCache({ sage: () => answered });
    const loaded = newWorld(record, { ...rules, oracles });
    runtime = new WorldRuntime({
      record,
      store: createMemoryStore(),
      loaded,
      host: { hash, monotonicMs: () => hostMs, defer: setImmediate },
      groupCommit,
      snapshotter: createSnapshotter(createMemoryStore(), record.name, 1_000, () => async () => {}),
      requestIds: createRequestIds(hash, record.seed),
      reload: async () => loaded,
      onBroken: ({ message }) => broken.push(message),
      onObserverFailed: () => undefined,
      onRescheduled: () => undefined,
      onCommitted: () => undefined,
      onEnded: () => undefined,
      hasWork: () => false,
    });
    executor = new Executor(runtime);
  });

  const question = { oracle: 'sage', about: 'everything' };

  const plain = (name: string) =>
    function* (): WorldTask<string> {
      log.push(name);
      return yield* nothing(name);
    };

  /** A task that never suspends. */
  function* nothing<T>(value: T): WorldTask<T> {
    yield* [];
    return value;
  }

  function* asking(): WorldTask<string> {
    log.push('asks');
    yield question;
    log.push('knows');
    return 'done';
  }

  it('runs a task at once if it needs no answer', async () => {
    const result = executor.run(plain('one'));
    expect(log).toEqual(['one']);
    expect(await result).toBe('one');
  });

  it('suspends a task that needs an answer, and later ones', async () => {
    const [first, second] = [executor.run(asking), executor.run(plain('two'))];
    await quiet();
    expect(log).toEqual(['asks']);
    expect(executor.isSuspended).toBe(true);
    answer('42');
    expect(await first).toBe('done');
    expect(await second).toBe('two');
    expect(log).toEqual(['asks', 'knows', 'two']);
    expect(executor.isSuspended).toBe(false);
  });

  it('resumes a long task in the next turn of the event loop, and later ones after it', async () => {
    const first = executor.run(function* (): WorldTask<string> {
      for (const step of ['begins', 'goes on', 'ends']) {
        log.push(step);
        yield loopTurn;
      }
      return 'done';
    });
    const second = executor.run(plain('two'));
    expect(log).toEqual(['begins']);
    await Promise.resolve();
    expect(log).toEqual(['begins']);
    await quiet();
    expect(log).toEqual(['begins', 'goes on']);
    expect([await first, await second]).toEqual(['done', 'two']);
    expect(log).toEqual(['begins', 'goes on', 'ends', 'two']);
  });

  it('runs the pieces of a task at once until its slice is over, then in the next turn', async () => {
    const whole = executor.run(function* (): WorldTask<string> {
      for (const step of ['one', 'two', 'three', 'four']) {
        log.push(step);
        hostMs += sliceMsMax / 2;
        yield;
      }
      return 'done';
    });
    expect(log).toEqual(['one', 'two', 'three']);
    await quiet();
    expect(log).toEqual(['one', 'two', 'three', 'four']);
    expect(await whole).toBe('done');
  });

  it('asks an oracle between two pieces', async () => {
    const whole = executor.run(function* (): WorldTask<string> {
      yield;
      return yield* asking();
    });
    expect(log).toEqual(['asks']);
    answer('42');
    expect(await whole).toBe('done');
  });

  it('does not resume a long task in another incarnation', async () => {
    const first = executor.run(function* (): WorldTask<void> {
      yield loopTurn;
      log.push('goes on');
    });
    const second = executor.run(plain('two'));
    runtime.incarnation += 1;
    await expect(first).rejects.toThrow('are lost');
    expect(await second).toBe('two');
    expect(log).toEqual(['two']);
  });

  it('answers once everything is durable', async () => {
    let store: () => void = () => undefined;
    durable = new Promise((resolve) => (store = resolve));
    let isAnswered = false;
    const result = executor.run(plain('one')).then(() => (isAnswered = true));
    await quiet();
    expect(isAnswered).toBe(false);
    store();
    await result;
  });

  it('does not resume with an answer in another incarnation', async () => {
    const [first, second] = [executor.run(asking), executor.run(plain('two'))];
    runtime.incarnation += 1;
    answer('42');
    await expect(first).rejects.toThrow('are lost');
    expect(await second).toBe('two');
    expect(log).toEqual(['asks', 'two']);
  });

  it('breaks the world if an oracle has no answer', async () => {
    const asked = executor.run(asking);
    refuse(new Error('no idea'));
    await expect(asked).rejects.toThrow('no idea');
    await expect(executor.run(plain('two'))).rejects.toThrow('no idea');
    expect(broken).toHaveLength(1);
  });

  it('breaks the world if a task throws', async () => {
    const thrown = executor.run(function* (): WorldTask<void> {
      yield* nothing(undefined);
      throw new Error('oops');
    });
    await expect(thrown).rejects.toThrow('oops');
    await expect(executor.run(plain('two'))).rejects.toThrow('oops');
    expect(broken).toEqual(['Unexpected: Error: oops.']);
  });

  it('cancels a suspended task, and runs later ones', async () => {
    const [first, second] = [executor.run(asking), executor.run(plain('two'))];
    executor.cancel();
    await expect(first).rejects.toThrow('are lost');
    expect(await second).toBe('two');
    answer('42');
    await quiet();
    expect(log).toEqual(['asks', 'two']);
    executor.cancel();
    expect(await executor.run(plain('three'))).toBe('three');
  });

  it('refuses tasks of a world that failed', async () => {
    runtime.fail(new StoreError('damaged', 'Not now.'));
    await expect(executor.run(plain('one'))).rejects.toThrow('Not now.');
    expect(log).toEqual([]);
  });

  it('reads at once only while nothing is queued or uncommitted', async () => {
    expect(executor.immediateReadMs()).toBe(runtime.nowMs());
    const asked = executor.run(asking);
    expect(executor.immediateReadMs()).toBeUndefined();
    answer('42');
    await asked;
    expect(executor.immediateReadMs()).toBe(runtime.nowMs());
    expect(await executor.readNow(7, () => runtime.nowMs(), undefined)).toBe(7);
    expect(runtime.task).toBeUndefined();
  });
});
