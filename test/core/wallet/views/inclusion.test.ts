// Why a transaction waits: what the view says is what then happens, as long as nobody does anything.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { baseFeeAt, heightAt } from '../../../../core/wallet/chain/fee-market.ts';
import {
  blockFeesView,
  feeUnitView,
  inclusionView,
} from '../../../../core/wallet/views/inclusion.ts';
import { forkPureWorld } from '../../../support/engine/pure-world.ts';
import { sessionArbitrary, sessionOf } from '../../../support/arbitraries/session.ts';
import { accelerate, cancel, transfer } from '../../../support/wallet/commands.ts';
import { accept, fundedWorld } from '../../../support/wallet/pure-worlds.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { runs } from '../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const blockchain = 'ETH-SEPOLIA';
const fundedSent = (feeLevel: 'LOW' | 'HIGH' = 'LOW') => {
  const world = fundedWorld([blockchain]);
  const [sender] = world.wallets;
  if (sender === undefined) throw new Error('no wallet');
  const send = (level: 'LOW' | 'HIGH' = feeLevel) => {
    const id = world.start(transfer(sender.id, { fee: { feeLevel: level } }));
    world.pass(1_000);
    return id;
  };
  const why = (id: string) => inclusionView(world.wallet, id, world.state.nowMs);
  const steer = (transactionId: string, action: 'stick' | 'unstick' | 'drop') =>
    accept(world, { type: 'SteerTransaction', transactionId, action });
  return { world, send, why, steer };
};

describe('why a transaction waits', () => {
  it('is no question before it is sent, after it is included, and for an unknown id', () => {
    const { world, send, why } = fundedSent('HIGH');
    const id = send();
    expect(why(id)?.kind).toBe('planned');
    world.pass(60_000);
    expect(world.wallet.transactions.get(id)?.state).toBe('CONFIRMED');
    expect(why(id)).toBeUndefined();
    expect(why('none')).toBeUndefined();
  });

  it('is a price below the base fee', () => {
    const { world, send, why } = fundedSent();
    const id = send();
    accept(world, { type: 'ChangeChain', blockchain, congestion: '4' });
    world.pass(300_000);
    const view = why(id);
    expect(view).toMatchObject({ offer: 'attempt', maxFee: expect.stringMatching(/^1[01]/) });
    if (view?.kind !== 'underpriced') throw new Error('not underpriced');
    expect(Number(view.newest.baseFee)).toBeGreaterThan(Number(view.maxFee));
    expect(view.short).toEqual(view.newest);
    accept(world, accelerate(id));
    expect(why(id)).toMatchObject({ kind: 'planned', winner: 'attempt' });
  });

  it('is the price of a block to come where the newest one asks less, until one asks more', () => {
    const { world, send, why } = fundedSent();
    accept(world, { type: 'ChangeChain', blockchain, congestion: '4' });
    const id = send();
    const view = why(id);
    if (view?.kind !== 'underpriced') throw new Error('not underpriced');
    const { newest, short } = view;
    expect(short.height).toBeGreaterThan(newest.height);
    expect(Number(newest.baseFee)).toBeLessThan(Number(view.maxFee));
    expect(Number(short.baseFee)).toBeGreaterThan(Number(view.maxFee));
    accept(world, { type: 'ChangeChain', blockchain, paused: true });
    expect(why(id)).toEqual({ kind: 'paused' });
  });

  it('is the price of the cancellation where that one offers more', () => {
    const { world, send, why } = fundedSent();
    const id = send();
    accept(world, cancel(id));
    accept(world, { type: 'ChangeChain', blockchain, baseFeeGwei: '1000' });
    expect(why(id)).toMatchObject({ kind: 'underpriced', offer: 'cancellation' });
  });

  it('is the operator, a pause, or an earlier nonce', () => {
    const { world, send, why, steer } = fundedSent();
    const first = send();
    const second = send('HIGH');
    steer(first, 'stick');
    expect(why(first)).toEqual({ kind: 'held' });
    expect(why(second)).toEqual({ kind: 'behind', transactionId: first });
    steer(first, 'drop');
    expect(why(first)).toEqual({ kind: 'dropped' });
    steer(first, 'unstick');
    accept(world, { type: 'ChangeChain', blockchain, paused: true });
    expect([why(first)?.kind, why(second)?.kind]).toEqual(['paused', 'paused']);
  });

  it('names the cancellation where that one will be included', () => {
    const { world, send, why, steer } = fundedSent();
    const id = send();
    steer(id, 'stick');
    accept(world, cancel(id));
    expect(why(id)).toMatchObject({ kind: 'planned', winner: 'cancellation' });
  });

  it('is what then happens, in random worlds', () => {
    fc.assert(
      fc.property(sessionArbitrary, (actions) => {
        const session = sessionOf(actions);
        for (const { id } of session.wallet.transactions.values()) {
          const view = inclusionView(session.wallet, id, session.state.nowMs);
          if (view === undefined) continue;
          const later = forkPureWorld(session);
          if (view.kind === 'planned') {
            later.pass(view.atMs - later.state.nowMs);
            const after = later.wallet.transactions.get(id);
            const mined = after !== undefined && 'mined' in after ? after.mined : undefined;
            // One that fails in its block is included, too.
            expect(mined).toMatchObject({ height: view.height });
          } else {
            if (view.kind === 'underpriced') {
              const [most, newest, first] = [view.maxFee, view.newest.baseFee, view.short.baseFee];
              expect(Number(first)).toBeGreaterThan(Number(most));
              if (view.short.height !== view.newest.height)
                expect(Number(newest)).toBeLessThanOrEqual(Number(most));
            }
            later.pass(3_600_000);
            expect(['SENT', 'STUCK']).toContain(later.wallet.transactions.get(id)?.state);
          }
        }
      }),
      runs(60),
    );
  });
});

describe('the base fees of blocks', () => {
  it('are those of the chain, the last ones if there are many', () => {
    const { wallet, state } = fundedWorld([blockchain]);
    const chain = wallet.chains.get(blockchain);
    if (chain === undefined) throw new Error('no chain');
    const fromMs = state.nowMs;
    const toMs = fromMs + 100 * chain.blockTimeMs;
    const blocks = blockFeesView(wallet, blockchain, { fromMs, toMs, limit: 1_000 });
    expect(blocks).toHaveLength(101);
    for (const { height, atMs, baseFee } of blocks) {
      expect(heightAt(chain, atMs)).toBe(height);
      expect(baseFee).toBe(baseFeeAt(chain, height));
    }
    const last = blockFeesView(wallet, blockchain, { fromMs, toMs, limit: 7 });
    expect(last).toEqual(blocks.slice(-7));
    expect(blockFeesView(wallet, 'NEAR-TESTNET', { fromMs, toMs, limit: 7 })).toEqual([]);
  });

  it('have the unit of their chain', () => {
    expect(feeUnitView('MATIC')).toEqual({ unit: 'gwei', decimals: 9 });
    expect(feeUnitView('SOL')).toEqual({ unit: 'lamports', decimals: 0 });
  });
});
