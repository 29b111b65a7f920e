import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf } from '../../../../core/wallet/chain/blockchains.ts';
import {
  baseFeeAt,
  type ChainState,
  changeConditions,
  feeLevels,
  firstHeight,
  isIncluded,
  jitterPeriod,
  settledHeight,
} from '../../../../core/wallet/chain/fee-market.ts';
import { inclusionOf, planQueue } from '../../../../core/wallet/broadcast/inclusion.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import type { Attempt, Broadcast } from '../../../../core/wallet/records/transaction.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { firstCases, runs } from '../../../support/runner/runs.ts';
import { transfer } from '../../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld, start } from '../../../support/wallet/setups.ts';
import { broadcastOf, steer, walletAt } from '../../../support/wallet/world-queries.ts';

function chainIn(world: FundedWorld): ChainState {
  const chain = world.wallet.chains.get('ETH-SEPOLIA');
  if (chain === undefined) throw new Error('ETH-SEPOLIA is not run');
  return chain;
}

/** A world with transfers of one sender in the mempool, one for each level, and their ids. */
function sent(levels: readonly ('LOW' | 'MEDIUM' | 'HIGH')[]) {
  const world = given(wallet, fundedWallets());
  const { id: walletId } = walletAt(world, 0);
  const ids = levels.map((feeLevel) => start(world, transfer(walletId, { fee: { feeLevel } })));
  world.after('1s');
  const plan = () => {
    const queue = world.wallet.lanes.get(walletId);
    if (queue === undefined) throw new Error('The sender has no queue');
    const hasNonces = chainOf('ETH-SEPOLIA').rules?.hasNonces === true;
    return planQueue(world.wallet, queue, chainIn(world), hasNonces, world.state.nowMs);
  };
  return { world, ids, heights: () => ids.map((id) => plan().get(id)?.height) };
}

describe('planQueue', () => {
  it.each([
    ['HIGH', 1],
    ['MEDIUM', 2],
    ['LOW', 4],
  ] as const)('includes %s after %d blocks', (level, blocks) => {
    expect(sent([level]).heights()).toEqual([firstHeight + blocks]);
  });

  it('never includes a nonce before the previous one', () => {
    expect(sent(['LOW', 'HIGH', 'MEDIUM']).heights()).toEqual([
      firstHeight + 4,
      firstHeight + 4,
      firstHeight + 4,
    ]);
  });

  it('does not delay a transaction because of later ones', () => {
    expect(sent(['HIGH', 'LOW']).heights()).toEqual([firstHeight + 1, firstHeight + 4]);
  });

  it('includes nothing after a nonce that no block includes', () => {
    const { world, ids, heights } = sent(['HIGH', 'HIGH', 'HIGH']);
    world.having(steer(ids[1] ?? '', 'stick'));
    expect(heights()).toEqual([firstHeight + 1, undefined, undefined]);
  });

  it('omits queued transactions', () => {
    const { world, heights } = sent(['HIGH']);
    start(world, transfer(walletAt(world, 0).id));
    world.after('500ms');
    expect(heights()).toEqual([firstHeight + 1]);
  });
});

describe('marks', () => {
  it.each(['stick', 'drop'] as const)(
    'exclude a transaction from all blocks after %s',
    (action) => {
      const { world, ids, heights } = sent(['HIGH']);
      world.having(steer(ids[0] ?? '', action));
      expect(heights()).toEqual([undefined]);
    },
  );

  it('include a transaction in the next block after confirm, at any fee', () => {
    const { world, ids, heights } = sent(['LOW']);
    world.having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', baseFeeGwei: '1000' });
    expect(heights()).toEqual([undefined]);
    world.having(steer(ids[0] ?? '', 'confirm'));
    expect(heights()).toEqual([firstHeight + 1]);
  });

  it('are gone after unstick', () => {
    const { world, ids, heights } = sent(['MEDIUM']);
    world.having(steer(ids[0] ?? '', 'stick')).having(steer(ids[0] ?? '', 'unstick'));
    expect(heights()).toEqual([firstHeight + 2]);
  });
});

