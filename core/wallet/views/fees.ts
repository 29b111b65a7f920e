// The present gas fees of a chain, by level.

import { ok, type Result } from '../../kernel/result.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import {
  baseFeeAt,
  feeLevels,
  heightAt,
  type FeeLevel,
  type FeeTerms,
} from '../chain/fee-market.ts';
import { feeTermsDetails } from '../details/fee.ts';
import type { FeeTermsDetails } from '../records/transaction-details.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import type { ReadonlyWalletState } from '../state.ts';

export type FeeParametersView = Readonly<Record<FeeLevel, FeeTermsDetails>>;

/** The terms of the three levels on a chain, for wallets of a type. Both types of accounts pay alike for their gas. */
export function feeParametersView(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  accountType: 'EOA' | 'SCA',
  nowMs: number,
): Result<FeeParametersView, WalletRejection> {
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
  if (accountType === 'SCA' && chainOf(blockchain).family !== 'evm') {
    return reject('ACCOUNT_TYPE_NOT_OFFERED', `on ${blockchain}`);
  }
  const baseFee = baseFeeAt(chain, heightAt(chain, nowMs));
  const { LOW, MEDIUM, HIGH } = feeLevels(chain, baseFee);
  const view = (terms: FeeTerms) => feeTermsDetails(blockchain, { ...terms, baseFee });
  return ok({ LOW: view(LOW), MEDIUM: view(MEDIUM), HIGH: view(HIGH) });
}
