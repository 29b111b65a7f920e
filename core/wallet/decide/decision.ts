// The form of every decision, and the checks that all requests which make something share.

import { ok, type Result } from '../../kernel/result.ts';
import { type Blockchain, chainOf, type Network } from '../chain/blockchains.ts';
import type { SecretFact } from '../commands/parts.ts';
import type { WalletEvent } from '../events.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type Decision = Result<readonly WalletEvent[], WalletRejection>;

/** Nothing to do: the command has been carried out before, or has lost its point. */
export const nothing: Decision = ok([]);

/**
 * The order of reference/wallet.md section 2: a key that is bound to this operation repeats its answer, one bound to
 * another is refused, then the ciphertext is judged, and only then `make` looks at the request itself.
 */
export function idempotently(
  state: ReadonlyWalletState,
  request: { readonly idempotencyKey: string; readonly secret: SecretFact },
  scope: string,
  make: () => Decision,
): Decision {
  const binding = state.bindings.get(request.idempotencyKey);
  if (binding !== undefined) {
    return binding.scope === scope ? nothing : reject('IDEMPOTENCY_KEY_TAKEN');
  }
  const opened = judgeSecret(state, request.secret);
  if (!opened.ok) return opened;
  const made = make();
  return made.ok ? ok([...opened.value, ...made.value]) : made;
}

/** Whether the secret inside a ciphertext is the entity's; the first one seen becomes it, unless it must be registered. */
export function judgeSecret(state: ReadonlyWalletState, fact: SecretFact): Decision {
  if (fact.kind !== 'opened') return reject('CIPHERTEXT_INVALID');
  if (fact.isReused) return reject('CIPHERTEXT_REUSED');
  const entity = state.entities.get('entity');
  if (entity === undefined) {
    if (fact.mustBeRegistered === true) return reject('ENTITY_SECRET_UNREGISTERED');
    return ok([{ type: 'EntitySecretAdopted', fingerprint: fact.fingerprint }]);
  }
  return entity.secretFingerprint === fact.fingerprint ? nothing : reject('ENTITY_SECRET_WRONG');
}

/** A key of one kind serves the chains of one network (156006). */
export function isOnNetwork(network: Network, blockchain: Blockchain): boolean {
  return chainOf(blockchain).network === network;
}
