// The actions on transactions that faults plan: a fault strikes the request that initiates a transaction, and the action comes
// with the command, so that nothing can come in between.

import { faults, wallet } from '../../../core/index.ts';
import { matchingFaults, requestTarget } from '../../protocol/matching-faults.ts';
import { recordedFact } from '../../protocol/messages.ts';
import type { WalletRouteContext } from './route-context.ts';

const transactionsPath = '/v1/w3s/developer/transactions';

/** The paths of requests that initiate transactions; their method is POST. */
export const initiatingPaths = {
  transfer: `${transactionsPath}/transfer`,
  contractExecution: `${transactionsPath}/contractExecution`,
  walletUpgrade: `${transactionsPath}/walletUpgrade`,
} as const;

/** The faults that may strike the transaction of a request; null if there are none. */
export function transactionFaults({
  request,
  world,
}: WalletRouteContext): readonly string[] | null {
  // A recorded fact: bodies are redacted in recordings, and faults may be removed before the task runs.
  return recordedFact(
    request,
    'transactionFaults',
    () =>
      matchingFaults(world, faults.transactionFaultKinds, 'wallet', () => requestTarget(request)),
    null,
  );
}

/** The action that one of the faults plans; undefined if none strikes. A used key initiates nothing, so it is not tried. */
export function plannedBy(
  { request: { method, path }, tasks }: WalletRouteContext,
  idempotencyKey: string,
  faultIds: readonly string[],
): Promise<wallet.SteeringPlan | undefined> {
  const request = { service: 'wallet', method, path };
  return tasks.send({
    domain: 'faults',
    prepare: (states) => {
      const isRepeated = wallet.isKeyUsed(states.wallet, idempotencyKey);
      return { command: { type: 'TryFaults', faultIds: isRepeated ? [] : faultIds, request } };
    },
    respond: (outcome) => {
      const strike = outcome.ok ? faults.strikeIn(outcome.value) : undefined;
      return strike === undefined ? undefined : planOf(strike.effect);
    },
  });
}

function planOf(effect: faults.FaultEffect): wallet.SteeringPlan | undefined {
  const action = wallet.plannedActions.find((planned) => planned === effect.kind);
  if (action === undefined) return undefined;
  const named = 'reason' in effect ? effect.reason : undefined;
  const reason = wallet.failureReasons.find((known) => known === named);
  return reason === undefined ? { action } : { action, reason };
}
