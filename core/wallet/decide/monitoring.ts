// The list of monitored tokens (reference/wallet.md section 9).

import { ok } from '../../kernel/result.ts';
import type { ChangeMonitoredTokens } from '../commands.ts';
import type { WalletEvent } from '../events.ts';
import type { MonitoringScope } from '../records/monitoring.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { tokenById } from '../tokens/registry.ts';
import { reject } from '../rejections.ts';
import { nothing, type Decision } from './decision.ts';

/** Tokens to remove need not be listed. The first change sets the scope to SELECTED, unless the entity has set one. */
export function changeMonitoredTokens(
  { change, tokenIds }: ChangeMonitoredTokens,
  state: ReadonlyWalletState,
): Decision {
  const wanted = [...new Set(tokenIds)];
  const isListed = (id: string) => state.monitoredTokens.get(id) !== undefined;
  if (change === 'remove') return ok(unmonitored(wanted.filter(isListed)));
  const unknown = wanted.find((id) => tokenById(state, id) === undefined);
  if (unknown !== undefined) return reject('TOKEN_UNKNOWN', unknown);
  const listed = [...state.monitoredTokens.values()].map(({ id }) => id);
  const dropped = change === 'replace' ? listed.filter((id) => !wanted.includes(id)) : [];
  return ok([
    ...(state.monitorings.get('monitoring') === undefined ? [scopeSet('SELECTED')] : []),
    ...unmonitored(dropped),
    ...monitored(wanted.filter((id) => !isListed(id))),
  ]);
}

export function setMonitoringScope(scope: MonitoringScope, state: ReadonlyWalletState): Decision {
  return state.monitorings.get('monitoring')?.scope === scope ? nothing : ok([scopeSet(scope)]);
}

function scopeSet(scope: MonitoringScope): WalletEvent {
  return { type: 'MonitoringScopeSet', scope };
}

function monitored(tokenIds: readonly string[]): readonly WalletEvent[] {
  return tokenIds.length === 0 ? [] : [{ type: 'TokensMonitored', tokenIds }];
}

function unmonitored(tokenIds: readonly string[]): readonly WalletEvent[] {
  return tokenIds.length === 0 ? [] : [{ type: 'TokensUnmonitored', tokenIds }];
}
