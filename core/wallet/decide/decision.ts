// The type of decisions, and the checks of idempotency and entity secret.

import { ok, type Result } from '../../kernel/result.ts';
import { type Blockchain, chainOf, type Network } from '../chain/blockchains.ts';
import type { SecretFact } from '../commands/parts.ts';
import type { WalletEvent } from '../events.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type Decision = Result<readonly WalletEvent[], WalletRejection>;

/** No events: the command was executed before, or no longer applies. */
export const nothing: Decision = ok([]);

/**
 * Decides an idempotent request, in the order of reference/wallet.md section 2: a key used by the same scope decides
 * nothing, one used by another is rejected; then the ciphertext is checked, and then `decide` is called.
 */
export function idempotently(
  state: ReadonlyWalletState,
  request: { readonly idempotencyKey: string; readonly secret: SecretFact },
  scope: string,
  decide: () => Decision,
): Decision {
  const entry = state.idempotencyEntries.get(request.idempotencyKey);
  if (entry !== undefined) {
    return entry.scope === scope ? nothing : reject('IDEMPOTENCY_KEY_TAKEN');
  }
  const opened = checkSecret(state, request.secret);
  if (!opened.ok) return opened;
  const decided = decide();
  return decided.ok ? ok([...opened.value, ...decided.value]) : decided;
}

/** Whether the secret inside a ciphertext is the entity's; the first one seen becomes it, unless it must be registered. */
export function checkSecret(state: ReadonlyWalletState, fact: SecretFact): Decision {
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
