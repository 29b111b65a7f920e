// The list of monitored tokens (reference/wallet.md section 9).

import { ok } from '../../kernel/result.ts';
import type { ChangeMonitoredTokens } from '../commands.ts';
import type { WalletEvent } from '../events.ts';
import type { MonitoringScope } from '../records/monitoring.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { tokenById } from '../tokens/registry.ts';
import { reject } from '../rejections.ts';
import { nothing, type WalletDecision } from './decision.ts';

/** Tokens to remove need not be listed. The first change sets the scope to SELECTED, unless the entity has set one. */
export function changeMonitoredTokens(
  { change, tokenIds }: ChangeMonitoredTokens,
  state: ReadonlyWalletState,
): WalletDecision {
  const requested = [...new Set(tokenIds)];
  const isListed = (id: string) => state.monitoredTokens.get(id) !== undefined;
  if (change === 'remove') return ok(unmonitoredEvents(requested.filter(isListed)));
  const unknown = requested.find((id) => tokenById(state, id) === undefined);
  if (unknown !== undefined) return reject('TOKEN_UNKNOWN', unknown);
  const listed = [...state.monitoredTokens.values()].map(({ id }) => id);
  const dropped = change === 'replace' ? listed.filter((id) => !requested.includes(id)) : [];
  return ok([
    ...(state.monitorings.get('monitoring') === undefined ? [scopeEvent('SELECTED')] : []),
    ...unmonitoredEvents(dropped),
    ...monitoredEvents(requested.filter((id) => !isListed(id))),
  ]);
}

export function setMonitoringScope(
  scope: MonitoringScope,
  state: ReadonlyWalletState,
): WalletDecision {
  return state.monitorings.get('monitoring')?.scope === scope ? nothing : ok([scopeEvent(scope)]);
}

function scopeEvent(scope: MonitoringScope): WalletEvent {
  return { type: 'MonitoringScopeSet', scope };
}

function monitoredEvents(tokenIds: readonly string[]): readonly WalletEvent[] {
  return tokenIds.length === 0 ? [] : [{ type: 'TokensMonitored', tokenIds }];
}

function unmonitoredEvents(tokenIds: readonly string[]): readonly WalletEvent[] {
  return tokenIds.length === 0 ? [] : [{ type: 'TokensUnmonitored', tokenIds }];
}
