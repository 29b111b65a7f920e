import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventsOf, sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { needsOf } from '../../core/wallet/state.ts';
import { nativeToken } from '../../core/wallet/tokens.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';

it('conserves value: what all addresses hold and what was burnt is what was funded', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { wallet, entries } = sessionOf(actions);
      const funded = new Map<string, bigint>();
      const left = new Map<string, bigint>();
      const burnt = new Map<string, bigint>(); // by transaction
      const add = (map: Map<string, bigint>, token: string, units: bigint) =>
        map.set(token, (map.get(token) ?? 0n) + units);
      for (const { event } of eventsOf(entries)) {
        const known = event as WalletEvent;
        if (known.type === 'FundsDeposited') add(funded, known.tokenId, BigInt(known.units));
        if ('networkFee' in known) burnt.set(known.transactionId, BigInt(known.networkFee));
        if (known.type === 'TransactionReturned') burnt.delete(known.transactionId);
      }
      for (const [id, fee] of burnt) {
        add(left, nativeToken(wallet.transactions.get(id)!.blockchain)!.id, fee);
      }
      for (const { tokenId, units } of wallet.balances.values()) add(left, tokenId, units);
      for (const [token, units] of left) if (units === 0n) left.delete(token);
      expect(Object.fromEntries(left)).toEqual(Object.fromEntries(funded));
    }),
  );
});

it('holds back exactly what the transfers under way need, and no more than there is', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { wallet } = sessionOf(actions);
      const needed = new Map<string, bigint>();
      for (const transaction of wallet.transactions.values()) {
        if (transaction.direction === 'INBOUND') continue;
        const isOpen = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'STUCK'].includes(
          transaction.state,
        );
        if (!isOpen) continue;
        const { blockchain, source, movements, gasReserved } = transaction;
        const native = nativeToken(blockchain)!.id;
        const gas = { tokenId: native, units: gasReserved };
        for (const { tokenId, units } of [...needsOf(source, movements), gas]) {
          const id = `${blockchain}/${source}/${tokenId}`;
          needed.set(id, (needed.get(id) ?? 0n) + units);
        }
      }
      for (const { id, reserved, units } of wallet.balances.values()) {
        expect(reserved).toBe(needed.get(id) ?? 0n);
        expect(units).toBeGreaterThanOrEqual(reserved);
      }
    }),
  );
});
