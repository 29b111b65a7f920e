import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { step } from '../../core/engine/step.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

it('the nonces of a sender are confirmed in order and without gaps', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { entries } = sessionOf(actions);
      const replayed = pureWorld('session');
      const confirmed = new Map<string, number[]>();
      for (const { input } of entries) {
        const { entry } = step(replayed.state, input);
        for (const { event } of entry.events) {
          if (!('transactionId' in event)) continue;
          const isReturned = event.type === 'TransactionReturnedToMempool';
          if (!('networkFee' in event) && !isReturned) continue;
          const transaction = replayed.wallet.transactions.get(String(event.transactionId));
          const nonce =
            transaction !== undefined && 'nonce' in transaction ? transaction.nonce : undefined;
          if (transaction === undefined || nonce === undefined) continue;
          const before = confirmed.get(transaction.walletId) ?? [];
          // Only the last can leave its block again.
          if (isReturned) expect(before.at(-1)).toBe(nonce);
          confirmed.set(
            transaction.walletId,
            isReturned ? before.slice(0, -1) : [...before, nonce],
          );
        }
      }
      for (const nonces of confirmed.values())
        expect(nonces).toEqual(nonces.map((_, place) => place));
      for (const lane of replayed.wallet.lanes.values()) {
        const open = lane.pending.map((id) => replayed.wallet.transactions.get(id));
        const nonces = open.flatMap((one) =>
          one !== undefined && 'nonce' in one ? [one.nonce ?? -1] : [],
        );
        const first = confirmed.get(lane.walletId)?.length ?? 0;
        expect(nonces).toEqual(nonces.map((_, place) => first + place));
      }
    }),
  );
});
