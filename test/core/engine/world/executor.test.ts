// Turns of a world: one at a time, waiting for answers together, ended with the life of the state that they began in.

import { beforeEach, describe, expect, it } from 'vitest';
import { createMailbox } from '../../../../core/engine/world/mailbox.ts';
import { createOracleCache } from '../../../../core/engine/oracle-cache.ts';
import {
  breath,
  createTurns,
  type TakeTurn,
  type Turn,
  type Turns,
} from '../../../../core/engine/world/executor.ts';

const quiet = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  let answer: (text: string) => void;
  let refuse: (error: Error) => void;
  let refusal: Error | undefined;
  let life: number;
  let failures: unknown[];
  let settled: Promise<void>;
  let turns: Turns;
  const take: TakeTurn = (task) => turns.take(task);
  let log: string[];

  beforeEach(() => {
    [refusal, life, failures, settled, log] = [undefined, 1, [], Promise.resolve(), []];
    const answered = new Promise<string>((resolve, reject) => {
      answer = resolve;
      refuse = reject;
    });
    turns = createTurns({
      mailbox: createMailbox(),
      desk: createOracleCache({ sage: () => answered }),
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      refusal: () => refusal,
      life: () => life,
      settled: () => settled,
      failed: (error) => {
        failures.push(error);
        return new Error('It failed.');
      },
      lost: () => new Error('It was lost.'),
    });
  });

  const question = { oracle: 'sage', about: 'everything' };

  const plain = (name: string) =>
    function* (): Turn<string> {
      log.push(name);
      return yield* nothing(name);
    };

  /** Asks nothing of anybody. */
  function* nothing<T>(value: T): Turn<T> {
    yield* [];
    return value;
  }

  function* asking(): Turn<string> {
    log.push('asks');
    yield question;
    log.push('knows');
    return 'done';
  }

  it('are over at once where nothing is asked', async () => {
    const taken = take(plain('one'));
    expect(log).toEqual(['one']);
    expect(await taken).toBe('one');
  });

  it('wait for an answer with everybody behind them', async () => {
    const [first, second] = [take(asking), take(plain('two'))];
    await quiet();
    expect(log).toEqual(['asks']);
    answer('42');
    expect(await first).toBe('done');
    expect(await second).toBe('two');
    expect(log).toEqual(['asks', 'knows', 'two']);
  });

  it('let the loop go on where they breathe, and those behind them wait', async () => {
    const first = take(function* (): Turn<string> {
      for (const step of ['begins', 'goes on', 'ends']) {
        log.push(step);
        yield breath;
      }
      return 'done';
    });
    const second = take(plain('two'));
    expect(log).toEqual(['begins']);
    await Promise.resolve();
    expect(log).toEqual(['begins']);
    await quiet();
    expect(log).toEqual(['begins', 'goes on']);
    expect([await first, await second]).toEqual(['done', 'two']);
    expect(log).toEqual(['begins', 'goes on', 'ends', 'two']);
  });

  it('do not go on behind a breath in another life of the state', async () => {
    const first = take(function* (): Turn<void> {
      yield breath;
      log.push('goes on');
    });
    const second = take(plain('two'));
    life = 2;
    await expect(first).rejects.toThrow('It was lost.');
    expect(await second).toBe('two');
    expect(log).toEqual(['two']);
  });

  it('are answered only when what they did is stored', async () => {
    let store: () => void = () => undefined;
    settled = new Promise((resolve) => (store = resolve));
    let isAnswered = false;
    const taken = take(plain('one')).then(() => (isAnswered = true));
    await quiet();
    expect(isAnswered).toBe(false);
    store();
    await taken;
  });

  it('do not go on in another life of the state', async () => {
    const [first, second] = [take(asking), take(plain('two'))];
    life = 2;
    answer('42');
    await expect(first).rejects.toThrow('It was lost.');
    expect(await second).toBe('two');
    expect(log).toEqual(['asks', 'two']);
  });

  it('fail where there is no answer, or where they throw', async () => {
    const asked = take(asking);
    refuse(new Error('no idea'));
    await expect(asked).rejects.toThrow('It failed.');
    const thrown = take(function* (): Turn<void> {
      yield* nothing(undefined);
      throw new Error('oops');
    });
    await expect(thrown).rejects.toThrow('It failed.');
    expect(failures).toHaveLength(2);
  });

  it('are given up while they wait, and let those behind them go on', async () => {
    const [first, second] = [take(asking), take(plain('two'))];
    turns.abandon();
    await expect(first).rejects.toThrow('It was lost.');
    expect(await second).toBe('two');
    answer('42');
    await quiet();
    expect(log).toEqual(['asks', 'two']);
    turns.abandon();
    expect(await take(plain('three'))).toBe('three');
  });

  it('are refused while none can be taken', async () => {
    refusal = new Error('Not now.');
    await expect(take(plain('one'))).rejects.toThrow('Not now.');
    expect(log).toEqual([]);
  });
});
