import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import {
  chainOf,
  runningChains,
  type Blockchain,
} from '../../../../core/wallet/chain/blockchains.ts';
import {
  baseFeeAt,
  changeConditions,
  feeLevels,
  firstHeight,
  heightAt,
  initialChain,
  instantOf,
  isIncluded,
  nextHeight,
  replacementFee,
  pricePaid,
  settledHeight,
  jitterPeriod,
  type ChainState,
} from '../../../../core/wallet/chain/fee-market.ts';
import { epochMs, genesisOf, hash } from '../../../support/engine/pure-world.ts';

const gwei = 10n ** 9n;

function chain(blockchain: Blockchain = 'ETH-SEPOLIA', seed = 'fees'): ChainState {
  const { rules } = chainOf(blockchain);
  if (rules === undefined) throw new Error(`${blockchain} is not run`);
  return initialChain(blockchain, rules, createContext(genesisOf(seed), hash, epochMs));
}

describe('outbid', () => {
  const fee = fc.bigInt({ min: 1n, max: 10n ** 15n });

  it('adds a tenth, rounded up: nodes refuse a replacement that adds less', () => {
    fc.assert(
      fc.property(fee, fee, (first, second) => {
        const [priorityFee, maxFee] = first < second ? [first, second] : [second, first];
        const next = replacementFee(chain(), { priorityFee, maxFee }, epochMs);
        expect(next.priorityFee * 10n >= priorityFee * 11n).toBe(true);
        expect(next.maxFee * 10n >= maxFee * 11n).toBe(true);
      }),
    );
  });
});

/** The chain without fee jitter. */
const smooth = (own: ChainState): ChainState => ({
  ...own,
  jitterMilli: own.jitterMilli.map(() => 0),
});

const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

describe('blocks', () => {
  it('start at the first height at the epoch and come at the block time', () => {
    const eth = chain();
    expect(heightAt(eth, epochMs)).toBe(firstHeight);
    expect(heightAt(eth, epochMs + 11_999)).toBe(firstHeight);
    expect(heightAt(eth, epochMs + 12_000)).toBe(firstHeight + 1);
  });

  it('have instants at which they are the newest, and not before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...runningChains.map(({ blockchain }) => blockchain)),
        fc.integer({ min: 1, max: 10_000_000 }),
        (blockchain, above) => {
          const own = chain(blockchain);
          const instant = instantOf(own, firstHeight + above) ?? 0;
          expect(heightAt(own, instant)).toBe(firstHeight + above);
          expect(heightAt(own, instant - 1)).toBe(firstHeight + above - 1);
        },
      ),
    );
  });

  it('stop while the chain is paused, and continue from there', () => {
    const pausedMs = epochMs + 30_000;
    const paused = changeConditions(chain(), { isPaused: true }, pausedMs);
    expect(heightAt(paused, pausedMs + 1_000_000)).toBe(firstHeight + 2);
    expect(instantOf(paused, firstHeight + 3)).toBeUndefined();
    const resumed = changeConditions(paused, { isPaused: false }, pausedMs + 1_000_000);
    expect(heightAt(resumed, pausedMs + 1_000_000)).toBe(firstHeight + 2);
    expect(instantOf(resumed, firstHeight + 3)).toBe(pausedMs + 1_012_000);
  });

  it('keep their instants when only fees change', () => {
    const changed = changeConditions(chain(), { congestionMilli: 4_000 }, epochMs + 5_000);
    expect(instantOf(changed, firstHeight + 1)).toBe(epochMs + 12_000);
  });

  it('use a new block time at once', () => {
    const faster = changeConditions(chain(), { blockTimeMs: 500 }, epochMs + 5_000);
    expect(instantOf(faster, firstHeight + 1)).toBe(epochMs + 5_500);
  });
});

describe('the base fee', () => {
  it('varies around the resting fee by at most 2 %, deterministically by seed', () => {
    const eth = chain();
    const fees = range(firstHeight, 4 * jitterPeriod).map((height) => baseFeeAt(eth, height));
    for (const fee of fees) {
      expect(fee).toBeGreaterThanOrEqual((eth.calmFee * 98n) / 100n);
      expect(fee).toBeLessThanOrEqual((eth.calmFee * 102n) / 100n);
    }
    expect(new Set(fees).size).toBeGreaterThan(10);
    expect(chain().jitterMilli).toEqual(eth.jitterMilli);
    expect(chain('ETH-SEPOLIA', 'other').jitterMilli).not.toEqual(eth.jitterMilli);
  });

  it('climbs under congestion by at most an eighth a block and settles at the target', () => {
    const congested = changeConditions(smooth(chain()), { congestionMilli: 4_000 }, epochMs);
    const settled = settledHeight(congested);
    expect(settled).toBeGreaterThan(firstHeight + 10);
    for (const height of range(firstHeight, settled - firstHeight)) {
      const [before, after] = [baseFeeAt(congested, height), baseFeeAt(congested, height + 1)];
      expect(after).toBeGreaterThan(before);
      expect(after - before).toBeLessThanOrEqual(before / 8n);
    }
    expect(baseFeeAt(congested, settled - 1)).toBeLessThan(50n * gwei);
    for (const height of range(settled, 100)) {
      expect(baseFeeAt(congested, height)).toBe(50n * gwei);
    }
  });

  it('sinks by at most an eighth a block when the congestion is over', () => {
    const congested = changeConditions(smooth(chain()), { congestionMilli: 4_000 }, epochMs);
    const overMs = instantOf(congested, settledHeight(congested)) ?? 0;
    const relaxed = changeConditions(congested, { congestionMilli: 0 }, overMs);
    const start = relaxed.anchor.height;
    expect(baseFeeAt(relaxed, start)).toBe(50n * gwei);
    for (const height of range(start, settledHeight(relaxed) - start)) {
      const [before, after] = [baseFeeAt(relaxed, height), baseFeeAt(relaxed, height + 1)];
      expect(after).toBeLessThan(before);
      expect(before - after).toBeLessThanOrEqual(before / 8n);
    }
    expect(baseFeeAt(relaxed, settledHeight(relaxed))).toBe(10n * gwei);
  });

  it('follows a new resting fee at once', () => {
    const dear = changeConditions(smooth(chain()), { calmFee: 80n * gwei }, epochMs + 1);
    expect(baseFeeAt(dear, firstHeight)).toBe(80n * gwei);
  });
});

