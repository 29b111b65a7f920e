import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurnEnd } from '../../adapters/turn-end.ts';

/** An end of turns whose tasks note what they are. */
function noted() {
  const seen: string[] = [];
  const turnEnd = createTurnEnd();
  return {
    seen,
    arrived: turnEnd.arrived,
    record: (what: string) => turnEnd.record(() => seen.push(what)),
    answer: (what: string) => turnEnd.answer(() => seen.push(what)),
  };
}

describe('createTurnEnd', () => {
  it('lets answers of a turn in which requests came wait for its end, and leave in their order', async () => {
    const { seen, arrived, answer } = noted();
    arrived();
    answer('first');
    arrived();
    await Promise.resolve();
    answer('second');
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(seen).toEqual([]);
    await turn();
    expect(seen).toEqual(['first', 'second']);
  });

  it('lets answers that waited for the same leave behind the last of them, in that turn', async () => {
    const { seen, arrived, answer } = noted();
    arrived();
    await turn();
    await new Promise<void>((resolve) => {
      for (const name of ['first', 'second']) {
        void Promise.resolve().then(() => {
          seen.push(`${name} is ready`);
          answer(name);
        });
      }
      setImmediate(resolve);
    });
    expect(seen).toEqual(['first is ready', 'second is ready', 'first', 'second']);
  });

  it.each([true, false])(
    'writes down before it answers, whatever was put off first (requests came: %s)',
    async (came) => {
      const { seen, arrived, record, answer } = noted();
      if (came) arrived();
      answer('an answer');
      record('what was done');
      answer('another answer');
      record('what was done then');
      await turn();
      expect(seen).toEqual(['what was done', 'what was done then', 'an answer', 'another answer']);
    },
  );

  it('goes on from turn to turn, and does nothing twice', async () => {
    const { seen, arrived, answer } = noted();
    for (let round = 1; round <= 4; round += 1) {
      if (round % 2 === 0) arrived();
      answer(String(round));
      await turn();
      expect(seen.length).toBe(round);
    }
    expect(seen).toEqual(['1', '2', '3', '4']);
  });

  it('takes in what a task puts off', async () => {
    const { seen, answer } = noted();
    const turnEnd = createTurnEnd();
    turnEnd.answer(() => {
      turnEnd.answer(() => seen.push('later'));
      turnEnd.record(() => seen.push('written down'));
    });
    answer('own');
    await turn();
    expect(seen.toSorted()).toEqual(['later', 'own', 'written down']);
    expect(seen.indexOf('written down')).toBeLessThan(seen.indexOf('later'));
  });

  it('loses none behind one that throws', async () => {
    const seen: string[] = [];
    const thrown: string[] = [];
    const turnEnd = createTurnEnd();
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => thrown.push(error.message));
    turnEnd.arrived();
    turnEnd.record(() => {
      throw new Error('cannot be written down');
    });
    for (const name of ['first', 'second']) turnEnd.answer(() => seen.push(name));
    await turn();
    await turn();
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(thrown).toEqual(['cannot be written down']);
    expect(seen).toEqual(['first', 'second']);
  });
});
