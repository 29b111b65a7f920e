// Wallet sets: made by a keyed request, renamed by a plain one.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { WalletCommand } from '../commands.ts';
import { scopeOf, type ReadonlyWalletState } from '../state.ts';
import { making, reject, type Decision } from './decision.ts';

/** Spec "Limits": wallet sets of one account. */
export const walletSetsMax = 1_000;

export function createWalletSet(
  command: Extract<WalletCommand, { type: 'CreateWalletSet' }>,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  return making(state, command, scopeOf(command.type), () => {
    if (state.walletSets.size >= walletSetsMax) return reject('WALLET_SETS_FULL');
    const { name, idempotencyKey } = command;
    const branch = state.walletSets.inserted;
    const walletSetId = context.id('walletSet', branch, { key: idempotencyKey, index: 0 });
    const created = {
      type: 'WalletSetCreated',
      walletSetId,
      branch,
      aside: { idempotencyKey },
    } as const;
    return ok([name === undefined ? created : { ...created, name }]);
  });
}

export function updateWalletSet(
  { walletSetId, name }: Extract<WalletCommand, { type: 'UpdateWalletSet' }>,
  state: ReadonlyWalletState,
): Decision {
  if (state.walletSets.get(walletSetId) === undefined) return reject('WALLET_SET_UNKNOWN');
  const updated = { type: 'WalletSetUpdated', walletSetId } as const;
  return ok([name === undefined ? updated : { ...updated, name }]);
}
