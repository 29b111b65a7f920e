// No answer, event or digest tells whether a world has slept: not even those of a running clock, or the ids of requests.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Reprise } from '../../adapters/reprise.ts';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { everyAnswer } from '../support/server/every-answer.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import {
  createDriver,
  prelude,
  openForSessions,
  wireSession,
  type Exchange,
  type SessionStep,
} from '../support/session-requests/session.ts';
import { reopenedStores } from '../support/store/reopened-stores.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import type { ClockSetting, EventStore } from '../../core/index.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
let files = 0;
const stores = reopenedStores(() => join(folder, `${(files += 1)}.db`));

type Step = SessionStep | { readonly sleeps: true };

/** Webhooks are sent at once and their outcomes arrive at any time. */
const isInTurn = (step: SessionStep) =>
  'passMs' in step || step.requests.every(({ kind }) => kind !== 'hook');

const session: fc.Arbitrary<readonly Step[]> = wireSession.chain((steps) =>
  fc
    .array(fc.boolean(), { minLength: steps.length, maxLength: steps.length })
    .map((sleeps) =>
      steps
        .filter(isInTurn)
        .flatMap((step, index): Step[] =>
          sleeps[index] === true ? [{ sleeps: true }, step] : [step],
        ),
    ),
);

const clock: fc.Arbitrary<ClockSetting> = fc.oneof(
  fc.record({ mode: fc.constant('real' as const), rate: fc.constantFrom(1, 60, 0.5, 0.7) }),
  fc.constant({ mode: 'frozen' as const, rate: 1 }),
  fc.record({ mode: fc.constant('skip' as const), rate: fc.constant(1), idle: fc.boolean() }),
);

const answersOf = (exchanges: readonly Exchange[]) => exchanges.map(({ response }) => response);

/** Lets host time pass, wakes what has something to do, and ticks, as pacing does. */
async function pass(
  { reprise, host }: Awaited<ReturnType<typeof openForSessions>>,
  ms: number,
): Promise<void> {
  host.pass(ms);
  await reprise.engine.wakeDue();
  await reprise.engine.world('default')?.tick();
}

async function eventsOf({ engine }: Reprise): Promise<readonly string[]> {
  const events = await engine.store.events('default', { from: 1, limit: 1_000_000 });
  return events.map(({ text }) => text);
}

/** Compares sessions with and without sleep, each in a new store. */
async function expectUnseen(newStore: () => Promise<EventStore>): Promise<void> {
  let slept = 0;
  let woken = 0;
  await fc.assert(
    fc.asyncProperty(session, clock, fc.nat({ max: 1e9 }), async (steps, mode, hostMs) => {
      const defaults = { clock: mode };
      const awake = await openForSessions({ store: await newStore(), defaults });
      const sleepy = await openForSessions({
        store: await newStore(),
        defaults,
        sleepAfterMs: 0,
        hostMs,
      });
      const { engine } = sleepy.reprise;
      engine.slept$.subscribe(() => (slept += 1));
      engine.started$.subscribe(() => (woken += 1));
      const ciphertexts: string[] = [];
      const one = createDriver(awake.reprise, 'default', { host: awake.host, ciphertexts });
      const other = createDriver(sleepy.reprise, 'default', { host: sleepy.host, ciphertexts });
      for (const step of [...prelude, ...steps]) {
        if ('sleeps' in step) await engine.sleepIdle();
        else if ('passMs' in step) {
          await pass(awake, step.passMs);
          await pass(sleepy, step.passMs);
        } else {
          const expected = answersOf(await one.run(step));
          expect(answersOf(await other.run(step))).toEqual(expected);
        }
      }
      await engine.sleepIdle();
      const now = { as: 'default', ids: one.ids };
      expect(await everyAnswer(sleepy.reprise, 'default', now)).toEqual(
        await everyAnswer(awake.reprise, 'default', now),
      );
      expect(await eventsOf(sleepy.reprise)).toEqual(await eventsOf(awake.reprise));
      await awake.reprise.close();
      await sleepy.reprise.close();
    }),
    { ...runs(25), seed: Number(process.env['FC_SEED'] ?? 15) }, // so that enough of them sleep
  );
  expect(Math.min(slept, woken)).toBeGreaterThan(10);
}

it.each(stores)('a world that sleeps answers as one that never does, in %s', async (_name, store) =>
  expectUnseen(async () => store()()),
);

describePostgres('a world that sleeps in PostgreSQL', () => {
  const { newUrl } = testServer(['fsync=off']);

  it('answers as one that never does', async () =>
    expectUnseen(async () => openPostgresStore({ url: await newUrl() })));
});
