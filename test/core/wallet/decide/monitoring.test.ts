import { describe, expect, it } from 'vitest';
import type { ChangeMonitoredTokens } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { isMonitored } from '../../../../core/wallet/tokens/monitoring.ts';
import {
  balancesView,
  type BalanceView,
  monitoringView,
  transactionsView,
} from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import { usdcId } from '../../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld } from '../../../support/wallet/setups.ts';
import { nativeIdOf, walletAt } from '../../../support/wallet/world-queries.ts';

const eurcId = stablecoinOf('ETH-SEPOLIA', 'EURC')?.id ?? '';
const nativeId = nativeIdOf('ETH-SEPOLIA');

function change(
  kind: ChangeMonitoredTokens['change'],
  ...tokenIds: readonly string[]
): ChangeMonitoredTokens {
  return { type: 'ChangeMonitoredTokens', change: kind, tokenIds };
}

function listed(world: FundedWorld): readonly string[] | undefined {
  const view = monitoringView(world.wallet, {}, { pageSize: 50, order: 'DESC' });
  return view?.ok === true ? view.value.tokens.items.map(({ id }) => id).sort() : undefined;
}

const sorted = (...ids: readonly string[]) => [...ids].sort();

describe('changeMonitoredTokens', () => {
  it('sets the scope to SELECTED by the first change', () => {
    const world = given(wallet, fundedWallets());
    expect(isMonitored(world.wallet, nativeId)).toBe(true);
    const events = world.having(change('add', usdcId)).events;
    expect(events).toMatchObject([
      { type: 'MonitoringScopeSet', scope: 'SELECTED' },
      { type: 'TokensMonitored', tokenIds: [usdcId] },
    ]);
    expect(isMonitored(world.wallet, usdcId)).toBe(true);
    expect(isMonitored(world.wallet, nativeId)).toBe(false);
  });

  it('adds each token once, and has no event if none is new', () => {
    const world = given(wallet, fundedWallets());
    world
      .having(change('add', usdcId, usdcId, eurcId))
      .when(change('add', eurcId))
      .then();
    expect(listed(world)).toEqual(sorted(usdcId, eurcId));
  });

  it('replaces the list, also by an empty one', () => {
    const world = given(wallet, fundedWallets());
    world.having(change('add', usdcId, eurcId)).having(change('replace', eurcId, nativeId));
    expect(listed(world)).toEqual(sorted(eurcId, nativeId));
    world.having(change('replace'));
    expect(listed(world)).toEqual([]);
    expect(isMonitored(world.wallet, eurcId)).toBe(false);
  });

  it('removes tokens, and ignores unlisted ones', () => {
    const world = given(wallet, fundedWallets());
    world.when(change('remove', usdcId)).then();
    expect(listed(world)).toBeUndefined();
    world.having(change('add', usdcId, eurcId)).having(change('remove', usdcId, nativeId));
    expect(listed(world)).toEqual([eurcId]);
    world.having(change('add', usdcId));
    expect(listed(world)).toEqual(sorted(usdcId, eurcId));
  });

  it('does not change a scope that was set explicitly', () => {
    const world = given(wallet, fundedWallets());
    world
      .having({ type: 'SetMonitoringScope', scope: 'MONITOR_ALL' })
      .when({ type: 'SetMonitoringScope', scope: 'MONITOR_ALL' })
      .then()
      .having(change('add', usdcId));
    expect(isMonitored(world.wallet, nativeId)).toBe(true);
    world.having({ type: 'SetMonitoringScope', scope: 'SELECTED' });
    expect(isMonitored(world.wallet, nativeId)).toBe(false);
    expect(isMonitored(world.wallet, usdcId)).toBe(true);
  });

  it('refuses an unknown token, and adds none of the others', () => {
    const world = given(wallet, fundedWallets());
    world.when(change('add', usdcId, 'none')).refused('TOKEN_UNKNOWN', { detail: 'none' });
    expect(listed(world)).toBeUndefined();
  });
});

describe('a token that is not monitored', () => {
  const page = { pageSize: 50, order: 'DESC' } as const;

  function symbols(world: FundedWorld, includeAll: boolean): readonly (string | undefined)[] {
    const { id } = walletAt(world, 0);
    const view = balancesView(world.wallet, id, { includeAll }, page);
    const items: readonly BalanceView[] = view?.ok === true ? view.value.items : [];
    return items.map(({ token }) => token.symbol);
  }

  it('is in no list of balances, unless includeAll is set', () => {
    const world = given(wallet, fundedWallets());
    world.having(change('add', usdcId));
    expect(symbols(world, false)).toEqual(['USDC']);
    expect(symbols(world, true)).toEqual(['ETH-SEPOLIA', 'USDC']);
  });

  it('is in no list of transactions, unless includeAll is set', () => {
    const world = given(wallet, fundedWallets());
    world.having(change('add', usdcId));
    const tokensOf = (includeAll: boolean) => {
      const view = transactionsView(world.wallet, { includeAll }, page);
      return view.ok ? new Set(view.value.items.map(({ tokenId }) => tokenId)) : undefined;
    };
    expect(tokensOf(false)).toEqual(new Set([usdcId]));
    expect(tokensOf(true)).toEqual(new Set([usdcId, nativeId]));
  });

  it('is in no notification', () => {
    const world = given(wallet, fundedWallets());
    world
      .having({
        type: 'CreateSubscription',
        network: 'test',
        endpoint: 'https://example.org/',
        notificationTypes: ['*'],
      })
      .having(change('add', usdcId));
    const { id: walletId } = walletAt(world, 0);
    world.having({ type: 'FundWallet', walletId, amounts: { native: '1', usdc: '1' } });
    const told = [...world.wallet.deliveries.values()].flatMap(({ notification }) =>
      'transaction' in notification ? [notification.transaction.tokenId] : [],
    );
    expect(told).toEqual([usdcId]);
  });

  it('can be the cursor of a list that does not contain it', () => {
    const world = given(wallet, fundedWallets());
    world.having(change('add', usdcId));
    const { id } = walletAt(world, 0);
    const view = balancesView(world.wallet, id, {}, { ...page, pageAfter: nativeId });
    expect(view?.ok === true ? view.value.items.map((one) => one.id) : view).toEqual([usdcId]);
  });
});
