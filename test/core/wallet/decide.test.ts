import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steeringActions, type WalletCommand } from '../../../core/wallet/commands.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { transitions } from '../../../core/wallet/records/lifecycle.ts';
import { needsOf } from '../../../core/wallet/records/operation.ts';
import type { TransactionState } from '../../../core/wallet/records/transaction.ts';
import { given } from '../../support/given.ts';
import { runs } from '../../support/runner/runs.ts';
import {
  accelerate,
  cancel,
  strangerAddress,
  transfer,
  usdcId,
} from '../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld, type WalletWorld } from '../../support/wallet/setups.ts';
import { nativeIdOf, nonceOf, walletAt } from '../../support/wallet/world-queries.ts';

// Any commands in any order conserve money, and follow the rules of nonces and lifecycles.

type Step =
  | {
      readonly do: 'transfer';
      readonly from: number;
      readonly to: number;
      readonly amount: string;
      readonly level: 'LOW' | 'MEDIUM' | 'HIGH';
      readonly isNative: boolean;
    }
  | { readonly do: 'accelerate' | 'cancel'; readonly nth: number }
  | {
      readonly do: 'steer';
      readonly nth: number;
      readonly action: (typeof steeringActions)[number];
    }
  | {
      readonly do: 'chain';
      readonly change: {
        paused?: boolean;
        congestion?: string;
        baseFeeGwei?: string;
        blockTimeMs?: number;
      };
    }
  | { readonly do: 'pass'; readonly ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('transfer' as const),
        from: fc.nat(1),
        to: fc.nat(2),
        amount: fc.constantFrom('1', '0.5', '400', '1000', '9.99'),
        level: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
        isNative: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('accelerate' as const, 'cancel' as const),
        nth: fc.nat(12),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('steer' as const),
        nth: fc.nat(12),
        action: fc.constantFrom(...steeringActions),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('chain' as const),
        change: fc.record(
          {
            paused: fc.boolean(),
            congestion: fc.constantFrom('0', '0.1', '4'),
            baseFeeGwei: fc.constantFrom('1', '10', '40'),
            blockTimeMs: fc.constantFrom(500, 2_000, 12_000),
          },
          { requiredKeys: [] },
        ),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(0, 100, 200, 600, 1_000, 11_900, 24_000, 200_000),
      }),
    },
  ),
  { maxLength: 40 },
);

const isLive = (state: TransactionState) => transitions[state].length > 0;

