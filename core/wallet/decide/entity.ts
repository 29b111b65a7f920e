// The entity secret: registered by a request, or adopted from the first ciphertext that is accepted.

import type { CommandOf } from '../commands.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import { checkSecret, type WalletDecision } from './decision.ts';

export function registerEntitySecret(
  command: CommandOf<'RegisterEntitySecret'>,
  state: ReadonlyWalletState,
): WalletDecision {
  if (state.entities.get('entity') !== undefined) return reject('ENTITY_SECRET_REGISTERED');
  const { secret } = command;
  if (secret.kind !== 'opened') return checkSecret(state, secret);
  const { mustBeRegistered: _itIsNow, ...fact } = secret;
  return checkSecret(state, fact);
}
