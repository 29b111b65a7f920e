// An outbox without a server: reports in parts, queues, and waits before time moves.

import { describe, expect, it, vi } from 'vitest';
import type { Dispatch, Report } from '../../../adapters/outbound/dispatch.ts';
import { Outbox } from '../../../adapters/outbound/outbox.ts';
import { webhooksAtOnceMax } from '../../../adapters/protocol/limits.ts';
import type { ClockMode, World } from '../../../core/index.ts';

/** A dispatch whose reports and end the test triggers. */
function manual(queue: string, own: Partial<Dispatch> = {}) {
  let report: (report: Report) => Promise<void> = () => Promise.resolve();
  let end: () => void = () => undefined;
  let stopped: AbortSignal | undefined;
  const state = { isAwaited: true };
  const dispatch: Dispatch = {
    queue,
    delaysNext: 'not',
    isAwaited: () => state.isAwaited,
    send(onReport, signal) {
      report = onReport;
      stopped = signal;
      return new Promise((resolve) => (end = resolve));
    },
    ...own,
  };
  return {
    dispatch,
    state,
    isSent: () => stopped !== undefined,
    isStopped: () => stopped?.aborted === true,
    part: (name: string, isProgress = true) =>
      report({ domain: 'speech', command: { type: name }, isProgress }),
    end: () => end(),
  };
}

