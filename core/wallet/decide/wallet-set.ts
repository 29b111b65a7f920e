// Wallet sets: made by a keyed request, renamed by a plain one.

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { AddWalletSet, WalletCommand } from '../commands.ts';
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

/** The operator's way to wallet sets: those of end users, which no request makes. */
export function addWalletSet(
  { name, userId }: AddWalletSet,
  state: ReadonlyWalletState,
  context: Context,
): Decision {
  if (state.walletSets.size >= walletSetsMax) return reject('WALLET_SETS_FULL');
  const branch = state.walletSets.inserted;
  return ok([
    {
      type: 'WalletSetAdded',
      walletSetId: context.id('walletSet', branch),
      branch,
      ...(name === undefined ? {} : { name }),
      ...(userId === undefined ? {} : { userId }),
    },
  ]);
}

export function updateWalletSet(
  { walletSetId, name }: Extract<WalletCommand, { type: 'UpdateWalletSet' }>,
  state: ReadonlyWalletState,
): Decision {
  const set = state.walletSets.get(walletSetId);
  if (set === undefined || set.userId !== undefined) return reject('WALLET_SET_UNKNOWN');
  const updated = { type: 'WalletSetUpdated', walletSetId } as const;
  return ok([name === undefined ? updated : { ...updated, name }]);
}
