import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionArbitrary, sessionOf, walletEventsOf } from '../support/arbitraries/session.ts';
import { isNftAccount, nftHoldingId, supplyOf } from '../../core/wallet/tokens/holdings.ts';
import { isSponsored, type OutboundTransaction } from '../../core/wallet/records/transaction.ts';
import { needsOf } from '../../core/wallet/records/operation.ts';
import { nftId } from '../../core/wallet/records/token.ts';
import { tokenById } from '../../core/wallet/tokens/registry.ts';
import { nativeToken } from '../../core/wallet/tokens/catalogue.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';

it('value is conserved: all balances and burnt fees equal all funded and minted amounts', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { wallet, entries } = sessionOf(actions);
      const funded = new Map<string, bigint>();
      const left = new Map<string, bigint>();
      const burnt = new Map<string, bigint>(); // by transaction
      const add = (map: Map<string, bigint>, token: string, units: bigint) =>
        map.set(token, (map.get(token) ?? 0n) + units);
      for (const { event } of walletEventsOf(entries)) {
        const known = event as WalletEvent;
        if (known.type === 'FundsDeposited') add(funded, nftId(known), BigInt(known.units));
        if ('networkFee' in known) burnt.set(known.transactionId, BigInt(known.networkFee));
        if (known.type === 'TransactionReturnedToMempool') burnt.delete(known.transactionId);
      }
      for (const [id, fee] of burnt) {
        const transaction = wallet.transactions.get(id) as OutboundTransaction;
        // Sponsors pay with their own funds.
        if (!isSponsored(transaction)) add(left, nativeToken(transaction.blockchain)!.id, fee);
      }
      for (const transaction of wallet.transactions.values()) {
        const isMined = transaction.state === 'CONFIRMED' || transaction.state === 'COMPLETE';
        if (transaction.direction === 'INBOUND' || !isMined) continue;
        for (const movement of transaction.movements) {
          if (movement.mint !== undefined) add(funded, nftId(movement), movement.units);
        }
      }
      for (const { tokenId, units } of wallet.balances.values()) add(left, tokenId, units);
      for (const holding of wallet.nftHoldings.values()) add(left, nftId(holding), holding.units);
      for (const [token, units] of left) if (units === 0n) left.delete(token);
      expect(Object.fromEntries(left)).toEqual(Object.fromEntries(funded));
    }),
  );
});

it('the supply of a token is the sum of all balances', () => {
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const { wallet } = sessionOf(actions);
      const held = new Map<string, bigint>();
      for (const { tokenId, units } of [
        ...wallet.balances.values(),
        ...wallet.nftHoldings.values(),
      ]) {
        if (tokenById(wallet, tokenId)?.isNative !== false) continue;
        held.set(tokenId, (held.get(tokenId) ?? 0n) + units);
      }
      const supplies = [...wallet.supplies.values()].map(({ id, units }) => [id, units] as const);
      for (const [id, units] of held) expect(supplyOf(wallet, id)).toBe(units);
      for (const [id, units] of supplies) expect(held.get(id) ?? 0n).toBe(units);
    }),
  );
});

it('reservations are exactly the needs of pending transfers, and never exceed the balance', () => {
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
        for (const { units, ...token } of [...needsOf(source, movements), gas]) {
          const account = { blockchain, address: source, ...token };
          const id = isNftAccount(wallet, account)
            ? nftHoldingId(account)
            : `${blockchain}/${source}/${token.tokenId}`;
          needed.set(id, (needed.get(id) ?? 0n) + units);
        }
      }
      const holdings = [...wallet.balances.values(), ...wallet.nftHoldings.values()];
      for (const { id, reserved, units } of holdings) {
        expect(reserved).toBe(needed.get(id) ?? 0n);
        expect(units).toBeGreaterThanOrEqual(reserved);
      }
    }),
  );
});
