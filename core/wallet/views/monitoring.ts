// The tokens that the entity monitors.

import { ok, type Result } from '../../kernel/result.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import { comparable } from '../keys/address.ts';
import { mapPage, pageOfList, type Page, type PageQuery } from './page.ts';
import type { MonitoringScope } from '../records/monitoring.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { Token } from '../records/token.ts';
import { tokenById } from '../tokens/registry.ts';
import { viewOfToken, type TokenView } from './token.ts';

export interface MonitoringView {
  readonly scope: MonitoringScope;
  readonly tokens: Page<TokenView>;
}

export interface MonitoredTokenFilter {
  readonly blockchain?: Blockchain | undefined;
  readonly tokenAddress?: string | undefined;
  readonly symbol?: string | undefined;
}

/** The newest token first, those of one instant by when they were listed. Undefined before any configuration. */
export function monitoringView(
  state: ReadonlyWalletState,
  filter: MonitoredTokenFilter,
  query: PageQuery,
): Result<MonitoringView, 'CURSOR_UNKNOWN'> | undefined {
  const scope = state.monitorings.get('monitoring')?.scope;
  if (scope === undefined) return undefined;
  const { fromMs = -Infinity, toMs = Infinity } = query;
  const fits = (token: Token) =>
    token.createdMs >= fromMs && token.createdMs <= toMs && isSelected(token, filter);
  const tokens = mapPage(pageOfList(monitoredTokens(state), query, fits), viewOfToken);
  return tokens.ok ? ok({ scope, tokens: tokens.value }) : tokens;
}

function monitoredTokens(state: ReadonlyWalletState): readonly Token[] {
  const tokens = [...state.monitoredTokens.values()].flatMap(
    ({ id }) => tokenById(state, id) ?? [],
  );
  return tokens.reverse().sort((left, right) => right.createdMs - left.createdMs);
}

function isSelected(
  token: Token,
  { blockchain, tokenAddress, symbol }: MonitoredTokenFilter,
): boolean {
  if (blockchain !== undefined && token.blockchain !== blockchain) return false;
  if (symbol !== undefined && token.symbol !== symbol) return false;
  return tokenAddress === undefined || comparable(tokenAddress) === (token.address ?? '');
}
