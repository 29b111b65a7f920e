import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { transitions } from '../../core/wallet/records/lifecycle.ts';
import { evolve } from '../../core/wallet/evolve.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import type { WalletState } from '../../core/wallet/state.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { sessionArbitrary, sessionOf, walletEventsOf } from '../support/arbitraries/session.ts';
import { firstCases, runs } from '../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

it('transactions have legal transitions only, event by event', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { entries } = sessionOf(actions);
      const state = pureWorld('session').wallet as unknown as WalletState;
      for (const { event, atMs } of walletEventsOf(entries)) {
        const known = event as WalletEvent;
        const touched =
          'transactionId' in known
            ? [known.transactionId, ...('inboundIds' in known ? (known.inboundIds ?? []) : [])]
            : [];
        const before = touched.map((id) => state.transactions.get(id)?.state);
        evolve(state, known, atMs);
        touched.forEach((id, place) => {
          const from = before[place];
          const to = state.transactions.get(id)?.state;
          if (from === undefined || to === undefined || from === to) return;
          seen.add(`${from} -> ${to}`);
          expect(transitions[from]).toContain(to);
        });
      }
    }),
    runs(200, firstCases({ seed: 1, count: 10 }, sessionArbitrary)),
  );
  // The sessions must reach the rare transitions, too.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'SENT -> STUCK',
      'STUCK -> SENT',
      'SENT -> CONFIRMED',
      'CONFIRMED -> COMPLETE',
      'SENT -> CANCELLED',
      'CONFIRMED -> FAILED',
      'CONFIRMED -> SENT',
    ]),
  );
});
