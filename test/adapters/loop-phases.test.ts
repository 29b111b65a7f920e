import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLoopPhases } from '../../adapters/loop-phases.ts';

/** Loop phases whose tasks log their names. The default clock stands still, as slow as the machine may be. */
function logged(monotonicMs = () => 0) {
  const seen: string[] = [];
  const loopPhases = createLoopPhases(monotonicMs);
  const logging =
    (queue: (task: () => void) => void) =>
    (name: string, then: () => void = () => undefined) =>
      queue(() => {
        seen.push(name);
        then();
      });
  return {
    seen,
    request: logging(loopPhases.onRequestPhase),
    requestInQueue: (queue: string, name: string) =>
      loopPhases.onRequestPhase(() => void seen.push(name), queue),
    commit: logging(loopPhases.onCommitPhase),
    record: logging(loopPhases.onRecordPhase),
    respond: logging(loopPhases.onResponsePhase),
  };
}

describe('createLoopPhases', () => {
  it('handles the requests of a turn at its end, in order and without interruption', async () => {
    const { seen, request } = logged();
    request('first', () => void Promise.resolve().then(() => seen.push('effect of the first')));
    await Promise.resolve();
    request('second', () => process.nextTick(() => seen.push('effect of the second')));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(seen).toEqual([]);
    await turn();
    expect(seen.slice(0, 2)).toEqual(['first', 'second']);
    expect(seen.toSorted()).toEqual([
      'effect of the first',
      'effect of the second',
      'first',
      'second',
    ]);
  });

  it('handles one request of each queue in turn, each queue in its order', async () => {
    const { seen, requestInQueue } = logged();
    for (const name of ['a1', 'a2', 'a3', 'a4']) requestInQueue('a', name);
    for (const name of ['b1', 'b2']) requestInQueue('b', name);
    requestInQueue('c', 'c1');
    await turn();
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('answers a queue that has ended before it goes on with longer ones', async () => {
    const { seen, requestInQueue, request, commit, respond } = logged();
    for (const name of ['a1', 'a2', 'a3']) requestInQueue('a', name);
    request('alone', () => {
      commit('the commit');
      void Promise.resolve()
        .then(() => undefined)
        .then(() => respond('the answer'));
    });
    for (const name of ['b1', 'b2']) requestInQueue('b', name);
    await turn();
    expect(seen).toEqual(['a1', 'alone', 'b1', 'the answer', 'a2', 'b2', 'a3', 'the commit']);
  });

  it('sends the answer of a single request after at most one request of each other queue', async () => {
    const { seen, requestInQueue, request, respond } = logged();
    for (let index = 1; index <= 200; index += 1) requestInQueue('flooded', `write ${index}`);
    request('read', () => void Promise.resolve().then(() => respond('read answered')));
    await turn();
    expect(seen.slice(0, 3)).toEqual(['write 1', 'read', 'read answered']);
  });

  it('defers requests beyond its time to the next turn, and commits each turn', async () => {
    let nowMs = 0;
    const { seen, request, requestInQueue, commit } = logged(() => nowMs);
    for (let index = 1; index <= 5; index += 1) {
      request(`slow ${index}`, () => {
        nowMs += 0.75;
        if (index % 2 === 1) commit(`commit ${index}`);
      });
    }
    await turn();
    expect(seen).toEqual(['slow 1', 'slow 2', 'commit 1']);
    requestInQueue('other', 'of another queue');
    await turn();
    expect(seen.slice(3)).toEqual(['slow 3', 'of another queue', 'slow 4', 'commit 3']);
    await turn();
    expect(seen.slice(7)).toEqual(['slow 5', 'commit 5']);
  });

  it('handles the other requests if one throws', async () => {
    const { seen, request, requestInQueue } = logged();
    const thrown = new Promise((resolve) => process.once('uncaughtException', resolve));
    request('broken', () => {
      throw new Error('A bug of ours.');
    });
    requestInQueue('other', 'sound');
    request('behind it');
    await thrown;
    await turn();
    await turn();
    expect(seen).toEqual(['broken', 'sound', 'behind it']);
  });

  it('commits once, after all requests of a turn', async () => {
    const { seen, request, commit } = logged();
    request('first', () => commit('the commit'));
    request('second');
    await turn();
    expect(seen).toEqual(['first', 'second', 'the commit']);
  });

  it('commits in the next turn if there are no requests', async () => {
    const { seen, commit } = logged();
    commit('the commit');
    await Promise.resolve();
    expect(seen).toEqual([]);
    await turn();
    expect(seen).toEqual(['the commit']);
  });

  it('runs a commit that is queued by a commit in the next turn', async () => {
    const { seen, request, commit } = logged();
    const commitAgain = (left: number): void =>
      commit(`${left} left`, () => left > 0 && commitAgain(left - 1));
    request('a request', () => commitAgain(2));
    await turn();
    expect(seen).toEqual(['a request', '2 left']);
    await turn();
    await turn();
    expect(seen).toEqual(['a request', '2 left', '1 left', '0 left']);
  });

  it('responds after the last promise that settles in a turn, in that turn', async () => {
    const { seen, respond } = logged();
    await new Promise<void>((resolve) => {
      for (const name of ['first', 'second']) {
        void Promise.resolve().then(() => {
          seen.push(`${name} is ready`);
          respond(name);
        });
      }
      setImmediate(resolve);
    });
    expect(seen).toEqual(['first is ready', 'second is ready', 'first', 'second']);
  });

  it('commits, records and responds in this order, in any order of queueing', async () => {
    const { seen, request, commit, record, respond } = logged();
    request('a request', () => {
      respond('a response');
      commit('the commit', () => respond('another response'));
      record('a record');
    });
    request('another request', () => record('another record'));
    await turn();
    expect(seen).toEqual([
      'a request',
      'another request',
      'the commit',
      'a record',
      'another record',
      'a response',
      'another response',
    ]);
  });

  it('runs each task once over many turns', async () => {
    const { seen, request, respond } = logged();
    for (let round = 1; round <= 4; round += 1) {
      if (round % 2 === 0) respond(String(round));
      else request(String(round));
      await turn();
      expect(seen.length).toBe(round);
    }
    expect(seen).toEqual(['1', '2', '3', '4']);
  });

  it('runs tasks that a task queues', async () => {
    const { seen, request, record, respond } = logged();
    respond('own', () => {
      respond('later');
      record('recorded');
    });
    request('a request', () => request('another one'));
    await turn();
    expect(seen).toEqual(['own', 'recorded', 'later', 'a request', 'another one']);
  });

  it.each(['request', 'commit', 'record', 'respond'] as const)(
    'runs the tasks after one that throws (%s)',
    async (kind) => {
      const { seen, request, ...others } = logged();
      const enqueue = { request, ...others }[kind];
      const thrown: string[] = [];
      const listeners = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => thrown.push(error.message));
      request('a request', () => {
        enqueue('to fail', () => {
          throw new Error('cannot be done');
        });
        for (const name of ['first', 'second']) enqueue(name);
        others.commit('the commit');
        others.respond('the response');
      });
      for (let turns = 0; turns < 3; turns += 1) await turn();
      for (const listener of listeners) process.on('uncaughtException', listener);
      expect(thrown).toEqual(['cannot be done']);
      const all = ['a request', 'to fail', 'first', 'second', 'the commit', 'the response'];
      expect(seen.toSorted()).toEqual(all.toSorted());
      expect(seen.indexOf('second')).toBeGreaterThan(seen.indexOf('first'));
    },
  );
});
