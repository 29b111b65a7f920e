// One sender has several transactions, which are accelerated, cancelled or disturbed at every step. Each nonce has one winner,
// and every reservation is spent or freed.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstCases, runs } from '../support/runner/runs.ts';
import { step } from '../../core/engine/step.ts';
import type { AccountType } from '../../core/wallet/keys/account.ts';
import { chainOf, type Blockchain } from '../../core/wallet/chain/blockchains.ts';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import type { AttemptData } from '../../core/wallet/events/parts.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { available } from '../../core/wallet/tokens/holdings.ts';
import { isSponsored, type OutboundTransaction } from '../../core/wallet/records/transaction.ts';
import { nativeToken } from '../../core/wallet/tokens/catalogue.ts';
import { accelerate, cancel, transfer } from '../support/wallet/commands.ts';
import { fundedWorld, type PureFundedWorld } from '../support/wallet/pure-worlds.ts';

const senders: readonly (readonly [Blockchain, AccountType])[] = [
  ['ETH-SEPOLIA', 'EOA'],
  ['MATIC-AMOY', 'EOA'],
  ['MATIC-AMOY', 'SCA'],
  ['MATIC', 'SCA'],
];

const deeds = [
  'accelerate',
  'accelerate',
  'cancel',
  'cancel',
  'stick',
  'unstick',
  'drop',
  'confirm',
  'fail',
  'mempool',
  'failed',
  'congest',
  'calm',
  'start',
] as const;

/** An action, `steps` dues after the previous one. */
const deed = fc.record({
  do: fc.constantFrom(...deeds),
  transaction: fc.nat({ max: 4 }),
  steps: fc.oneof(fc.constant(0), fc.nat({ max: 6 })),
  isBefore: fc.boolean(),
});

const race = fc.record({
  sender: fc.constantFrom(...senders),
  levels: fc.array(fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const), {
    minLength: 2,
    maxLength: 4,
  }),
  deeds: fc.array(deed, { minLength: 4, maxLength: 30, size: 'max' }),
});

type Race = typeof race extends fc.Arbitrary<infer T> ? T : never;
type Deed = Race['deeds'][number];

interface Run extends PureFundedWorld {
  readonly ids: readonly string[];
  readonly sender: PureFundedWorld['wallets'][number];
}

/** Runs a race, then lets all transactions finish. */
function run({ sender: [blockchain, accountType], levels, deeds: all }: Race): Run {
  const amounts = { native: '1', usdc: '100' };
  const world = fundedWorld([blockchain], amounts, accountType);
  const { network } = chainOf(blockchain);
  const [sender, receiver] = world.wallets;
  if (sender === undefined || receiver === undefined) throw new Error('There are two wallets.');
  const ids: string[] = [];
  const native = nativeToken(blockchain)?.id ?? '';
  const start = (feeLevel: 'LOW' | 'MEDIUM' | 'HIGH') => {
    const tokenId = native;
    const own = { network, token: { tokenId }, destination: receiver.address, fee: { feeLevel } };
    ids.push(world.start(transfer(sender.id, { ...own, amounts: ['0.01'] })));
  };
  const commandOf = ({ do: kind, transaction }: Deed): WalletCommand | undefined => {
    const transactionId = ids[transaction % ids.length] ?? '';
    switch (kind) {
      case 'accelerate':
        return accelerate(transactionId, { network });
      case 'cancel':
        return cancel(transactionId, { network });
      case 'mempool':
      case 'failed':
        return { type: 'SteerTransaction', transactionId, action: 'reorg', to: kind };
      case 'congest':
        return { type: 'ChangeChain', blockchain, congestion: '2' };
      case 'calm':
        return { type: 'ChangeChain', blockchain, congestion: '0' };
      case 'start':
        return undefined;
      case 'stick':
      case 'unstick':
      case 'drop':
      case 'confirm':
      case 'fail':
        return { type: 'SteerTransaction', transactionId, action: kind };
    }
  };
  for (const feeLevel of levels) start(feeLevel);
  for (const one of all) {
    for (let steps = 0; steps < one.steps; steps += 1) toNext(world, 0);
    // Right before the next due, or right after the last one.
    if (one.isBefore) toNext(world, -1);
    const command = commandOf(one);
    if (command !== undefined) world.decide('wallet', command);
    else if (ids.length < 8) start('LOW');
  }
  world.decide('wallet', { type: 'ChangeChain', blockchain, congestion: '0' });
  for (let times = 0; times < 3; times += 1) {
    world.pass(3_600_000);
    for (const transactionId of ids) {
      world.decide('wallet', { type: 'SteerTransaction', transactionId, action: 'unstick' });
    }
  }
  world.pass(3_600_000);
  return { ...world, ids, sender };
}

/** Moves time to the next due, plus `ms`. */
function toNext(world: PureFundedWorld, ms: number): void {
  const dueMs = world.state.dues.next()?.dueMs;
  if (dueMs !== undefined) world.pass(Math.max(0, dueMs - world.state.nowMs + ms));
}

const finals: readonly OutboundTransaction['state'][] = [
  'COMPLETE',
  'FAILED',
  'CANCELLED',
  'DENIED',
];