/** An outbox of a fake world that only lists the types of its commands. */
function outboxIn(
  mode: ClockMode,
  waitMs = 30_000,
  onTaken: (name: string) => void = () => undefined,
) {
  const taken: string[] = [];
  const world = { mode, isLost: false };
  const outbox = new Outbox({
    world: {
      clock: () => ({ mode: world.mode, rate: 1 }),
      peek: (query: (states: never) => unknown) => query({} as never),
      async send({ prepare }: { prepare: () => { command: { type: string } } }) {
        await Promise.resolve();
        if (world.isLost) throw new Error('lost');
        const { type } = prepare().command;
        taken.push(type);
        onTaken(type);
      },
    } as unknown as World,
    waitMs,
    hasCapacity: () => true,
  });
  return { outbox, taken, world };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('parts of an outcome', () => {
  it('are reported as they arrive with a real clock, in order', async () => {
    const { outbox, taken } = outboxIn('real');
    const call = manual('a');
    outbox.enqueue(call.dispatch);
    void call.part('one');
    void call.part('two');
    await turn();
    expect(taken).toEqual(['one', 'two']);
    await call.part('three');
    expect(taken).toEqual(['one', 'two', 'three']);
    call.end();
    await turn();
    expect(outbox.isBusy()).toBe(false);
  });

  it.each(['frozen', 'skip'] as const)(
    'wait in %s until time is about to move, in the order of sending',
    async (mode) => {
      const { outbox, taken } = outboxIn(mode);
      const [first, second] = [manual('a'), manual('b')];
      for (const { dispatch } of [first, second]) outbox.enqueue(dispatch);
      for (const name of ['b1', 'b2']) await second.part(name);
      for (const name of ['a1', 'a2']) await first.part(name);
      await turn();
      expect(taken).toEqual([]);
      const settled = outbox.settle();
      await turn();
      expect(taken).toEqual([]);
      for (const call of [second, first]) call.end();
      expect(await settled).toBe(true);
      expect(taken).toEqual(['a1', 'a2', 'b1', 'b2']);
      expect(outbox.isBusy()).toBe(false);
    },
  );

  it('are lost without harm if they are of webhooks, which are sent again, and all has been sent', async () => {
    const { outbox } = outboxIn('frozen');
    const [webhook, call] = [manual('a', { isRepeatable: true }), manual('b')];
    outbox.enqueue(webhook.dispatch);
    expect(outbox.isResumable()).toBe(false); // on its way
    await webhook.part('outcome');
    webhook.end();
    await turn();
    expect([outbox.isBusy(), outbox.isResumable()]).toEqual([true, true]);
    outbox.enqueue(call.dispatch);
    await call.part('one');
    call.end();
    await turn();
    expect(outbox.isResumable()).toBe(false);
    await outbox.settle();
    expect([outbox.isBusy(), outbox.isResumable()]).toEqual([false, true]);
  });

  it('are reported again in order if they could not be stored', async () => {
    const { outbox, taken, world } = outboxIn('frozen');
    const call = manual('a');
    outbox.enqueue(call.dispatch);
    for (const name of ['one', 'two']) await call.part(name);
    call.end();
    world.isLost = true;
    expect(await outbox.settle()).toBe(false);
    expect(outbox.isBusy()).toBe(true);
    world.isLost = false;
    expect(await outbox.settle()).toBe(true);
    expect(taken).toEqual(['one', 'two']);
  });

  it('that are no longer awaited are dropped, and their call is stopped', async () => {
    const { outbox, taken } = outboxIn('frozen', 1);
    const call = manual('a');
    outbox.enqueue(call.dispatch);
    await call.part('one');
    call.state.isAwaited = false;
    await outbox.settle();
    expect(taken).toEqual([]);
    expect(call.isStopped()).toBe(true);
    await call.part('two');
    expect(outbox.isBusy()).toBe(false);
  });
});

describe('a call that is late', () => {
  it.each([
    ['skip', ['one', 'two']],
    ['frozen', []],
  ] as const)('is reported in %s: %j as it arrives', async (mode, arriving) => {
    const { outbox, taken } = outboxIn(mode, 5);
    const seen: (readonly string[])[] = [];
    const call = manual('a', { goOn: async () => void seen.push([...taken]) });
    outbox.enqueue(call.dispatch);
    expect(await outbox.settle()).toBe(true);
    expect(outbox.isBusy()).toBe(false);
    for (const name of ['one', 'two']) await call.part(name);
    expect(taken).toEqual(arriving);
    expect(seen).toEqual(arriving.map((_name, index) => arriving.slice(0, index + 1)));
    call.end();
    await outbox.settle();
    expect(taken).toEqual(['one', 'two']);
  });

  it.each([
    ['its last part', true, false],
    ['the first of pieces of a sentence', false, true],
  ])('is detected by the time since %s', async (_what, isProgress, isLate) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { outbox, taken } = outboxIn('frozen', 60);
      const call = manual('a');
      outbox.enqueue(call.dispatch);
      let isSettled = false;
      void outbox.settle().then(() => (isSettled = true));
      for (let parts = 0; parts < 3; parts += 1) {
        await vi.advanceTimersByTimeAsync(50);
        await call.part('more', isProgress);
      }
      expect(isSettled).toBe(isLate);
      await vi.advanceTimersByTimeAsync(60);
      expect(isSettled).toBe(true);
      await outbox.settle();
      expect(taken).toEqual(['more', 'more', 'more']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a wait', () => {
  it('includes the calls that its reports lead to', async () => {
    const second = manual('a');
    const { outbox, taken } = outboxIn('frozen', 30_000, (name) => {
      if (name === 'first') outbox.enqueue(second.dispatch);
    });
    const first = manual('a', {
      async send(report) {
        await report({ domain: 'speech', command: { type: 'first' }, isProgress: true });
      },
    });
    outbox.enqueue(first.dispatch);
    const settled = outbox.settle();
    await vi.waitFor(() => expect(second.isSent()).toBe(true));
    await second.part('second');
    second.end();
    expect(await settled).toBe(true);
    expect(taken).toEqual(['first', 'second']);
  });
});

describe('a queue', () => {
  it('has a maximum of calls in flight', () => {
    const { outbox } = outboxIn('real');
    const calls = Array.from({ length: webhooksAtOnceMax + 1 }, () => manual('a'));
    for (const { dispatch } of calls) outbox.enqueue(dispatch);
    expect(calls.filter((call) => call.isSent())).toHaveLength(webhooksAtOnceMax);
  });

  it('drops unsent calls, and calls that are no longer awaited', async () => {
    const { outbox, taken } = outboxIn('real');
    const [over, awaited, queued] = [
      manual('a'),
      manual('a', { delaysNext: 'untilEnd' }),
      manual('a'),
    ];
    for (const { dispatch } of [over, awaited, queued]) outbox.enqueue(dispatch);
    over.state.isAwaited = false;
    outbox.discard('a');
    outbox.discard('b');
    expect([over, awaited, queued].map((call) => call.isStopped())).toEqual([true, false, false]);
    await over.part('over');
    await awaited.part('awaited');
    for (const call of [over, awaited]) call.end();
    await turn();
    expect(taken).toEqual(['awaited']);
    expect(queued.isSent()).toBe(false);
    expect(outbox.isBusy()).toBe(false);
  });

  it('is stopped with its world', async () => {
    const { outbox, taken } = outboxIn('frozen');
    const call = manual('a');
    outbox.enqueue(call.dispatch);
    await call.part('one');
    const settled = outbox.settle();
    outbox.close();
    expect(await settled).toBe(true);
    expect(call.isStopped()).toBe(true);
    expect(taken).toEqual([]);
  });
});
