// A world as plain data: all tables in pages, rows in the order of insertion.

import { describe, expect, it } from 'vitest';
import {
  type StateQuery,
  stateView as viewOf,
} from '../../../../core/engine/history/state-view.ts';
import type { WorldState } from '../../../../core/engine/world-state.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import { fundedWallets } from '../../../support/wallet/setups.ts';

const stateView = (world: WorldState, query: StateQuery) =>
  viewOf(world, query, async () => undefined);

describe('stateView', () => {
  const { state, wallets } = given(wallet, fundedWallets());

  it('shows the position of the world and the content of all tables', async () => {
    const view = await stateView(state, { limit: 1_000 });
    const { position, inputs, digest, nowMs, clock } = state;
    expect(view).toMatchObject({
      position,
      inputs,
      digest,
      nowMs,
      clock,
      pendingDues: state.dues.size,
    });
    expect(view.tables['wallet/wallets']).toMatchObject({ count: wallets.length, next: undefined });
    expect(view.tables['wallet/wallets']?.rows).toEqual(wallets);
    expect(Object.keys(view.tables)).toContain('wallet/chains');
  });

  it('prints big integers as decimal text', async () => {
    const { rows = [] } = (await stateView(state, { limit: 1 })).tables['wallet/balances'] ?? {};
    expect(rows[0]).toMatchObject({ units: expect.stringMatching(/^\d+$/) });
  });

  it('shows the members of a record in one order, regardless of its origin', async () => {
    const { rows = [] } = (await stateView(state, { limit: 1 })).tables['wallet/wallets'] ?? {};
    const names = Object.keys(rows[0] ?? {});
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort());
  });

  it('cuts a table into pages that together are the whole', async () => {
    const table = 'wallet/balances';
    const whole = (await stateView(state, { table, limit: 1_000 })).tables[table]?.rows;
    const rows: unknown[] = [];
    let after: number | undefined;
    do {
      const page = (await stateView(state, { table, after, limit: 2 })).tables[table];
      expect(page?.count).toBe(whole?.length);
      rows.push(...(page?.rows ?? []));
      after = page?.next;
    } while (after !== undefined);
    expect(rows).toEqual(whole);
  });

  it('shows one table on request', async () => {
    expect(
      Object.keys((await stateView(state, { table: 'wallet/lanes', limit: 1 })).tables),
    ).toEqual(['wallet/lanes']);
    expect((await stateView(state, { table: 'wallet/none', limit: 1 })).tables).toEqual({});
  });
});
