// The fees of a transaction block by block, with the conditions that the chain had at each block, and the sentence that says why it waits.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  feeChartOf,
  printTick,
} from '../../../../../../adapters/studio/page/views/transactions/chart.ts';
import {
  chartBlocksMax,
  feeHistoryOf,
} from '../../../../../../adapters/studio/page/views/transactions/fees.ts';
import { lifeOf } from '../../../../../../adapters/studio/page/views/transactions/life.ts';
import { transactionEventsOf } from '../../../../../../adapters/studio/page/views/transactions/transaction-events.ts';
import { whyOf } from '../../../../../../adapters/studio/page/views/transactions/why.ts';
import type { WorldHistory } from '../../../../../../adapters/studio/page/model/world-history.ts';
import { wallet } from '../../../../../../core/index.ts';
import { sessionArbitrary } from '../../../../../support/arbitraries/session.ts';
import { historyOf, lastMoment, sessionHistory } from '../../../../../support/studio/histories.ts';
import { accelerate, transfer } from '../../../../../support/wallet/commands.ts';
import { accept } from '../../../../../support/wallet/pure-worlds.ts';
import { startSession } from '../../../../../support/arbitraries/session.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { runs } from '../../../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const blockchain = 'ETH-SEPOLIA';
type Session = ReturnType<typeof startSession>;

async function feesOf(history: WorldHistory, id: string, position = history.past.position) {
  const { past, events } = history;
  const { changes } = transactionEventsOf(history).of(id);
  const steps = await lifeOf(past, events, { id, changes: changes.filter((at) => at <= position) });
  const moment = await past.at({ position });
  return feeHistoryOf(past, events, steps, moment);
}

/** The id of a transfer of LOW that has just begun. */
function startLow(session: Session): string {
  const sender = [...session.wallet.wallets.values()].find((one) => one.blockchain === blockchain);
  if (sender === undefined) throw new Error('no wallet');
  const native = wallet.nativeTokenView(blockchain)?.id ?? '';
  const amounts = { [native]: '1' };
  accept(session, { type: 'FundWallet', walletId: sender.id, amounts });
  const token = { tokenId: native };
  const fee = { feeLevel: 'LOW' } as const;
  const [started] = accept(session, transfer(sender.id, { token, amounts: ['0.01'], fee }));
  if (started?.type !== 'TransferInitiated') throw new Error('no transfer');
  return started.transactionId;
}

/** A transfer of LOW that congestion leaves behind, for some minutes. */
function stuckSession() {
  const session = startSession();
  const id = startLow(session);
  session.pass(1_000);
  accept(session, { type: 'ChangeChain', blockchain, congestion: '4' });
  session.pass(240_000);
  return { session, id };
}

