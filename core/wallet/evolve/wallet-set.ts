// Creation and changes of wallet sets.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { EventOf } from '../events.ts';
import type { WalletState } from '../state.ts';

export function insertWalletSet(
  state: WalletState,
  event: EventOf<'WalletSetCreated'>,
  atMs: number,
): void {
  const { walletSetId: id, branch, name, userId } = event;
  state.walletSets.insert({
    id,
    branch,
    walletCount: 0,
    createdMs: atMs,
    updatedMs: atMs,
    ...omitUndefined({ name, userId }),
  });
}

export function updateWalletSet(
  state: WalletState,
  event: EventOf<'WalletSetUpdated'>,
  atMs: number,
): void {
  const set = state.walletSets.get(event.walletSetId);
  if (set === undefined) return;
  const original = set.original ?? (set.name === undefined ? {} : { name: set.name });
  const renamed = omitUndefined({ name: event.name });
  state.walletSets.replace({ ...set, ...renamed, original, updatedMs: atMs });
}
