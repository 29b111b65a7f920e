import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoopPhases } from '../../adapters/loop-phases.ts';

/** Loop phases whose tasks note their names. */
function noted(monotonicMs?: () => number) {
  const seen: string[] = [];
  const loopPhases = createLoopPhases(monotonicMs);
  const noting =
    (queue: (task: () => void) => void) =>
    (what: string, then: () => void = () => undefined) =>
      queue(() => {
        seen.push(what);
        then();
      });
  return {
    seen,
    ask: noting(loopPhases.onRequestPhase),
    askFor: (lane: string, what: string) =>
      loopPhases.onRequestPhase(() => void seen.push(what), lane),
    defer: noting(loopPhases.onCommitPhase),
    record: noting(loopPhases.onRecordPhase),
    answer: noting(loopPhases.onResponsePhase),
  };
}

describe('createLoopPhases', () => {
  it('handles the requests of a turn at its end, in order, with nothing between', async () => {
    const { seen, ask } = noted();
    ask('first', () => void Promise.resolve().then(() => seen.push('what the first led to')));
    await Promise.resolve();
    ask('second', () => process.nextTick(() => seen.push('what the second led to')));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(seen).toEqual([]);
    await turn();
    expect(seen.slice(0, 2)).toEqual(['first', 'second']);
    expect(seen.toSorted()).toEqual([
      'first',
      'second',
      'what the first led to',
      'what the second led to',
    ]);
  });

  it('takes one request of each lane after the other, each lane in its order', async () => {
    const { seen, askFor } = noted();
    for (const what of ['a1', 'a2', 'a3', 'a4']) askFor('a', what);
    for (const what of ['b1', 'b2']) askFor('b', what);
    askFor('c', 'c1');
    await turn();
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('leaves to the next turn what it has no time for, and commits each turn', async () => {
    let nowMs = 0;
    const { seen, ask, askFor, defer } = noted(() => nowMs);
    for (let index = 1; index <= 5; index += 1) {
      ask(`slow ${index}`, () => {
        nowMs += 3;
        if (index % 2 === 1) defer(`commit ${index}`);
      });
    }
    await turn();
    expect(seen).toEqual(['slow 1', 'slow 2', 'commit 1']);
    askFor('other', 'of another lane');
    await turn();
    expect(seen.slice(3)).toEqual(['slow 3', 'of another lane', 'slow 4', 'commit 3']);
    await turn();
    expect(seen.slice(7)).toEqual(['slow 5', 'commit 5']);
  });

  it('goes on with the other requests, too, where one throws', async () => {
    const { seen, ask, askFor } = noted();
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
    ask('broken', () => {
      throw new Error('A bug of ours.');
    });
    askFor('other', 'sound');
    ask('behind it');
    await thrown;
    await turn();
    await turn();
    expect(seen).toEqual(['broken', 'sound', 'behind it']);
  });

  it('does once, behind all requests of a turn, what one of them puts off', async () => {
    const { seen, ask, defer } = noted();
    ask('first', () => defer('the commit'));
    ask('second');
    await turn();
    expect(seen).toEqual(['first', 'second', 'the commit']);
  });

  it('puts off to the next turn what no request is waited for with', async () => {
    const { seen, defer } = noted();
    defer('the commit');
    await Promise.resolve();
    expect(seen).toEqual([]);
    await turn();
    expect(seen).toEqual(['the commit']);
  });

  it('leaves to the next turn what is put off again and again', async () => {
    const { seen, ask, defer } = noted();
    const breathe = (left: number): void =>
      defer(`${left} left`, () => left > 0 && breathe(left - 1));
    ask('a request', () => breathe(2));
    await turn();
    expect(seen).toEqual(['a request', '2 left']);
    await turn();
    await turn();
    expect(seen).toEqual(['a request', '2 left', '1 left', '0 left']);
  });

  it('lets answers that waited for the same leave behind the last of them, in that turn', async () => {
    const { seen, answer } = noted();
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

  it('stores, writes down and answers in this order, whatever was put off first', async () => {
    const { seen, ask, defer, record, answer } = noted();
    ask('a request', () => {
      answer('an answer');
      defer('the commit', () => answer('another answer'));
      record('what was done');
    });
    ask('another request', () => record('what was done then'));
    await turn();
    expect(seen).toEqual([
      'a request',
      'another request',
      'the commit',
      'what was done',
      'what was done then',
      'an answer',
      'another answer',
    ]);
  });

  it('goes on from turn to turn, and does nothing twice', async () => {
    const { seen, ask, answer } = noted();
    for (let round = 1; round <= 4; round += 1) {
      if (round % 2 === 0) answer(String(round));
      else ask(String(round));
      await turn();
      expect(seen.length).toBe(round);
    }
    expect(seen).toEqual(['1', '2', '3', '4']);
  });

  it('takes in what a task puts off', async () => {
    const { seen, ask, record, answer } = noted();
    answer('own', () => {
      answer('later');
      record('written down');
    });
    ask('a request', () => ask('another one'));
    await turn();
    expect(seen).toEqual(['own', 'written down', 'later', 'a request', 'another one']);
  });

  it.each(['ask', 'defer', 'record', 'answer'] as const)(
    'loses none behind one that throws (%s)',
    async (kind) => {
      const { seen, ask, ...others } = noted();
      const putOff = { ask, ...others }[kind];
      const thrown: string[] = [];
      const listeners = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => thrown.push(error.message));
      ask('a request', () => {
        putOff('to fail', () => {
          throw new Error('cannot be done');
        });
        for (const name of ['first', 'second']) putOff(name);
        others.defer('the commit');
        others.answer('the answer');
      });
      for (let turns = 0; turns < 3; turns += 1) await turn();
      for (const listener of listeners) process.on('uncaughtException', listener);
      expect(thrown).toEqual(['cannot be done']);
      const all = ['a request', 'to fail', 'first', 'second', 'the commit', 'the answer'];
      expect(seen.toSorted()).toEqual(all.toSorted());
      expect(seen.indexOf('second')).toBeGreaterThan(seen.indexOf('first'));
    },
  );
});
