// The tokens that the entity wants to be told of.

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import { comparable } from '../keys/address.ts';
import { pageOfList, type Page, type PageQuery } from './page.ts';
import type { MonitoringScope } from '../records/monitoring.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { Token } from '../records/token.ts';
import { tokenById } from '../tokens/registry.ts';

export interface MonitoringView {
  readonly scope: MonitoringScope;
  readonly tokens: Page<Token>;
}

export interface MonitoredTokenFilter {
  readonly blockchain?: Blockchain | undefined;
  readonly tokenAddress?: string | undefined;
  readonly symbol?: string | undefined;
}

/** A page of the list, the newest token first, those of one instant by when they were listed. Undefined while there is none. */
export function monitoringView(
  state: ReadonlyWalletState,
  filter: MonitoredTokenFilter,
  query: PageQuery,
): Result<MonitoringView, 'CURSOR_UNKNOWN'> | undefined {
  const scope = state.monitorings.get('monitoring')?.scope;
  if (scope === undefined) return undefined;
  const { fromMs = -Infinity, toMs = Infinity } = query;
  const fits = (token: Token) =>
    token.createdMs >= fromMs && token.createdMs <= toMs && isWanted(token, filter);
  const tokens = pageOfList(monitoredTokens(state), query, fits);
  return tokens.ok ? ok({ scope, tokens: tokens.value }) : err(tokens.error);
}

function monitoredTokens(state: ReadonlyWalletState): readonly Token[] {
  const tokens = [...state.monitoredTokens.values()].flatMap(
    ({ id }) => tokenById(state, id) ?? [],
  );
  return tokens.reverse().sort((left, right) => right.createdMs - left.createdMs);
}

function isWanted(
  token: Token,
  { blockchain, tokenAddress, symbol }: MonitoredTokenFilter,
): boolean {
  if (blockchain !== undefined && token.blockchain !== blockchain) return false;
  if (symbol !== undefined && token.symbol !== symbol) return false;
  return tokenAddress === undefined || comparable(tokenAddress) === (token.address ?? '');
}
