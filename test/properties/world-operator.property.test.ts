// A world is an operator from inputs to entries: for the inputs of an engine it yields the journal of the engine.

import fc from 'fast-check';
import { from, lastValueFrom, toArray } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { domains, type DomainName } from '../../core/engine/registry.ts';
import { world, type SavedWorld, type WorldRules } from '../../core/engine/world-operator.ts';
import type { Prepared } from '../../core/engine/world/world-contract.ts';
import type { InitialSettings, WorldState } from '../../core/engine/world-state.ts';
import type { Input, JournalEntry } from '../../core/kernel/input.ts';
import type { Action } from '../support/arbitraries/actions.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { shopDomains } from '../support/domains/print-shop.ts';
import {
  bell,
  createPrinter,
  openShopEngine,
  order,
  immediateOracles,
  drainEventLoop,
  sendToShop,
} from '../support/engine/fake-oracle.ts';
import { webhooksInFlight } from '../../core/wallet/views.ts';
import {
  sessionRecord,
  toStoredSnapshot,
  loadSnapshot,
} from '../support/engine/stored-snapshots.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { firstCases, runs } from '../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const inputsOf = (entries: readonly JournalEntry[]) => entries.map(({ input }) => input);

function runOperator(
  inputs: readonly Input[],
  record: InitialSettings,
  saved?: SavedWorld,
  rules?: WorldRules,
): Promise<JournalEntry[]> {
  return lastValueFrom(from(inputs).pipe(world(record, saved, rules), toArray()));
}

/** Entries as bytes, digests included. */
const textOf = (entries: readonly JournalEntry[]): string => JSON.stringify(entries);

const sentence = fc.nat(40).map((ms) => order(`print ${ms}`, 100 * ms));
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('feed' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('shop' as const),
      command: fc.oneof(sentence, fc.nat(4_000).map(bell)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('report' as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(9_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), job: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      mode: fc.constantFrom('real' as const, 'real' as const, 'frozen' as const, 'skip' as const),
      rate: fc.constantFrom(0.5, 1, 60),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('configure' as const), limit: fc.nat(9) }) },
);

const subscribe = {
  type: 'CreateSubscription',
  network: 'test',
  endpoint: 'https://hooks.example/',
  notificationTypes: ['*'],
} as const;
const outcomes = [{ kind: 'timeout' }, { kind: 'answered', status: 200 }] as const;

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const every = { domains: { ...domains, ...shopDomains }, oracles: immediateOracles };

/** Plays inputs of all kinds; returns the journal, an intermediate state and the snapshots. */
async function played(actions: readonly Action[], steps: readonly Step[], cut: number) {
  const { asked, oracles } = createPrinter();
  const hostTime = { nowMs: 0 };
  const store = createMemoryStore();
  const engine = await openShopEngine({ ...every, oracles, hostTime, store, snapshotEvents: 25 });
  const running = await engine.create({
    ...sessionRecord('law'),
    clock: { mode: 'real', rate: 1 },
  });
  const told = sessionOf(actions).entries.map(({ input }) => input);
  const settled: Promise<unknown>[] = [];
  let saved: WorldState | undefined;
  const run = (task: () => Promise<unknown>) => void settled.push(task());

  const send = (domain: string, prepared: Prepared, isOutOfBand?: true) =>
    run(() => {
      const task = { prepare: () => prepared, respond: () => null };
      const out = isOutOfBand === undefined ? {} : { isOutOfBand };
      return running.send({ domain: domain as DomainName, ...task, ...out });
    });

  function feed(input: Input): void {
    if (input.kind === 'time') run(() => running.advance({ toMs: input.atMs }));
    if (input.kind !== 'command') return;
    const { domain, command, n } = input;
    send(domain, n % 3 === 0 ? { command, nonce: `nonce ${n}` } : { command });
  }

  /** Reports the outcome of a message in flight, if any. */
  function report(which: number): void {
    const sent = running.peek(({ wallet }) => webhooksInFlight(wallet));
    const message = sent[which % sent.length];
    if (message === undefined) return send('wallet', { command: subscribe });
    const { notificationId, attempt } = message;
    const outcome = outcomes[which % 2] ?? outcomes[0];
    const command = { type: 'ReportDelivery', notificationId, attempt, outcome } as const;
    send('wallet', { command }, true);
  }

  for (const [index, one] of steps.entries()) {
    if (index === cut) run(async () => (saved = await running.forkState()));
    switch (one.do) {
      case 'feed':
        told.splice(0, one.count).forEach(feed);
        break;
      case 'shop':
        run(() => sendToShop(running, one.command));
        break;
      case 'report':
        report(one.which);
        break;
      case 'pass':
        hostTime.nowMs += one.ms;
        break;
      case 'answer':
        asked[one.job]?.finish();
        break;
      case 'clock':
        run(() => running.setClock({ mode: one.mode, rate: one.rate }));
        break;
      case 'configure':
        run(() =>
          running.configure(
            (now) => ({
              ids: now.ids === 'ordinal' ? 'idempotency-key' : 'ordinal',
              config: { limit: one.limit },
            }),
            () => null,
          ),
        );
    }
    await drainEventLoop();
    void running.tick();
  }
  for (let job = 0; job < asked.length || job < 1; job += 1) {
    asked[job]?.finish();
    await drainEventLoop();
  }
  await Promise.all(settled);
  const { digest } = await running.describe();
  const journal = await store.read('law', 1, Number.MAX_SAFE_INTEGER);
  const snapshots = await Promise.all((await store.snapshots('law')).map(loadSnapshot));
  await engine.close();
  return {
    journal,
    digest,
    record: running.record,
    saved,
    snapshots: snapshots.map(toStoredSnapshot),
  };
}

it('a world operator yields the journal of an engine, and two halves through a saved world yield the whole', async () => {
  const kinds = new Set<string>();
  let restored = 0;
  const cases = [
    sessionArbitrary,
    fc.array(step, { maxLength: 60, size: 'max' }),
    fc.nat(50),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...cases, async (actions, steps, cut) => {
      const { journal, digest, record, saved, snapshots } = await played(actions, steps, cut);
      const whole = await runOperator(inputsOf(journal), record, [], every);
      expect(whole).toEqual(journal);
      expect(textOf(whole)).toBe(textOf(journal));
      expect(whole.at(-1)?.digest ?? digest).toBe(digest);

      const middle = saved?.inputs ?? journal.length;
      const entries = JSON.parse(textOf(whole.slice(0, middle))) as JournalEntry[];
      const halves: (readonly [SavedWorld, number])[] = [
        [entries, middle],
        ...(saved === undefined ? [] : [[saved, middle] as const]),
        ...snapshots.map((snapshot) => [snapshot, snapshot.inputs] as const),
      ];
      for (const [half, inputs] of halves) {
        const rest = journal.slice(inputs);
        expect(textOf(await runOperator(inputsOf(rest), record, half, every))).toBe(textOf(rest));
      }
      restored += snapshots.length;
      for (const input of inputsOf(journal)) {
        kinds.add(input.kind);
        if (input.through !== undefined) kinds.add(`${input.kind} through`);
        if ('nonce' in input) kinds.add('nonce');
      }
    }),
    runs(24, firstCases({ seed: 4, count: 5 }, ...cases)),
  );
  expect(restored).toBeGreaterThan(0);
  expect([...kinds].toSorted()).toEqual([
    'clock',
    'command',
    'command through',
    'config',
    'hold',
    'hold through',
    'nonce',
    'release',
    'release through',
    'time',
  ]);
});
