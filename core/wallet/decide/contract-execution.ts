// Decides a requested contract execution: finds the wallet, encodes the call, checks the fee, and simulates the effect.

import type { Context } from '../../kernel/context.ts';
import { ok, type Err, type Result } from '../../kernel/result.ts';
import { callDataBytesMax, callDataOf } from '../broadcast/abi.ts';
import {
  batchContract,
  batchFunction,
  encodeBatch,
  isBatchContract,
  readBatch,
} from '../broadcast/aptos-batch.ts';
import { parseAmount } from '../tokens/amount.ts';
import { chainOf, unitsMax } from '../chain/blockchains.ts';
import type { CallTerms, InitiateContractExecution } from '../commands.ts';
import { isAddress } from '../keys/address.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { ChainAddress, Wallet } from '../records/wallet.ts';
import {
  printCall,
  printUnits,
  type ContractOperation,
  type WrittenCall,
} from '../records/operation.ts';
import type { WalletDecision } from './decision.ts';
import { effectOf, type CallEffect } from './effect.ts';
import { checkWalletUsable, initiate, initiatedFields, lacksFunds } from './initiating.ts';

export function initiateContractExecution(
  command: InitiateContractExecution,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  return initiate(command, command.wallet, state, context, {
    plan(wallet) {
      const call = plannedCall(command, wallet, checkWalletUsable(command.network, wallet));
      return call.ok ? ok({ operation: call.value }) : call;
    },
    events(wallet, { operation }, fee) {
      const effect = affordable(state, wallet, effectOf(state, wallet, operation, context.nowMs));
      const { movements, approvals } = effect.isWorkable ? effect : noMovements;
      const shared = initiatedFields(command, state, context, wallet, fee, movements);
      const { transactionId, walletId, ...others } = shared;
      return [
        ...(effect.isWorkable ? effect.registered : []),
        {
          type: 'ContractExecutionInitiated',
          transactionId,
          walletId,
          ...printCall(operation),
          movements: movements.map(printUnits),
          ...(approvals.length === 0 ? {} : { approvals: approvals.map(printUnits) }),
          ...(effect.isWorkable ? {} : { flaw: effect.flaw }),
          ...others,
        },
      ];
    },
  });
}

const noMovements: Pick<Extract<CallEffect, { isWorkable: true }>, 'movements' | 'approvals'> = {
  movements: [],
  approvals: [],
};

/** The planned call, or the first rejection. `walletRejection`: by the rules on the wallet. */
export function plannedCall(
  terms: CallTerms,
  wallet: ChainAddress,
  walletRejection: Err<WalletRejection> | undefined,
): Result<ContractOperation, WalletRejection> {
  const refusal = walletRejection ?? checkCallTarget(terms, wallet);
  if (refusal !== undefined) return refusal;
  return chainOf(wallet.blockchain).family === 'aptos'
    ? batchOperationOf(terms, wallet)
    : operationOf(terms, wallet);
}

/** The rules on chain, token and addresses, in their order. */
function checkCallTarget(
  terms: CallTerms,
  { blockchain }: ChainAddress,
): Err<WalletRejection> | undefined {
  const { blockchain: named, contract } = terms;
  const { family } = chainOf(blockchain);
  if (family !== 'evm' && family !== 'aptos') {
    return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
  }
  if (family === 'aptos' && !isOfferedOnAptos(terms)) {
    const only = `on ${blockchain} only ${batchFunction} of ${batchContract} can be called`;
    return reject('OPERATION_NOT_OFFERED', only);
  }
  if (named !== undefined && named !== blockchain) {
    return reject('CHAIN_MISMATCH', `the wallet is on ${blockchain}, the request names ${named}`);
  }
  if (family === 'evm' && !isAddress('evm', contract)) {
    return reject('DESTINATION_INVALID', 'nor is contractAddress');
  }
  return undefined;
}

/** On APTOS the service offers one function, by name and not as call data. */
function isOfferedOnAptos({ contract, signature, callData }: CallTerms): boolean {
  if (!isBatchContract(contract)) return false;
  return signature === undefined
    ? callData === undefined
    : signature.replaceAll(/\s/g, '') === batchFunction;
}

function operationOf(
  terms: CallTerms,
  wallet: ChainAddress,
): Result<ContractOperation, WalletRejection> {
  const { contract, signature, parameters } = terms;
  const flaw = encodingFlaw(terms);
  if (flaw !== undefined) return reject(flaw);
  const abi = signature === undefined ? undefined : { signature, parameters: parameters ?? [] };
  const data = callDataOf(terms);
  if (data === undefined) return reject('CALL_PARAMETERS_UNFIT');
  const value = valueOf(terms, wallet, data);
  if (!value.ok) return value;
  const call = { kind: 'CONTRACT_EXECUTION', contract: contract.toLowerCase() } as const;
  const written = { ...call, value: value.value, callData: data.toLowerCase() };
  return ok(abi === undefined ? written : { ...written, abi });
}

/** A call on APTOS, which carries no native tokens. */
function batchOperationOf(
  terms: CallTerms,
  wallet: ChainAddress,
): Result<ContractOperation, WalletRejection> {
  const { signature = batchFunction, parameters = [] } = terms;
  const flaw = encodingFlaw(terms);
  if (flaw !== undefined) return reject(flaw);
  const batch = readBatch(parameters);
  if (batch === undefined) return reject('CALL_PARAMETERS_UNFIT');
  const callData = encodeBatch(batch);
  const value = valueOf(terms, wallet, callData);
  if (!value.ok) return value;
  if (value.value > 0n) return reject('CALL_AMOUNT_INVALID', 'this call takes no native tokens');
  const abi = { signature, parameters };
  return ok({ kind: 'CONTRACT_EXECUTION', contract: batchContract, value: 0n, callData, abi });
}

/** The rules on how a call is written. */
export function encodingFlaw({
  signature,
  parameters,
  callData,
}: WrittenCall): 'CALL_AMBIGUOUS' | 'CALL_MISSING' | undefined {
  const hasAbi = signature !== undefined || parameters !== undefined;
  if (callData !== undefined && hasAbi) return 'CALL_AMBIGUOUS';
  return callData === undefined && signature === undefined ? 'CALL_MISSING' : undefined;
}

/** The native units that a call carries, by the rules on its length and on the amount. */
function valueOf(
  { amount }: CallTerms,
  { blockchain }: ChainAddress,
  callData: string,
): Result<bigint, WalletRejection> {
  if (callData.length > 2 + 2 * callDataBytesMax) {
    return reject('CALL_PARAMETERS_UNFIT', `the call is longer than ${callDataBytesMax} bytes`);
  }
  const { family, nativeDecimals } = chainOf(blockchain);
  const value = parseAmount(amount ?? '0', nativeDecimals);
  return value === undefined || value > unitsMax(family)
    ? reject('CALL_AMOUNT_INVALID')
    : ok(value);
}

/** A call that moves more than the wallet has cannot succeed. */
function affordable(state: ReadonlyWalletState, wallet: Wallet, effect: CallEffect): CallEffect {
  const isLacking = effect.isWorkable && lacksFunds(state, wallet, effect.movements);
  return isLacking
    ? { isWorkable: false, flaw: 'The call moves more than the wallet has.' }
    : effect;
}