/** The outbound transactions of a finished run. */
function outboundOf({ wallet, ids }: Run): readonly OutboundTransaction[] {
  return ids.map((id) => {
    const transaction = wallet.transactions.get(id);
    if (transaction?.direction !== 'OUTBOUND') throw new Error(`There is no transaction ${id}.`);
    return transaction;
  });
}

it('each nonce has one winner, which alone pays, and every reservation is freed', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(race, (given) => {
      const world = run(given);
      const { wallet, sender } = world;
      const transactions = outboundOf(world);
      const attempts = new Map<
        string,
        { readonly of: string; readonly is: string } & AttemptData
      >();
      const mined = new Map<string, { readonly hash: string; readonly fee: bigint }>();
      for (const { event } of world.entries.flatMap(({ events }) => events)) {
        const known = event as WalletEvent;
        if ('attempt' in known && 'transactionId' in known && known.attempt !== undefined) {
          const is = known.type === 'CancellationSent' ? 'cancellation' : 'attempt';
          expect(attempts.has(known.attempt.txHash)).toBe(false); // nothing is signed twice
          attempts.set(known.attempt.txHash, { of: known.transactionId, is, ...known.attempt });
        }
        if ('networkFee' in known) {
          expect(mined.has(known.transactionId)).toBe(false);
          const { block, networkFee } = known;
          mined.set(known.transactionId, { hash: block.hash, fee: BigInt(networkFee) });
        }
        if (known.type === 'TransactionReturnedToMempool') mined.delete(known.transactionId);
      }

      const nonces: number[] = [];
      let sentAway = 0n;
      let burnt = 0n;
      for (const transaction of transactions) {
        expect(finals).toContain(transaction.state);
        seen.add(transaction.state);
        const inBlock = 'mined' in transaction ? transaction.mined : undefined;
        expect(inBlock === undefined).toBe(!mined.has(transaction.id));
        if (inBlock === undefined) continue;
        nonces.push(('nonce' in transaction ? transaction.nonce : undefined) ?? -1);
        if (!isSponsored(transaction)) burnt += inBlock.networkFee;
        const winners = [...attempts.values()].filter(
          ({ of, is }) =>
            of === transaction.id &&
            is === (transaction.state === 'CANCELLED' ? 'cancellation' : 'attempt'),
        );
        const won = winners.at(-1);
        if (transaction.isSmart !== true) expect(inBlock.txHash).toBe(won?.txHash);
        const most = BigInt(won?.maxFee ?? 0) * BigInt(won?.gasLimit ?? 0);
        expect(inBlock.networkFee).toBeGreaterThan(0n);
        expect(inBlock.networkFee).toBeLessThanOrEqual(most);
        if (transaction.state === 'CANCELLED') seen.add('cancellation won');
        const isPaid = transaction.state === 'COMPLETE';
        if (isPaid) for (const { units } of transaction.movements) sentAway += units;
        if (
          isPaid &&
          [...attempts.values()].some(
            ({ of, is }) => of === transaction.id && is === 'cancellation',
          )
        )
          seen.add('cancellation lost');
      }
      expect(nonces.sort((one, other) => one - other)).toEqual(nonces.map((_none, place) => place));
      const native = nativeToken(sender.blockchain)?.id ?? '';
      const left = available(wallet, sender.blockchain, sender.address, native);
      expect(left).toBe(10n ** 18n - sentAway - burnt);
      expect(wallet.lanes.get(sender.id)?.pending ?? []).toEqual([]);
      expect(wallet.lanes.get(sender.id)?.nextNonce ?? 0).toBe(nonces.length);
    }),
    runs(100, firstCases({ seed: 17, count: 4 }, race)),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'COMPLETE',
      'FAILED',
      'CANCELLED',
      'cancellation won',
      'cancellation lost',
    ]),
  );
});

it('reservations are the required amounts at every step, and never exceed the balance', () => {
  fc.assert(
    fc.property(race, (given) => {
      const world = run(given);
      const again = fundedWorld([given.sender[0]], {}, given.sender[1]);
      const native = nativeToken(given.sender[0])?.id ?? '';
      for (const { input } of world.entries.slice(again.entries.length)) {
        step(again.state, { ...input, n: again.state.inputs + 1 });
        let needed = 0n;
        for (const id of world.ids) {
          const transaction = again.wallet.transactions.get(id);
          if (transaction?.direction !== 'OUTBOUND') continue;
          const { state, movements, gasReserved } = transaction;
          const isOpen = state !== 'CONFIRMED' && !finals.includes(state);
          const moved = movements.reduce((sum, { units }) => sum + units, 0n);
          if (isOpen) needed += moved + gasReserved;
        }
        const { source, blockchain } = {
          source: world.sender.address,
          blockchain: given.sender[0],
        };
        const id = `${blockchain}/${source}/${native}`;
        const balance = again.wallet.balances.get(id);
        expect(balance?.reserved ?? 0n).toBe(needed);
        expect(balance?.units ?? 0n).toBeGreaterThanOrEqual(needed);
      }
    }),
    runs(30),
  );
});
