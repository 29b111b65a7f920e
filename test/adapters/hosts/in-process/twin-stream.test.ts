import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readerWaitMsMax } from '../../../../adapters/protocol/limits.ts';
import { readableOf } from '../../../../adapters/hosts/in-process/twin-stream.ts';

describe('a stream in process', () => {
  let given: number;
  let gone: AbortSignal;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    given = 0;
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  const opened = (signal = new AbortController().signal) =>
    readableOf((left) => {
      gone = left;
      return (async function* texts() {
        for (;;) {
          given += 1;
          yield String(given);
        }
      })();
    }, signal).getReader();

  it('produces a text when it is read, and none in advance', async () => {
    const reader = opened();
    await vi.advanceTimersByTimeAsync(1);
    expect(given).toBe(0);
    await reader.read();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('2');
    expect(given).toBe(2);
    await reader.cancel();
    expect(gone.aborted).toBe(true);
  });

  it('fails if it is not read, from the start or after a while', async () => {
    for (const reads of [0, 2]) {
      const reader = opened();
      for (let read = 0; read < reads; read += 1) await reader.read();
      await vi.advanceTimersByTimeAsync(readerWaitMsMax - 1);
      expect(gone.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(gone.aborted).toBe(true);
      await expect(reader.read()).rejects.toThrow('Nothing was read');
    }
  });

  it('never starts for a request that was aborted before', async () => {
    const reader = opened(AbortSignal.abort(new Error('Changed my mind.')));
    await expect(reader.read()).rejects.toThrow('Changed my mind.');
    expect([given, gone.aborted]).toEqual([0, true]);
  });
});
