// Estimates of the cost of a transaction. They reserve nothing.

import { err, ok, type Err, type Result } from '../../kernel/result.ts';
import { chainOf } from '../chain/blockchains.ts';
import type { CallTerms, TransferTerms } from '../commands.ts';
import type { WalletName } from '../commands/parts.ts';
import { plannedCall } from '../decide/contract-execution.ts';
import { lacksFunds, nativeAvailableForGas } from '../decide/initiating.ts';
import { plannedTransfer } from '../decide/transfer.ts';
import {
  baseFeeAt,
  costMax,
  feeLevels,
  heightAt,
  l1FeeOf,
  type FeeLevel,
} from '../chain/fee-market.ts';
import { gasOf, smartGasOf, totalGas } from '../broadcast/gas.ts';
import { normalAddress } from '../keys/address.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { hasSponsor, type Wallet } from '../records/wallet.ts';
import { walletNamed, type ReadonlyWalletState } from '../state.ts';
import type { Movement } from '../records/operation.ts';
import { formatAmount } from '../tokens/amount.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { feeDetails } from '../details/fee.ts';
import type { FeeDetails } from '../records/transaction-details.ts';

export interface EstimateView {
  readonly levels: Readonly<Record<FeeLevel, EstimatedFeeView>>;
  /** Of smart accounts: the parts of the gas limit, as decimal text. */
  readonly smartGas?: Readonly<
    Record<'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas', string>
  >;
}

export interface EstimatedFeeView extends FeeDetails {
  /** The network fee with a smaller buffer: half the level's distance from the present base fee. */
  readonly networkFeeRaw: string;
}

/** Estimates have rejections of their own where the wallet has too little. */
export type EstimateRejection = WalletRejection | InsufficientFunds;

interface InsufficientFunds {
  readonly code: 'TOKEN_TOO_LOW' | 'NATIVE_TOO_LOW';
}

export function transferEstimateView(
  state: ReadonlyWalletState,
  terms: TransferTerms,
  nowMs: number,
): Result<EstimateView, EstimateRejection> {
  const wallet = senderOf(state, terms.wallet);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  // Clients estimate a transfer of 0 units when they want the price of a call.
  const planned = plannedTransfer(terms, wallet, state, closed(wallet), 0n);
  if (!planned.ok) return planned;
  const { token, operation, movements } = planned.value;
  if (!token.isNative && !wallet.isForeign && lacksFunds(state, wallet, movements)) {
    return insufficient('TOKEN_TOO_LOW');
  }
  return estimate(state, wallet, gasOf(wallet.blockchain, operation, token), movements, nowMs);
}

export function callEstimateView(
  state: ReadonlyWalletState,
  terms: CallTerms,
  nowMs: number,
): Result<EstimateView, EstimateRejection> {
  const wallet = senderOf(state, terms.wallet);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  const planned = plannedCall(terms, wallet, closed(wallet));
  if (!planned.ok) return planned;
  const operation = planned.value;
  const tokenId = nativeTokenId(wallet.blockchain);
  const value = { tokenId, units: operation.value, from: wallet.address, to: operation.contract };
  return estimate(state, wallet, gasOf(wallet.blockchain, operation), [value], nowMs);
}

/** The sender of an estimate: a wallet, or a foreign account, whose balances are unknown. */
type Sender = Pick<Wallet, 'blockchain' | 'address' | 'accountType' | 'isDeployed'> & {
  readonly isForeign: boolean;
};

/** The client's own provider for Ethereum libraries sends the zero address. */
function senderOf(state: ReadonlyWalletState, name: WalletName): Sender | undefined {
  const wallet = walletNamed(state, name);
  if (wallet !== undefined) return { ...wallet, isForeign: false };
  if ('walletId' in name) return undefined;
  const { blockchain } = name;
  const address = normalAddress(chainOf(blockchain).family, name.address);
  return { blockchain, address, accountType: 'EOA', isForeign: true };
}

/** Estimates are allowed for frozen wallets and those of end users. */
function closed({ blockchain }: Sender) {
  return chainOf(blockchain).rules === undefined ? reject('OPERATION_NOT_OFFERED') : undefined;
}

function insufficient(code: InsufficientFunds['code']): Err<InsufficientFunds> {
  return err({ code });
}

function estimate(
  state: ReadonlyWalletState,
  wallet: Sender,
  callGas: bigint,
  movements: readonly Movement[],
  nowMs: number,
): Result<EstimateView, EstimateRejection> {
  const { blockchain, accountType } = wallet;
  const { nativeDecimals } = chainOf(blockchain);
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return reject('OPERATION_NOT_OFFERED');
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const gasLimit = totalGas(callGas, wallet);
  const terms = feeLevels(chain, baseFee);
  const l1Fee = l1FeeOf(chain, gasLimit, baseFee);
  const needed = hasSponsor(wallet) ? 0n : costMax({ ...terms.LOW, gasLimit, ...l1Fee });
  if (!wallet.isForeign && nativeAvailableForGas(state, wallet, movements) < needed) {
    return insufficient('NATIVE_TOO_LOW');
  }
  const level = (name: FeeLevel): EstimatedFeeView => {
    const { maxFee } = terms[name];
    const raw = costMax({ maxFee: maxFee - (maxFee - baseFee) / 2n, gasLimit, ...l1Fee });
    return {
      ...feeDetails(blockchain, { ...terms[name], gasLimit, baseFee, ...l1Fee }),
      networkFeeRaw: formatAmount(raw, nativeDecimals),
    };
  };
  const levels = { LOW: level('LOW'), MEDIUM: level('MEDIUM'), HIGH: level('HIGH') };
  if (accountType === 'EOA') return ok({ levels });
  const { callGasLimit, verificationGasLimit, preVerificationGas } = smartGasOf(callGas, wallet);
  const smartGas = {
    callGasLimit: callGasLimit.toString(),
    verificationGasLimit: verificationGasLimit.toString(),
    preVerificationGas: preVerificationGas.toString(),
  };
  return ok({ levels, smartGas });
}
