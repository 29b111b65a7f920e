// The switch: which rule decides which command. The rules are in decide/, one file for each noun.

import type { Context } from '../kernel/context.ts';
import { atOnce, type InPieces } from '../kernel/pieces.ts';
import type { WalletCommand } from './commands.ts';
import { changeChain } from './decide/chain.ts';
import { registerEntitySecret } from './decide/entity.ts';
import { initiateWalletUpgrade } from './decide/wallet-upgrade.ts';
import { initiateContractExecution } from './decide/contract-execution.ts';
import { fundWallet, requestDrip } from './decide/funding.ts';
import { mintTokens } from './decide/minting.ts';
import { changeMonitoredTokens, setMonitoringScope } from './decide/monitoring.ts';
import type { WalletDecision } from './decide/decision.ts';
import { accelerate, cancel } from './decide/replacement.ts';
import {
  completeTransaction,
  markTransactionStuck,
  mineTransaction,
  queueTransaction,
  screenTransaction,
  sendTransaction,
} from './decide/progress.ts';
import { sign } from './decide/signing.ts';
import { countRequest } from './decide/rate.ts';
import { steer } from './decide/steering.ts';
import { initiateTransfer } from './decide/transfer.ts';
import {
  attemptDelivery,
  createSubscription,
  removeSubscription,
  reportDelivery,
  updateSubscription,
} from './decide/webhooks.ts';
import { createWalletSet, provisionWalletSet, updateWalletSet } from './decide/wallet-set.ts';
import {
  createWallets,
  freezeWallet,
  provisionWallets,
  unfreezeWallet,
  updateWallet,
} from './decide/wallet.ts';
import { deriveWallet } from './decide/derivation.ts';
import type { ReadonlyWalletState } from './state.ts';

export function decide(
  command: WalletCommand,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  switch (command.type) {
    case 'RegisterEntitySecret':
      return registerEntitySecret(command, state);
    case 'CreateWalletSet':
      return createWalletSet(command, state, context);
    case 'UpdateWalletSet':
      return updateWalletSet(command, state);
    case 'CreateWallets':
      return atOnce(createWallets(command, state, context));
    case 'UpdateWallet':
      return updateWallet(command, state);
    case 'DeriveWallet':
      return deriveWallet(command, state, context);
    case 'FreezeWallet':
      return freezeWallet(command, state);
    case 'UnfreezeWallet':
      return unfreezeWallet(command, state);
    case 'InitiateTransfer':
      return initiateTransfer(command, state, context);
    case 'InitiateContractExecution':
      return initiateContractExecution(command, state, context);
    case 'InitiateWalletUpgrade':
      return initiateWalletUpgrade(command, state, context);
    case 'AccelerateTransaction':
      return accelerate(command, state, context);
    case 'CancelTransaction':
      return cancel(command, state, context);
    case 'RequestDrip':
      return requestDrip(command, state, context);
    case 'SignMessage':
    case 'SignTypedData':
    case 'SignTransaction':
    case 'SignDelegateAction':
      return sign(command, state, context);
    case 'FundWallet':
      return fundWallet(command, state, context);
    case 'ProvisionWalletSet':
      return provisionWalletSet(command, state, context);
    case 'ProvisionWallets':
      return atOnce(provisionWallets(command, state, context));
    case 'ChangeMonitoredTokens':
      return changeMonitoredTokens(command, state);
    case 'SetMonitoringScope':
      return setMonitoringScope(command.scope, state);
    case 'MintTokens':
      return mintTokens(command, state, context);
    case 'SteerTransaction':
      return steer(command, state, context);
    case 'ChangeChain':
      return changeChain(command, state);
    case 'ScreenTransaction':
      return screenTransaction(command.transactionId, state);
    case 'QueueTransaction':
      return queueTransaction(command.transactionId, state);
    case 'SendTransaction':
      return sendTransaction(command.transactionId, state, context);
    case 'MarkTransactionStuck':
      return markTransactionStuck(command.transactionId, state);
    case 'MineTransaction':
      return mineTransaction(command.transactionId, state, context);
    case 'CompleteTransaction':
      return completeTransaction(command.transactionId, state);
    case 'CountRequest':
      return countRequest(command, state, context.nowMs);
    case 'CreateSubscription':
      return createSubscription(command, state, context);
    case 'UpdateSubscription':
      return updateSubscription(command, state);
    case 'RemoveSubscription':
      return removeSubscription(command, state);
    case 'AttemptDelivery':
    case 'RepeatDelivery':
      return attemptDelivery(command, state, context);
    case 'ReportDelivery':
      return reportDelivery(command, state, context);
  }
}

/** The commands that create thousands of wallets. */
export function decideInPieces(
  command: WalletCommand,
  state: ReadonlyWalletState,
  context: Context,
): InPieces<WalletDecision> | undefined {
  if (command.type === 'CreateWallets') return createWallets(command, state, context);
  if (command.type === 'ProvisionWallets') return provisionWallets(command, state, context);
  return undefined;
}
