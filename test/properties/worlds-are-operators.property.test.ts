// A world is an operator from inputs to entries: that of an engine's inputs gives the engine's journal.

import fc from 'fast-check';
import { from, lastValueFrom, toArray } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { world, type WorldRules } from '../../core/engine/world-operator.ts';
import type { InitialSettings, WorldState } from '../../core/engine/world-state.ts';
import type { Input, JournalEntry } from '../../core/kernel/input.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { shopDomains } from '../support/domains/print-shop.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import {
  bell,
  createPrinter,
  openShops,
  order,
  printedAtOnce,
  quiet,
  sendToShop,
  shopRecord,
} from '../support/engine/fake-oracle.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const inputsOf = (entries: readonly JournalEntry[]) => entries.map(({ input }) => input);

function retold(
  inputs: readonly Input[],
  record: InitialSettings,
  saved?: WorldState | Iterable<JournalEntry>,
  rules?: WorldRules,
): Promise<JournalEntry[]> {
  return lastValueFrom(from(inputs).pipe(world(record, saved, rules), toArray()));
}

/** Entries as bytes, digests included. */
const textOf = (entries: readonly JournalEntry[]): string => JSON.stringify(entries);

it('a world operator gives the journal of an engine, and two halves through a saved world give the whole', async () => {
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
      const { entries: told } = sessionOf(actions);
      const engine = await engineOver(createMemoryStore());
      const running = await engine.create(sessionRecord('law'));
      const cut = some % (told.length + 1);
      let saved: WorldState | undefined;
      for (const [index, { input }] of told.entries()) {
        if (index === cut) saved = await running.forkState();
        await feed(running, input);
      }
      const journal = await engine.store.read('law', 1, Number.MAX_SAFE_INTEGER);
      const { digest } = await running.describe();
      await engine.close();

      const whole = await retold(inputsOf(journal), running.record);
      expect(whole).toEqual(journal);
      expect(textOf(whole)).toBe(textOf(journal));
      expect(whole.at(-1)?.digest ?? digest).toBe(digest);

      const middle = saved?.inputs ?? journal.length;
      const rest = inputsOf(journal.slice(middle));
      const halves = [JSON.parse(textOf(whole.slice(0, middle))) as JournalEntry[], saved];
      for (const half of halves) {
        const second = await retold(rest, running.record, half ?? journal);
        expect(textOf(second)).toBe(textOf(journal.slice(middle)));
      }
    }),
    runs(20),
  );
});

const shopStep = fc.oneof(
  fc.record({ do: fc.constant('order'), ms: fc.nat(40) }),
  fc.record({ do: fc.constant('bell'), ms: fc.nat(40) }),
  fc.record({ do: fc.constant('pass'), ms: fc.nat(60) }),
  fc.record({ do: fc.constant('answer'), ms: fc.nat(3) }),
  fc.record({ do: fc.constant('skip'), ms: fc.constant(0) }),
);

it('a world operator gives the same whatever an engine had to hold while an answer was missing', async () => {
  let holds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(shopStep, { maxLength: 25 }), async (steps) => {
      const { asked, oracles } = createPrinter();
      const hostTime = { nowMs: 0 };
      const engine = await openShops({ oracles, hostTime });
      const running = await engine.create(shopRecord('real'));
      for (const [index, { do: what, ms }] of steps.entries()) {
        if (what === 'order') await sendToShop(running, order(`text ${index}`, ms));
        if (what === 'bell') await sendToShop(running, bell(ms));
        if (what === 'pass') hostTime.nowMs += ms;
        if (what === 'answer') asked[ms]?.finish();
        if (what === 'skip') await running.setClock({ rate: 1 + (index % 3) });
        await quiet();
        await running.tick();
      }
      for (const job of asked) job.finish();
      await quiet();
      const journal = await engine.store.read('w', 1, Number.MAX_SAFE_INTEGER);
      await engine.close();
      holds += journal.filter(({ input }) => input.kind === 'hold').length;
      const shops = { domains: shopDomains, oracles: printedAtOnce };
      const again = await retold(inputsOf(journal), running.record, [], shops);
      expect(textOf(again)).toBe(textOf(journal));
    }),
    runs(40),
  );
  expect(holds).toBeGreaterThan(0);
});
