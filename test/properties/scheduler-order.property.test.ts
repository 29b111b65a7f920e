// The scheduler of a world runs work in the order of rxjs' VirtualTimeScheduler, also between the events of a long advance.

import fc from 'fast-check';
import {
  auditTime,
  bufferTime,
  catchError,
  debounceTime,
  delay,
  interval,
  map,
  of,
  sampleTime,
  Subject,
  throttleTime,
  timeout,
  VirtualTimeScheduler,
  type Observable,
  type SchedulerLike,
  type Subscription,
} from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { Envelope } from '../../core/kernel/message.ts';
import { WorldScheduler } from '../../core/engine/world/scheduler.ts';
import { recordOf } from '../support/engine/reopened-store.ts';
import { startTransfers } from '../support/engine/running-world.ts';
import { runWorld } from '../support/engine/stored-world.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

/** Work that schedules more work, reschedules itself, and cancels other work. */
interface Work {
  readonly delay: number;
  readonly again: readonly number[];
  readonly then: readonly Work[];
  readonly cancels: number;
}

const workOf = (then: fc.Arbitrary<readonly Work[]>): fc.Arbitrary<Work> =>
  fc.record({
    delay: fc.nat(6),
    again: fc.array(fc.nat(4), { maxLength: 2 }),
    then,
    cancels: fc.nat(12),
  });
const leaf = workOf(fc.constant([]));
const branch = workOf(fc.array(leaf, { maxLength: 2 }));
const work = workOf(fc.array(branch, { maxLength: 2 }));

const program = fc.array(fc.record({ works: fc.array(work, { maxLength: 4 }), ms: fc.nat(8) }), {
  maxLength: 5,
});

/** Runs a program; `pass` moves the time of the scheduler. */
function logOf(
  scheduler: SchedulerLike,
  steps: readonly { readonly works: readonly Work[]; readonly ms: number }[],
  pass: (ms: number) => void,
): string[] {
  const log: string[] = [];
  const all: Subscription[] = [];
  function schedule(one: Work): void {
    const id = all.length;
    const left = [...one.again];
    const scheduled = scheduler.schedule(function () {
      log.push(`${id} at ${scheduler.now()}`);
      if (left.length === one.again.length) one.then.forEach(schedule);
      all[one.cancels]?.unsubscribe();
      const next = left.shift();
      if (next !== undefined) this.schedule(undefined, next);
    }, one.delay);
    all[id] = scheduled;
  }
  for (const { works, ms } of steps) {
    works.forEach(schedule);
    pass(ms);
  }
  return log;
}

it('runs work in the same order at the same instants', () => {
  fc.assert(
    fc.property(program, (steps) => {
      const virtual = new VirtualTimeScheduler();
      const expected = logOf(virtual, steps, (ms) => {
        virtual.maxFrames = virtual.frame + ms;
        virtual.flush();
        virtual.frame = virtual.maxFrames;
      });
      let nowMs = 0;
      const scheduler = new WorldScheduler({
        clockMs: () => nowMs,
        onEarlier: () => undefined,
        onFailed: (error) => expect.fail(String(error)),
      });
      const actual = logOf(scheduler, steps, (ms) => {
        scheduler.runThrough(nowMs + ms);
        nowMs += ms;
      });
      expect(actual).toEqual(expected);
    }),
    runs(400),
  );
});

type Timed = (
  event$: Observable<Envelope>,
  ms: number,
  scheduler: SchedulerLike,
) => Observable<unknown>;

const timed: Readonly<Record<string, Timed>> = {
  delay: (event$, ms, scheduler) => event$.pipe(delay(ms, scheduler)),
  debounce: (event$, ms, scheduler) => event$.pipe(debounceTime(ms, scheduler)),
  audit: (event$, ms, scheduler) => event$.pipe(auditTime(ms, scheduler)),
  throttle: (event$, ms, scheduler) => event$.pipe(throttleTime(ms, scheduler)),
  sample: (event$, ms, scheduler) => event$.pipe(sampleTime(ms, scheduler)),
  buffer: (event$, ms, scheduler) => event$.pipe(bufferTime(ms, null, 3, scheduler)),
  silence: (event$, ms, scheduler) =>
    event$.pipe(
      timeout({ each: ms, scheduler }),
      catchError(() => of('silence')),
    ),
  interval: (_event$, ms, scheduler) => interval(ms, scheduler),
};

const print = (value: unknown) =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && 'position' in inner ? inner.position : inner,
  );

it('runs operators between events as over the same events in virtual time', async () => {
  const durations = fc.integer({ min: 1, max: 20_000 });
  const arbitraries = [
    fc.dictionary(fc.constantFrom(...Object.keys(timed)), durations, { minKeys: 1 }),
    fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 4 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...arbitraries, async (chosen, advances) => {
      const store = createMemoryStore();
      const record = recordOf('w');
      await store.create(record);
      const world = runWorld(store, record);
      await startTransfers(world);
      const { position, nowMs } = await world.describe();

      const observe = (event$: Observable<Envelope>, scheduler: SchedulerLike, log: string[]) =>
        Object.entries(chosen).map(([name, ms]) =>
          timed[name]?.(event$, ms, scheduler)
            .pipe(map((value) => `${name} at ${scheduler.now()}: ${print(value)}`))
            .subscribe((line) => log.push(line)),
        );
      const actual: string[] = [];
      observe(world.events$, world.scheduler, actual);
      const ends: number[] = [];
      for (const byMs of advances) {
        await world.advance({ byMs });
        ends.push(world.nowMs());
      }

      const virtual = new VirtualTimeScheduler();
      virtual.frame = nowMs;
      const event$ = new Subject<Envelope>();
      for (const event of await store.events('w', { from: position + 1, limit: 10_000 }))
        virtual.schedule(() => event$.next(event), event.atMs - nowMs);
      const expected: string[] = [];
      observe(event$, virtual, expected);
      for (const end of ends) {
        virtual.maxFrames = end;
        virtual.flush();
      }
      expect(actual).toEqual(expected);
    }),
    runs(80),
  );
});
