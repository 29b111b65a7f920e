// Fees as decimal text, in the units of their chain.

import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import { costMax, feeDecimals, type FeeTerms } from '../chain/fee-market.ts';
import type { FeeDetails, FeeTermsDetails } from '../records/transaction-details.ts';
import type { Fee } from '../records/transaction.ts';
import { formatAmount } from '../tokens/amount.ts';

export function feeDetails(blockchain: Blockchain, fee: Fee): FeeDetails {
  const { nativeDecimals } = chainOf(blockchain);
  return {
    gasLimit: fee.gasLimit.toString(),
    ...feeTermsDetails(blockchain, fee),
    networkFee: formatAmount(costMax(fee), nativeDecimals),
    ...(fee.l1Fee === undefined ? {} : { l1Fee: formatAmount(fee.l1Fee, nativeDecimals) }),
  };
}

export function feeTermsDetails(
  blockchain: Blockchain,
  { maxFee, priorityFee, baseFee }: FeeTerms & { readonly baseFee: bigint },
): FeeTermsDetails {
  const print = (fee: bigint) => formatAmount(fee, feeDecimals(blockchain));
  const { family } = chainOf(blockchain);
  if (family === 'aptos') return { gasPrice: print(maxFee) };
  return {
    baseFee: print(baseFee),
    priorityFee: print(priorityFee),
    ...(family === 'evm' ? { maxFee: print(maxFee) } : {}),
  };
}
