// Requests per second: a request is let in while fewer of its kind were in the second that ends with it, by the virtual
// clock. Where time stands nothing is let in any more until it moves.

import { ok } from '../../kernel/result.ts';
import type { CountRequest } from '../commands/rate.ts';
import { requestWindowId, within } from '../records/request-window.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import type { Decision } from './decision.ts';

export function countRequest(
  { network, kind, perSecond }: CountRequest,
  state: ReadonlyWalletState,
  nowMs: number,
): Decision {
  const latest = state.arrivals.get(requestWindowId(network, kind))?.latestMs ?? [];
  if (within(latest, nowMs).length >= perSecond) {
    return reject('RATE_LIMITED', `there are at most ${perSecond} of its kind in a second`);
  }
  return ok([{ type: 'RequestCounted', network, kind }]);
}
