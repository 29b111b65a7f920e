// The fake timers of vitest as a clock that follows a world.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Follower } from '../testing/followed-clock.ts';

export interface FakeTimers extends Required<Follower> {
  /** Gives the process its timers back. */
  readonly restore: () => void;
}

/** Without those that I/O needs in this process, such as `setImmediate`. */
const faked = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Node and Reprise measure real time with timers of their own, such as time limits of connections. */
const ownFolder = fileURLToPath(new URL('../', import.meta.url));
const isOwn = (frame: string) => frame.includes('node:') || frame.includes(ownFolder);

/** Fakes the timers and the date of this process. Throws if they are fake already: a process has one time only. */
export function installFakeTimers(nowMs: number): FakeTimers {
  if (vi.isFakeTimers()) {
    throw new Error(
      'fakeTimers binds the timers of the process to one world: run such tests one after another, and leave out vi.useFakeTimers().',
    );
  }
  const real = { setTimeout, setInterval, setImmediate };
  vi.useFakeTimers({ now: nowMs, toFake: [...faked], shouldClearNativeTimers: true });
  globalThis.setTimeout = exceptOwn(real.setTimeout, globalThis.setTimeout);
  globalThis.setInterval = exceptOwn(real.setInterval, globalThis.setInterval);
  let atMs = nowMs;
  return {
    nextMs: nextTimerMs,
    moveTo: async (ms) => {
      vi.setSystemTime(atMs); // a test may have set another one
      await vi.advanceTimersByTimeAsync(ms - atMs);
      atMs = ms;
      await settled(real.setImmediate);
    },
    restore: () => void vi.useRealTimers(),
  };
}

/** The fake function for the code under test, the real one for Node and Reprise. */
function exceptOwn<Timer extends typeof setTimeout | typeof setInterval>(
  real: Timer,
  fake: Timer,
): Timer {
  const chosen = (...args: Parameters<Timer>) => {
    const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
    return (isOwn(caller) ? real : fake)(...(args as Parameters<typeof setTimeout>));
  };
  return Object.defineProperties(chosen, Object.getOwnPropertyDescriptors(fake)) as never;
}

/** The clock behind the fake functions, which vitest does not show. */
interface FakeClock {
  readonly timers?: Readonly<Record<string, { readonly callAt: number }>>;
}

function nextTimerMs(): number | undefined {
  const { clock } = setTimeout as { clock?: FakeClock };
  const all = Object.values(clock?.timers ?? {}).map(({ callAt }) => callAt);
  return all.length === 0 ? undefined : Math.min(...all);
}

/** Turns of the event loop without a request that arrives or is answered, after which the code under test waits for time. */
const quietTurns = 30;
const channels = ['http.server.request.start', 'http.server.response.finish'];

/** Resolves when the code under test has done what it can do without time: its requests over the loopback take some turns. */
async function settled(nextTurn: typeof setImmediate): Promise<void> {
  let quiet = 0;
  const onRequest = () => (quiet = 0);
  for (const channel of channels) subscribe(channel, onRequest);
  for (; quiet < quietTurns; quiet += 1) await new Promise<void>((resolve) => nextTurn(resolve));
  for (const channel of channels) unsubscribe(channel, onRequest);
}