describe('the fees of a transaction', () => {
  it('show from which block on it offered too little, and that a higher offer ends that', async () => {
    const { session, id } = stuckSession();
    const history = await historyOf(session);
    const fees = await feesOf(history, id);
    const covered = fees?.blocks.map(({ isCovered }) => isCovered) ?? [];
    expect(covered[0]).toBe(true);
    expect(covered.at(-1)).toBe(false);
    expect(covered.indexOf(false)).toBe(covered.lastIndexOf(true) + 1);
    const { states, nowMs } = await lastMoment(history.past);
    expect(whyOf(states.wallet, id, nowMs)).toMatch(
      /^It offers at most 1[01][.\d]* gwei, and blocks ask [45]\d[.\d]* gwei; as things are, none will include it: accelerate it, or lower the congestion\.$/,
    );
    accept(session, accelerate(id));
    session.pass(60_000);
    const after = await historyOf(session);
    const healed = await feesOf(after, id);
    expect(healed?.blocks.at(-1)).toMatchObject({ height: healed?.includedAt, isCovered: true });
    expect(healed?.blocks.filter(({ isCovered }) => !isCovered).length).toBeGreaterThan(5);
  });

  it('are enough at first for one that is sent on a congested chain, and the sentence says so', async () => {
    const session = startSession();
    accept(session, { type: 'ChangeChain', blockchain, congestion: '4' });
    const id = startLow(session);
    session.pass(1_000);
    const history = await historyOf(session);
    const fees = await feesOf(history, id);
    expect(fees?.blocks.every(({ isCovered }) => isCovered)).toBe(true);
    const { states, nowMs } = await lastMoment(history.past);
    const why = whyOf(states.wallet, id, nowMs) ?? '';
    expect(why).not.toContain('blocks ask');
    expect(why).toMatch(
      /^It offers at most [\d.]+ gwei, enough for block \d+, which asks [\d.]+ gwei\. As things are, block \d+ will ask [\d.]+ gwei, and none will include it: accelerate it, or lower the congestion\.$/,
    );
    accept(session, { type: 'ChangeChain', blockchain, congestion: '0', baseFeeGwei: '1000' });
    expect(whyOf(session.wallet, id, session.state.nowMs)).toMatch(
      /, and blocks ask [\d.]+ gwei; .*: accelerate it, or lower the base fee\.$/,
    );
  });

  it('are those of a chain that changed again and again, as the state at each block has them', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const history = await sessionHistory(actions);
        const { states } = await lastMoment(history.past);
        for (const { id } of [...states.wallet.transactions.values()].slice(-3)) {
          const fees = await feesOf(history, id);
          if (fees === undefined) continue;
          expect(fees.blocks.length).toBeLessThanOrEqual(chartBlocksMax);
          const heights = fees.blocks.map(({ height }) => height);
          expect(heights).toEqual(heights.map((_, index) => (heights[0] ?? 0) + index));
          for (const { height, atMs, baseFee } of fees.blocks
            .slice(1)
            .filter((_, n) => n % 9 === 0)) {
            const then = await history.past.at({ atMs });
            const view = wallet.chainView(then.states.wallet, fees.blockchain, then.nowMs);
            if (view?.height !== height) continue; // its conditions changed at this very instant
            const { decimals } = wallet.feeUnitView(fees.blockchain);
            expect(wallet.formatAmount(baseFee, decimals)).toBe(view.baseFeeGwei);
          }
        }
      }),
      runs(25),
    );
  });
});

describe('the fee chart', () => {
  const block = (height: number, baseFee: bigint, maxFee: bigint) => ({
    height,
    atMs: height,
    baseFee,
    maxFee,
    isCovered: maxFee >= baseFee,
  });

  it('marks the stretches of blocks that ask more', () => {
    const blocks = [block(1, 5n, 10n), block(2, 11n, 10n), block(3, 12n, 10n), block(4, 9n, 10n)];
    const chart = feeChartOf(blocks);
    const width = ((chart?.right ?? 0) - (chart?.left ?? 0)) / 4;
    expect(chart?.short).toEqual([{ x: (chart?.left ?? 0) + width, width: 2 * width }]);
    expect(feeChartOf([])).toBeUndefined();
  });

  it('draws within its bounds, whatever the fees', () => {
    const fee = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(fc.array(fc.tuple(fee, fee), { minLength: 1, maxLength: 50 }), (pairs) => {
        const chart = feeChartOf(pairs.map(([baseFee, maxFee], n) => block(n, baseFee, maxFee)));
        if (chart === undefined) throw new Error('no chart');
        const numbers = `${chart.baseFee}${chart.maxFee}`.match(/[\d.-]+/g)?.map(Number) ?? [];
        expect(numbers.every((value) => value >= 0 && value <= chart.width)).toBe(true);
        expect(chart.ticks.every(({ y }) => y >= chart.top - 1 && y <= chart.bottom)).toBe(true);
      }),
      runs(100),
    );
  });

  it('prints few digits on its axis', () => {
    expect([0n, 10_990_000_000n, 12_345_678_000_000n].map((fee) => printTick(fee, 9))).toEqual([
      '0',
      '11',
      '12300',
    ]);
  });
});
