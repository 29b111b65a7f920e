// Wallet sets: created by idempotent requests or by the operator, renamed by plain requests.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { ProvisionWalletSet, CommandOf } from '../commands.ts';
import { scopeOf } from '../records/idempotency.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import { idempotently, type WalletDecision } from './decision.ts';

/** Wallet sets of one account (reference/wallet.md section 2, "Limits"). */
export const walletSetsMax = 1_000;

export function createWalletSet(
  command: CommandOf<'CreateWalletSet'>,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return idempotently(state, command, scopeOf(command.type), () => newSet(command, state, context));
}

/** A set from outside the API: its id derives from its ordinal. */
export function provisionWalletSet(
  command: ProvisionWalletSet,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return newSet(command, state, context);
}

function newSet(
  command: CommandOf<'CreateWalletSet'> | ProvisionWalletSet,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  if (state.walletSets.size >= walletSetsMax) return reject('WALLET_SETS_FULL');
  const { name } = command;
  const key = 'idempotencyKey' in command ? command.idempotencyKey : undefined;
  const branch = state.walletSets.insertedCount;
  const madeBy = key === undefined ? undefined : { key, index: 0 };
  return ok([
    {
      type: 'WalletSetCreated',
      walletSetId: context.id('walletSet', branch, madeBy),
      branch,
      ...omitUndefined({ name }),
      ...('userId' in command ? { userId: command.userId } : {}),
      ...(key === undefined ? {} : { aside: { idempotencyKey: key } }),
    },
  ]);
}

export function updateWalletSet(
  { walletSetId, name }: CommandOf<'UpdateWalletSet'>,
  state: ReadonlyWalletState,
): WalletDecision {
  const set = state.walletSets.get(walletSetId);
  if (set === undefined || set.userId !== undefined) return reject('WALLET_SET_UNKNOWN');
  const updated = { type: 'WalletSetUpdated', walletSetId } as const;
  return ok([name === undefined ? updated : { ...updated, name }]);
}
