import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heartbeat, heartbeatMs } from '../../../adapters/protocol/limits.ts';
import { sentValues } from '../../../adapters/protocol/sent-values.ts';

let values$: Subject<number>;
let ending: AbortController;
let texts: AsyncGenerator<string, void, void>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  values$ = new Subject();
  ending = new AbortController();
  texts = sentValues(values$, (value) => ({ value }), ending.signal);
});
afterEach(() => {
  expect(values$.observed).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('sends each value, and ends with them', async () => {
  const first = texts.next();
  values$.next(1);
  expect((await first).value).toBe('data: {"value":1}\n\n');
  values$.next(2);
  values$.next(3);
  values$.complete();
  expect((await texts.next()).value).toBe('data: {"value":2}\n\ndata: {"value":3}\n\n');
  expect((await texts.next()).done).toBe(true);
});

it('sends heartbeats while there are no values', async () => {
  for (let time = 0; time < 2; time += 1) {
    const next = texts.next();
    await vi.advanceTimersByTimeAsync(heartbeatMs);
    expect((await next).value).toBe(heartbeat);
  }
  await texts.return();
});

it('ends when its client has left', async () => {
  const next = texts.next();
  ending.abort();
  expect((await next).done).toBe(true);
});

it('fails with the error of the values', async () => {
  const next = texts.next();
  values$.error(new Error('The disk is gone.'));
  await expect(next).rejects.toThrow('The disk is gone.');
});
