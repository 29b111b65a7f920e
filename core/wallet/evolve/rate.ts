// Counts the requests of worlds with rate limits.

import type { RequestCounted } from '../events/rate.ts';
import { requestWindowId, within } from '../records/request-window.ts';
import type { WalletState } from '../state.ts';

export function countRequest(
  { requestWindows }: WalletState,
  { network, kind }: RequestCounted,
  atMs: number,
): void {
  const id = requestWindowId(network, kind);
  const latestMs = [...within(requestWindows.get(id)?.latestMs ?? [], atMs), atMs];
  requestWindows.put({ id, latestMs });
}
