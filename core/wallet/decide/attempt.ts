// Signs a transaction and submits it to the mempool: at first, and again for a replacement.

import { hexToBytes } from '@noble/hashes/utils.js';
import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { chainOf } from '../chain/blockchains.ts';
import type { AttemptData } from '../events/parts.ts';
import { heightAt, printOffer, type FeeOffer } from '../chain/fee-market.ts';
import { smartGasOf } from '../broadcast/gas.ts';
import { executeCall, userOperationHash } from '../broadcast/user-operation.ts';
import { signAptos, transferPayload } from '../broadcast/aptos.ts';
import { evmPayload, nftPayload, signEvm, type EvmPayload } from '../broadcast/evm.ts';
import { signSolana } from '../broadcast/solana.ts';
import { isNft, type Token } from '../records/token.ts';
import type { OutboundTransaction } from '../records/transaction.ts';
import { runningChain, type ReadonlyWalletState } from '../state.ts';
import { tokenById } from '../tokens/registry.ts';
import { keyOf } from './key.ts';

/** How a transaction is submitted to the mempool. */
export interface Submission {
  readonly offer: FeeOffer;
  /** The transaction itself, or a zero-value transaction to the sender under the same nonce. */
  readonly purpose: 'transaction' | 'cancellation';
  /** The instant of its arrival in the mempool. */
  readonly fromMs: number;
}

/** A queued transaction; it has a nonce on chains with nonces. */
type Numbered = OutboundTransaction & { readonly nonce?: number };

/** Signs a transaction and submits it to the mempool. */
export function newAttempt(
  state: ReadonlyWalletState,
  context: Context,
  transaction: Numbered,
  submission: Submission,
): AttemptData {
  const { chain } = runningChain(state, transaction.blockchain);
  const { offer, fromMs } = submission;
  return {
    txHash: sign(state, context, transaction, submission),
    ...printOffer(offer),
    fromHeight: heightAt(chain, fromMs),
  };
}

/** The token that a transfer is of; undefined for calls of contracts. */
export function tokenOf(
  state: ReadonlyWalletState,
  { operation }: OutboundTransaction,
): Token | undefined {
  return operation.kind === 'TRANSFER' ? tokenById(state, operation.tokenId) : undefined;
}

/** The longest stay of an Aptos transaction in the mempool: the chain's own limit. */
const expirySeconds = 86_400;

function sign(
  state: ReadonlyWalletState,
  context: Context,
  transaction: Numbered,
  { offer, purpose, fromMs }: Submission,
): string {
  const { blockchain, source, nonce } = transaction;
  const { family, rules } = chainOf(blockchain);
  const wallet = state.wallets.get(transaction.walletId);
  invariant(wallet !== undefined, 'a transaction has a wallet');
  invariant(rules !== undefined, 'a transaction is on a running chain');
  invariant(family !== 'near', 'no such chain runs');
  const privateKey = keyOf(state, context, wallet);
  switch (family) {
    case 'evm': {
      invariant(nonce !== undefined, 'EVM transactions have nonces');
      const payload =
        purpose === 'transaction'
          ? payloadOf(state, transaction)
          : { to: source, value: 0n, data: '0x' };
      if (transaction.isSmart === true) {
        const callData = executeCall(source, payload);
        // The first deploys the account, so later ones never do: not even while it waits again after a reorganisation.
        const isDeployed = nonce === 0 ? {} : { isDeployed: true as const };
        const { verificationGasLimit, preVerificationGas } = smartGasOf(0n, isDeployed);
        const callGasLimit = offer.gasLimit - verificationGasLimit - preVerificationGas;
        const gas = { callGasLimit, verificationGasLimit, preVerificationGas };
        const { chainId } = rules;
        return userOperationHash({ chainId, sender: source, nonce, callData, gas, ...offer });
      }
      return signEvm({ chainId: rules.chainId, nonce, ...offer, ...payload }, privateKey);
    }
    case 'solana': {
      const recentBlockhash = context.bytes(`recent/${transaction.id}`).slice(0, 64);
      const { token, destination, units } = transferIn(state, transaction);
      return signSolana({ source, destination, token, units, recentBlockhash }, privateKey);
    }
    case 'aptos': {
      invariant(nonce !== undefined, 'Aptos transactions have sequence numbers');
      const { maxFee: gasPrice, gasLimit } = offer;
      const expiresAtSeconds = Math.floor(fromMs / 1_000) + expirySeconds;
      const terms = { chainId: rules.chainId, sequenceNumber: nonce, gasPrice, gasLimit };
      const payload = aptosPayloadOf(state, transaction);
      return signAptos({ ...terms, expiresAtSeconds, source, payload }, privateKey);
    }
  }
}

/** The payload of an EVM transaction: a transfer or a contract call. */
function payloadOf(state: ReadonlyWalletState, transaction: OutboundTransaction): EvmPayload {
  const { operation, source, movements } = transaction;
  if (operation.kind === 'CONTRACT_EXECUTION') {
    return { to: operation.contract, value: operation.value, data: operation.callData };
  }
  const { token, destination, units } = transferIn(state, transaction);
  return isNft(token)
    ? nftPayload(token, source, destination, movements)
    : evmPayload(token, destination, units);
}

/** The payload of an Aptos transaction: a transfer or a call of the batch function. */
function aptosPayloadOf(state: ReadonlyWalletState, transaction: OutboundTransaction): Uint8Array {
  const { operation } = transaction;
  if (operation.kind === 'CONTRACT_EXECUTION') return hexToBytes(operation.callData.slice(2));
  const { token, destination, units } = transferIn(state, transaction);
  return transferPayload(destination, units, token.address);
}

/** The token, destination and units of a transfer. */
function transferIn(
  state: ReadonlyWalletState,
  transaction: OutboundTransaction,
): { readonly token: Token; readonly destination: string; readonly units: bigint } {
  const token = tokenOf(state, transaction);
  const [movement] = transaction.movements;
  invariant(token !== undefined && movement !== undefined, 'a transfer is of a known token');
  return { token, destination: movement.to, units: movement.units };
}
