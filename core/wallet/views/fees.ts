// What a chain asks for gas at present, level by level.

import { err, ok, type Result } from '../../kernel/result.ts';
import { formatAmount } from '../tokens/amount.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import {
  baseFeeAt,
  feeDecimals,
  feeLevels,
  heightAt,
  type FeeLevel,
  type FeeTerms,
} from '../chain/fee-market.ts';
import type { ReadonlyWalletState } from '../state.ts';

/** Decimal text: gwei on EVM chains, the smallest unit of the native token elsewhere. */
export interface FeeTermsView {
  /** On chains without a base fee; there it is all. */
  readonly gasPrice?: string;
  /** Absent on SOL, whose senders name no most (reference/wallet.md section 6). */
  readonly maxFee?: string;
  readonly priorityFee?: string;
  readonly baseFee?: string;
}

export type FeeParametersView = Readonly<Record<FeeLevel, FeeTermsView>>;

/** The terms of the three levels on a chain, for wallets of a type. Both types of accounts pay alike for their gas. */
export function feeParametersView(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  accountType: 'EOA' | 'SCA',
  nowMs: number,
): Result<FeeParametersView, 'OPERATION_NOT_OFFERED' | 'ACCOUNT_TYPE_NOT_OFFERED'> {
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return err('OPERATION_NOT_OFFERED');
  if (accountType === 'SCA' && chainOf(blockchain).family !== 'evm') {
    return err('ACCOUNT_TYPE_NOT_OFFERED');
  }
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const { LOW, MEDIUM, HIGH } = feeLevels(chain, baseFee);
  const view = (terms: FeeTerms) => feeTermsView(blockchain, { ...terms, baseFee });
  return ok({ LOW: view(LOW), MEDIUM: view(MEDIUM), HIGH: view(HIGH) });
}

/** Terms in the words of their chain. */
export function feeTermsView(
  blockchain: Blockchain,
  { maxFee, priorityFee, baseFee }: FeeTerms & { readonly baseFee: bigint },
): FeeTermsView {
  const print = (fee: bigint) => formatAmount(fee, feeDecimals(blockchain));
  const { family } = chainOf(blockchain);
  if (family === 'aptos') return { gasPrice: print(maxFee) };
  return {
    baseFee: print(baseFee),
    priorityFee: print(priorityFee),
    ...(family === 'evm' ? { maxFee: print(maxFee) } : {}),
  };
}
