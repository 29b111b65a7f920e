// Base fees of the timeline are those of the world at each moment.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { wallet } from '../../../../../../core/index.ts';
import { WorldHistory } from '../../../../../../adapters/studio/page/model/world-history.ts';
import {
  blockAt,
  chainsMax,
  feeCurve,
  feeMarketsOf,
  phasesMax,
  UsedChains,
} from '../../../../../../adapters/studio/page/views/timeline/fee-market.ts';
import { sessionArbitrary, sessionOf } from '../../../../../support/arbitraries/session.ts';
import { sessionRecord } from '../../../../../support/engine/stored-snapshots.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { runs } from '../../../../../support/runner/runs.ts';
import { envelopeOf } from '../../../../../support/studio/envelopes.ts';

vi.setConfig({ testTimeout: longMs });

const record = sessionRecord('harbour');

describe('the fee market of a timeline', () => {
  it('has the block and the base fee that the world shows at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        async (actions, picks) => {
          const history = new WorldHistory(record);
          await history.extend(sessionOf(actions).entries);
          const used = new UsedChains();
          used.extend(history.events);
          const markets = await feeMarketsOf(history, used, new Map());
          expect(markets.map(({ blockchain }) => blockchain)).toEqual(used.shown);
          const length = history.nowMs - record.epochMs;
          for (const pick of picks) {
            const atMs = record.epochMs + (pick % (length + 1));
            const { states } = await history.past.at({ atMs });
            for (const market of markets) {
              const block = blockAt(market, atMs);
              const view = wallet.chainView(states.wallet, market.blockchain, atMs);
              const decimals = wallet.feeDecimals(market.blockchain);
              expect({
                height: block?.height,
                fee: block && wallet.formatAmount(block.baseFee, decimals),
              }).toEqual({ height: view?.height, fee: view?.baseFeeGwei });
            }
          }
        },
      ),
      runs(25),
    );
  });

  it('folds a change once', async () => {
    const history = new WorldHistory(record);
    await history.extend(sessionOf([]).entries);
    const used = new UsedChains();
    used.extend([
      envelopeOf(1, 'wallet/walletSet/s', 'WalletsCreated', {
        wallets: [{ blockchain: 'ETH-SEPOLIA' }, { blockchain: 'NEAR' }],
      }),
    ]);
    expect(used.shown).toEqual(['ETH-SEPOLIA']); // no transactions are offered on NEAR
    const known = new Map();
    await feeMarketsOf(history, used, known);
    const before = [...known.values()];
    await feeMarketsOf(history, used, known);
    expect(before).toHaveLength(1);
    expect([...known.values()][0]).toBe(before[0]);
  });

  it('shows a few chains, and the newest changes', () => {
    const used = new UsedChains();
    const changes = Array.from({ length: 2 * phasesMax }, (_, index) =>
      envelopeOf(index + 1, 'wallet/chain/ETH', 'ChainChanged', { blockchain: 'ETH' }),
    );
    const wallets = ['BASE', 'ARB', 'OP', 'UNI'].map((blockchain) => ({ blockchain }));
    used.extend([
      ...changes,
      envelopeOf(2 * phasesMax + 1, 'wallet/walletSet/s', 'WalletsCreated', { wallets }),
    ]);
    expect(used.shown).toEqual(['ETH', 'BASE', 'ARB']);
    expect(used.shown).toHaveLength(chainsMax);
    expect(used.changesOf('ETH')).toHaveLength(phasesMax);
    expect(used.changesOf('ETH').at(-1)).toBe(2 * phasesMax);
    expect(used.changesOf('BASE')).toEqual([0]);
  });

  it('ends at the present', async () => {
    const history = new WorldHistory(record);
    await history.extend(sessionOf([]).entries);
    const used = new UsedChains();
    const wallets = [{ blockchain: 'ETH' }];
    used.extend([envelopeOf(1, 'wallet/walletSet/s', 'WalletsCreated', { wallets })]);
    const [market] = await feeMarketsOf(history, used, new Map());
    const span = { fromMs: record.epochMs - 100, toMs: record.epochMs + 100 };
    const curve = market && feeCurve(market, span, 4, record.epochMs + 50);
    expect(curve?.map((fee) => fee !== undefined)).toEqual([false, false, true, false]);
  });
});
