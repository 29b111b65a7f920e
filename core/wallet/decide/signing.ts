// Signing for clients: the rules by account type, and the signatures (reference/wallet.md section 5).

import type { Context } from '../../kernel/context.ts';
import { ok, type Err, type Result } from '../../kernel/result.ts';
import { chainOf } from '../chain/blockchains.ts';
import type { SigningCommand } from '../commands/signing.ts';
import type { PayloadSigned } from '../events/signing.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { signEvmTransaction } from '../signing/evm-transaction.ts';
import { messageBytes, signDigestEvm, signMessage } from '../signing/message.ts';
import { signDelegateAction, signNearTransaction } from '../signing/near.ts';
import type { SignedTransaction, TransactionPayload } from '../signing/payload.ts';
import type { Read } from '../signing/read.ts';
import { signSolanaTransaction } from '../signing/solana-transaction.ts';
import { typedDataDigest } from '../signing/typed-data.ts';
import { controlledWallet, type ReadonlyWalletState } from '../state.ts';
import type { Wallet } from '../records/wallet.ts';
import { isOnNetwork, checkSecret, type WalletDecision } from './decision.ts';
import { keyOf } from './key.ts';

export function sign(
  command: SigningCommand,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const opened = checkSecret(state, command.secret);
  if (!opened.ok) return opened;
  const wallet = controlledWallet(state, command.wallet);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  if (!isOnNetwork(command.network, wallet.blockchain))
    return reject('KEY_KIND_MISMATCH', `the wallet is on ${wallet.blockchain}`);
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');
  if (wallet.accountType === 'SCA') {
    const unfit = checkSmartAccount(wallet, command);
    if (unfit !== undefined) return unfit;
  }
  const signed = signedBy(wallet, command, keyOf(state, context, wallet));
  if (!signed.ok) return signed;
  const memo = 'memo' in command && command.memo !== undefined ? { memo: command.memo } : {};
  const event = { type: 'PayloadSigned', walletId: wallet.id, ...signed.value, ...memo } as const;
  return ok([...opened.value, event]);
}

/**
 * A contract has no key, so it signs no transactions. Its owner signs messages and typed data, over the same hash as a
 * wallet with a key: isValidSignature(hash, signature) of EIP-1271 recovers the owner. That needs a deployed contract.
 */
function checkSmartAccount(
  wallet: Wallet,
  command: SigningCommand,
): Err<WalletRejection> | undefined {
  switch (command.type) {
    case 'SignTransaction':
    case 'SignDelegateAction':
      return reject('ACCOUNT_TYPE_UNFIT', 'a smart account signs messages and typed data only');
    case 'SignMessage':
    case 'SignTypedData':
      return wallet.isDeployed === true ? undefined : reject('SIGNER_NOT_DEPLOYED');
  }
}

type Signed = Omit<PayloadSigned, 'type' | 'walletId' | 'memo'>;

function signedBy(
  wallet: Wallet,
  command: SigningCommand,
  key: Uint8Array,
): Result<Signed, WalletRejection> {
  const { family } = chainOf(wallet.blockchain);
  switch (command.type) {
    case 'SignMessage': {
      if (family === 'near') return rejectChain(wallet);
      const bytes = messageBytes(command.message, command.encodedByHex);
      if (!bytes.ok) return bytes;
      return ok({ operation: 'message', signature: signMessage(family, bytes.value, key) });
    }
    case 'SignTypedData': {
      if (family !== 'evm') return rejectChain(wallet);
      const digest = typedDataDigest(command.data);
      if (!digest.ok) return digest;
      return ok({ operation: 'typedData', signature: signDigestEvm(digest.value, key) });
    }
    case 'SignTransaction':
      return as('transaction', signTransaction(wallet, command.payload, key));
    case 'SignDelegateAction':
      return family === 'near'
        ? as('delegateAction', signDelegateAction(command.unsignedDelegateAction, key))
        : rejectChain(wallet);
  }
}

function signTransaction(
  wallet: Wallet,
  payload: TransactionPayload,
  key: Uint8Array,
): Read<SignedTransaction> {
  const { blockchain, address } = wallet;
  const { family } = chainOf(blockchain);
  switch (family) {
    case 'evm':
      return blockchain === 'EVM' || blockchain === 'EVM-TESTNET'
        ? signEvmTransaction(blockchain, address, payload, key)
        : rejectChain(wallet);
    case 'solana':
      return 'rawTransaction' in payload
        ? signSolanaTransaction(address, payload.rawTransaction, key)
        : rejectStructured(wallet);
    case 'near':
      return 'rawTransaction' in payload
        ? signNearTransaction(payload.rawTransaction, key)
        : rejectStructured(wallet);
    case 'aptos':
      return rejectChain(wallet);
  }
}

function as(operation: Signed['operation'], read: Read<Omit<Signed, 'operation'>>): Read<Signed> {
  return read.ok ? ok({ operation, ...read.value }) : read;
}

function rejectChain({ blockchain }: Wallet) {
  return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
}

function rejectStructured({ blockchain }: Wallet) {
  return reject('TRANSACTION_UNUSABLE', `${blockchain} takes rawTransaction`);
}