function commandOf(world: FundedWorld, step: Exclude<Step, { do: 'pass' }>): WalletCommand {
  const outbound = [...world.wallet.transactions.values()].filter(
    ({ direction }) => direction === 'OUTBOUND',
  );
  const nth = (index: number) => outbound[index % Math.max(outbound.length, 1)]?.id ?? 'none';
  switch (step.do) {
    case 'transfer':
      return transfer(walletAt(world, step.from).id, {
        destination: world.wallets[step.to]?.address ?? strangerAddress,
        amounts: [step.amount],
        fee: { feeLevel: step.level },
        token: { tokenId: step.isNative ? nativeIdOf('ETH-SEPOLIA') : usdcId },
      });
    case 'accelerate':
      return accelerate(nth(step.nth));
    case 'cancel':
      return cancel(nth(step.nth));
    case 'steer':
      return { type: 'SteerTransaction', transactionId: nth(step.nth), action: step.action };
    case 'chain':
      return { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', ...step.change };
  }
}

/** The supply of a token, including units that were burnt as gas. */
function supplyOf(world: WalletWorld, tokenId: string): bigint {
  let supply = 0n;
  for (const balance of world.wallet.balances.values()) {
    if (balance.tokenId === tokenId) supply += balance.units;
  }
  if (tokenId !== nativeIdOf('ETH-SEPOLIA')) return supply;
  for (const transaction of world.wallet.transactions.values()) {
    if ('mined' in transaction) supply += transaction.mined?.networkFee ?? 0n;
  }
  return supply;
}

/** The units that pending transactions reserve, by balance. */
function claims(world: WalletWorld): ReadonlyMap<string, bigint> {
  const claimed = new Map<string, bigint>();
  const add = (id: string, units: bigint) => claimed.set(id, (claimed.get(id) ?? 0n) + units);
  for (const transaction of world.wallet.transactions.values()) {
    if (transaction.direction === 'INBOUND') continue;
    if (!isLive(transaction.state) || transaction.state === 'CONFIRMED') continue;
    const { blockchain, source, movements, gasReserved } = transaction;
    for (const { tokenId, units } of needsOf(source, movements)) {
      add(`${blockchain}/${source}/${tokenId}`, units);
    }
    add(`${blockchain}/${source}/${nativeIdOf(blockchain)}`, gasReserved);
  }
  return claimed;
}

/** The state of a transaction after each event that changes it. */
const statesAfter: Readonly<Partial<Record<WalletEvent['type'], TransactionState>>> = {
  TransferInitiated: 'INITIATED',
  TransactionCleared: 'CLEARED',
  TransactionDenied: 'DENIED',
  TransactionQueued: 'QUEUED',
  TransactionSent: 'SENT',
  TransactionStuck: 'STUCK',
  TransactionRecovered: 'SENT',
  TransactionAccelerated: 'SENT',
  TransactionCancelledBeforeSend: 'CANCELLED',
  TransactionConfirmed: 'CONFIRMED',
  CancellationConfirmed: 'CANCELLED',
  TransactionReverted: 'FAILED',
  TransactionFailed: 'FAILED',
  TransactionReorganised: 'FAILED',
  TransactionCompleted: 'COMPLETE',
};

function stateAfter(event: WalletEvent): TransactionState | undefined {
  if (event.type !== 'TransactionSteered') return statesAfter[event.type];
  return event.action === 'unstick' ? 'SENT' : undefined;
}

/** Checks that each event of a transaction follows the table of transitions, or does not change the state. */
function expectLegalHistory(world: FundedWorld): void {
  const states = new Map<string, TransactionState>();
  for (const { event } of world.entries.flatMap(({ events }) => events)) {
    const fact = event as WalletEvent;
    if (!('transactionId' in fact)) continue;
    const { transactionId: id } = fact;
    if (world.wallet.transactions.get(id)?.direction !== 'OUTBOUND') continue;
    const [before, after] = [states.get(id), stateAfter(fact)];
    if (after === undefined || after === before) continue;
    if (before !== undefined) expect(transitions[before], fact.type).toContain(after);
    states.set(id, after);
  }
  for (const [id, state] of states) expect(world.wallet.transactions.get(id)?.state).toBe(state);
}

function expectLaws(world: FundedWorld): void {
  const claimed = claims(world);
  for (const { id, units, reserved } of world.wallet.balances.values()) {
    expect(reserved).toBe(claimed.get(id) ?? 0n);
    expect(units).toBeGreaterThanOrEqual(reserved);
  }
  for (const { nextNonce, pending } of world.wallet.lanes.values()) {
    const nonces = pending.map((id) => nonceOf(world, id));
    expect(nonces).toEqual(pending.map((_, index) => nextNonce - pending.length + index));
  }
}

describe('any sequence of commands', () => {
  it('conserves funds, keeps nonces and lifecycles valid, and becomes idle', () => {
    fc.assert(
      fc.property(steps, (steps) => {
        const world = given(wallet, fundedWallets());
        const tokens = [usdcId, nativeIdOf('ETH-SEPOLIA')];
        const supplies = tokens.map((tokenId) => supplyOf(world, tokenId));
        const states = new Map<string, TransactionState>();
        const observe = () => {
          expectLaws(world);
          expect(tokens.map((tokenId) => supplyOf(world, tokenId))).toEqual(supplies);
          for (const { id, state } of world.wallet.transactions.values()) {
            const before = states.get(id);
            const isOver = before !== undefined && !isLive(before);
            if (isOver) expect(state).toBe(before);
            states.set(id, state);
          }
        };
        for (const step of steps) {
          if (step.do === 'pass') world.after(step.ms);
          else world.trying(commandOf(world, step));
          observe();
        }
        // The operator releases all transactions: then each becomes final.
        const calm = { congestion: '0', baseFeeGwei: '1', paused: false, blockTimeMs: 12_000 };
        world.having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', ...calm }).after('2s');
        for (const { id, state } of world.wallet.transactions.values()) {
          if (state !== 'SENT' && state !== 'STUCK') continue;
          world.trying({ type: 'SteerTransaction', transactionId: id, action: 'confirm' }); // rejected if it was just mined
        }
        world.after('1000s');
        observe();
        expectLegalHistory(world);
        expect([...states.values()].filter(isLive)).toEqual([]);
        expect(world.state.dues.size).toBe(0);
      }),
      runs(150),
    );
  });
});
