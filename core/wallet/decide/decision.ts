// The type of decisions, and the checks of idempotency and entity secret.

import type { InPieces } from '../../kernel/pieces.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { type Blockchain, chainOf, type Network } from '../chain/blockchains.ts';
import type { SecretFact } from '../commands/parts.ts';
import type { WalletEvent } from '../events.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type WalletDecision = Result<readonly WalletEvent[], WalletRejection>;

/** No events: the command was executed before, or no longer applies. */
export const nothing: WalletDecision = ok([]);

/**
 * Decides an idempotent request, in the order of reference/wallet.md section 2: a key used by the same scope decides
 * nothing, one used by another is rejected; then the ciphertext is checked, and then `decide` is called.
 */
export function idempotently(
  state: ReadonlyWalletState,
  request: IdempotentRequest,
  scope: string,
  decide: () => WalletDecision,
): WalletDecision {
  const repeated = repeatedDecision(state, request, scope);
  if (repeated !== undefined) return repeated;
  const opened = checkSecret(state, request.secret);
  return opened.ok ? joined(opened.value, decide()) : opened;
}

/** As `idempotently`, of a decision in pieces. */
export function* idempotentlyInPieces(
  state: ReadonlyWalletState,
  request: IdempotentRequest,
  scope: string,
  decide: () => InPieces<WalletDecision>,
): InPieces<WalletDecision> {
  const repeated = repeatedDecision(state, request, scope);
  if (repeated !== undefined) return repeated;
  const opened = checkSecret(state, request.secret);
  return opened.ok ? joined(opened.value, yield* decide()) : opened;
}

interface IdempotentRequest {
  readonly idempotencyKey: string;
  readonly secret: SecretFact;
}

/** The decision on a request whose key is used already. */
function repeatedDecision(
  state: ReadonlyWalletState,
  { idempotencyKey }: IdempotentRequest,
  scope: string,
): WalletDecision | undefined {
  const entry = state.idempotencyEntries.get(idempotencyKey);
  if (entry === undefined) return undefined;
  return entry.scope === scope ? nothing : reject('IDEMPOTENCY_KEY_TAKEN');
}

function joined(events: readonly WalletEvent[], decided: WalletDecision): WalletDecision {
  return decided.ok ? ok([...events, ...decided.value]) : decided;
}

/** Whether the secret inside a ciphertext is the entity's; the first one seen becomes it, unless it must be registered. */
export function checkSecret(state: ReadonlyWalletState, fact: SecretFact): WalletDecision {
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