describe('any changes of conditions', () => {
  const changes = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 100_000 }),
      change: fc.record(
        {
          blockTimeMs: fc.integer({ min: 1, max: 60_000 }),
          isPaused: fc.boolean(),
          calmFee: fc.bigInt({ min: 0n, max: 10n ** 15n }),
          congestionMilli: fc.integer({ min: 0, max: 1_000_000 }),
        },
        { requiredKeys: [] },
      ),
    }),
    { maxLength: 12 },
  );

  it('do not change the present height, and lead to growing heights at a base fee of 0 or more', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        let own = chain();
        let nowMs = epochMs;
        for (const { afterMs, change } of steps) {
          const before = heightAt(own, nowMs);
          nowMs += afterMs;
          const height = heightAt(own, nowMs);
          expect(height).toBeGreaterThanOrEqual(before);
          own = changeConditions(own, change, nowMs);
          expect(heightAt(own, nowMs)).toBe(height);
          expect(baseFeeAt(own, height)).toBeGreaterThanOrEqual(0n);
          expect(baseFeeAt(own, height + 1_000)).toBeGreaterThanOrEqual(0n);
        }
      }),
    );
  });

  it('let the fee settle at its target within bounded time', () => {
    fc.assert(
      fc.property(changes, (steps) => {
        const last = steps.reduce(
          ({ own, nowMs }, { afterMs, change }) => ({
            own: changeConditions(own, change, nowMs + afterMs),
            nowMs: nowMs + afterMs,
          }),
          { own: smooth(chain()), nowMs: epochMs },
        ).own;
        const target = (last.calmFee * BigInt(1_000 + last.congestionMilli)) / 1_000n;
        expect(settledHeight(last) - last.anchor.height).toBeLessThan(500);
        expect(baseFeeAt(last, settledHeight(last))).toBe(target);
      }),
    );
  });
});

describe('fee levels', () => {
  it('offer once, one and a half times and twice the base fee, and as many tips', () => {
    const { LOW, MEDIUM, HIGH } = feeLevels(chain(), 12n * gwei);
    expect(LOW).toEqual({ maxFee: 13n * gwei, priorityFee: gwei });
    expect(MEDIUM).toEqual({ maxFee: (39n * gwei) / 2n, priorityFee: (3n * gwei) / 2n });
    expect(HIGH).toEqual({ maxFee: 26n * gwei, priorityFee: 2n * gwei });
  });

  it.each([
    ['HIGH', 1],
    ['MEDIUM', 2],
    ['LOW', 4],
  ] as const)('%s is taken after %d blocks', (level, blocks) => {
    const own = smooth(chain());
    const offer = feeLevels(own, own.calmFee)[level];
    const taken = range(1, 6).filter((age) => isIncluded(own, offer, firstHeight + age, age));
    expect(taken[0]).toBe(blocks);
  });

  it('are not included, at any age, below the base fee', () => {
    const own = smooth(chain());
    const offer = { maxFee: own.calmFee - 1n, priorityFee: own.calmFee - 1n };
    expect(range(1, 50).some((age) => isIncluded(own, offer, firstHeight + age, age))).toBe(false);
    expect(isIncluded(own, { maxFee: own.calmFee, priorityFee: 0n }, firstHeight + 4, 4)).toBe(
      true,
    );
  });

  it('pay base fee and tip, but never more than offered', () => {
    expect(pricePaid(chain(), { maxFee: 20n, priorityFee: 3n }, 10n)).toBe(13n);
    expect(pricePaid(chain(), { maxFee: 12n, priorityFee: 3n }, 10n)).toBe(12n);
  });

  it('pay all that was offered on Aptos', () => {
    const own = { ...chain(), blockchain: 'APTOS' } as const;
    expect(pricePaid(own, { maxFee: 20n, priorityFee: 3n }, 10n)).toBe(20n);
  });
});

describe('nextHeight', () => {
  it('returns the height of a block at the given instant', () => {
    const own = chain();
    expect(nextHeight(own, epochMs + 11_999)).toBe(firstHeight + 1);
    expect(nextHeight(own, epochMs + 12_000)).toBe(firstHeight + 1);
    expect(nextHeight(own, epochMs + 12_001)).toBe(firstHeight + 2);
  });

  it.each([{ isPaused: true }, { blockTimeMs: 500 }])(
    'returns a height after a change to %j',
    (change) => {
      const changedMs = epochMs + 13_000;
      const changed = changeConditions(chain(), change, changedMs);
      expect(nextHeight(changed, changedMs)).toBe(firstHeight + 2);
    },
  );
});
