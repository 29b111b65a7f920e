// Rate limits on the virtual clock: a request is admitted if fewer than the limit of its kind arrived in the last second.
// While time stands still, no more are admitted.

import { ok } from '../../kernel/result.ts';
import type { CountRequest } from '../commands/rate.ts';
import { requestWindowId, within } from '../records/request-window.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import type { WalletDecision } from './decision.ts';

export function countRequest(
  { network, kind, perSecond }: CountRequest,
  state: ReadonlyWalletState,
  nowMs: number,
): WalletDecision {
  const latest = state.requestWindows.get(requestWindowId(network, kind))?.latestMs ?? [];
  if (within(latest, nowMs).length >= perSecond) {
    return reject('RATE_LIMITED', `there are at most ${perSecond} of its kind in a second`);
  }
  return ok([{ type: 'RequestCounted', network, kind }]);
}