describe('inclusionOf', () => {
  const { world, ids } = sent(['LOW']);
  const broadcast = broadcastOf(world, ids[0] ?? '');
  const calm = chainIn(world);

  const offers = fc.record({
    maxFee: fc.bigInt({ min: 0n, max: 100n * 10n ** 9n }),
    priorityFee: fc.bigInt({ min: 0n, max: 3n * 10n ** 9n }),
  });
  const conditions = fc.record({
    calmFee: fc.bigInt({ min: 0n, max: 60n * 10n ** 9n }),
    congestionMilli: fc.integer({ min: 0, max: 10_000 }),
  });

  function bruteForce(chain: ChainState, attempt: Attempt, floor: number): number | undefined {
    const end = Math.max(floor, settledHeight(chain)) + 1_000;
    for (let height = Math.max(floor, attempt.fromHeight + 1); height < end; height += 1) {
      if (isIncluded(chain, attempt, height, height - attempt.fromHeight)) return height;
    }
    return undefined;
  }

  it('returns the first height that includes the offer, or none if there is no such height', () => {
    const ages = fc.integer({ min: 0, max: 20 });
    const floors = fc.integer({ min: 0, max: 40 });
    const heights = new Set<boolean>();
    fc.assert(
      fc.property(
        offers,
        conditions,
        conditions,
        ages,
        floors,
        (offer, first, then, age, above) => {
          const before = changeConditions(calm, first, epochMs);
          const chain = changeConditions(before, then, epochMs + 24_000);
          const attempt = { ...broadcast.attempt, ...offer, fromHeight: firstHeight + 22 - age };
          const floor = chain.anchor.height + above;
          const expected = bruteForce(chain, attempt, floor);
          heights.add(expected === undefined);
          expect(inclusionOf(chain, { ...broadcast, attempt }, floor)?.height).toBe(expected);
        },
      ),
      runs(500, firstCases({ seed: 7, count: 2 }, offers, conditions, conditions, ages, floors)),
    );
    expect(heights.size).toBe(2); // offers with and without a height occurred
  });

  it('waits for the one dip of the base fee that an offer can pay', () => {
    const fees = Array.from({ length: jitterPeriod }, (_, i) =>
      baseFeeAt(calm, firstHeight + 4 + i),
    );
    const lowest = fees.reduce((least, fee) => (fee < least ? fee : least));
    for (let start = 0; start < jitterPeriod; start += 1) {
      const offer = { maxFee: lowest, priorityFee: 0n, fromHeight: firstHeight + start };
      const attempt = { ...broadcast.attempt, ...offer };
      const expected = bruteForce(calm, attempt, firstHeight);
      expect(expected).toBeGreaterThan(firstHeight + start);
      expect(inclusionOf(calm, { ...broadcast, attempt }, firstHeight)?.height).toBe(expected);
      const poor = { ...attempt, maxFee: lowest - 1n };
      expect(inclusionOf(calm, { ...broadcast, attempt: poor }, firstHeight)).toBeUndefined();
    }
  });

  const levels = feeLevels(calm, calm.calmFee);
  const at = (level: 'LOW' | 'MEDIUM' | 'HIGH', fromHeight: number): Attempt => ({
    ...broadcast.attempt,
    ...levels[level],
    fromHeight,
  });
  const race = (attempt: Attempt, cancellation: Attempt) => {
    const racing: Broadcast = { ...broadcast, attempt, cancellation };
    return inclusionOf(calm, racing, firstHeight + 1);
  };

  it('finds the one height of a period at which the base fee is low enough', () => {
    const own = chainIn(given(wallet, fundedWallets()));
    const chain = {
      ...own,
      jitterMilli: own.jitterMilli.map((_, place) => (place === 7 ? -20 : 0)),
    };
    const settled = settledHeight(chain);
    const heights = Array.from({ length: jitterPeriod }, (_, index) => settled + index);
    const fees = heights.map((height) => baseFeeAt(chain, height));
    const lowest = fees.reduce((left, right) => (left < right ? left : right));
    expect(fees.filter((fee) => fee === lowest)).toHaveLength(1);
    for (const fromHeight of heights) {
      const attempt = { ...at('LOW', fromHeight), maxFee: lowest, priorityFee: 0n };
      const found = inclusionOf(chain, { attempt } as Broadcast, fromHeight + 1);
      expect({ fromHeight, isFound: found !== undefined }).toEqual({ fromHeight, isFound: true });
      expect(baseFeeAt(chain, found!.height)).toBe(lowest);
    }
  });

  it('returns the cancellation if its block comes first', () => {
    expect(race(at('LOW', firstHeight), at('HIGH', firstHeight))).toEqual({
      height: firstHeight + 1,
      winner: 'cancellation',
    });
  });

  it('returns the attempt if its block comes first', () => {
    expect(race(at('HIGH', firstHeight), at('HIGH', firstHeight + 1))).toEqual({
      height: firstHeight + 1,
      winner: 'attempt',
    });
  });

  it('selects the attempt that the operator confirmed, if one block may include either', () => {
    const wanted = { ...at('LOW', firstHeight), mark: 'wanted' as const };
    expect(race(wanted, at('HIGH', firstHeight))).toEqual({
      height: firstHeight + 1,
      winner: 'attempt',
    });
  });

  it('returns the cancellation, which bids more, if one block may include either', () => {
    expect(race(at('MEDIUM', firstHeight), at('HIGH', firstHeight + 1))).toEqual({
      height: firstHeight + 2,
      winner: 'cancellation',
    });
  });
});
