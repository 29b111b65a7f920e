// The wire forms of what gas costs (reference/wallet.md section 6).

import { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { blockchain } from './fields.ts';
import { printedDecimal, type PrintedBy } from './printed.ts';

export const feeParametersQuery = z.object({
  blockchain,
  accountType: z.enum(['EOA', 'SCA']).default('EOA'),
});

/** Gwei on EVM chains, the smallest unit of the native token elsewhere. */
const feeTerms = {
  gasPrice: printedDecimal.exactOptional(),
  maxFee: printedDecimal.exactOptional(),
  priorityFee: printedDecimal.exactOptional(),
  baseFee: printedDecimal.exactOptional(),
};

const feeTermsRecord = z.strictObject(feeTerms).meta({ id: 'FeeTerms' });

export const feeRecord = z
  .strictObject({
    ...feeTerms,
    gasLimit: printedDecimal,
    networkFee: printedDecimal,
    l1Fee: printedDecimal.exactOptional(),
  })
  .meta({ id: 'Fee' });

const estimatedFeeRecord = feeRecord
  .extend({ networkFeeRaw: printedDecimal })
  .meta({ id: 'EstimatedFee' });

export const estimateRecord = z
  .strictObject({
    low: estimatedFeeRecord,
    medium: estimatedFeeRecord,
    high: estimatedFeeRecord,
    callGasLimit: printedDecimal.exactOptional(),
    verificationGasLimit: printedDecimal.exactOptional(),
    preVerificationGas: printedDecimal.exactOptional(),
  })
  .meta({ id: 'Estimate' });

export const feeParametersRecord = z
  .strictObject({ low: feeTermsRecord, medium: feeTermsRecord, high: feeTermsRecord })
  .meta({ id: 'FeeParameters' });

export function printEstimate({
  levels: { LOW, MEDIUM, HIGH },
  smartGas,
}: wallet.EstimateView): PrintedBy<typeof estimateRecord> {
  return { low: LOW, medium: MEDIUM, high: HIGH, ...smartGas };
}

export function printFeeParameters({
  LOW,
  MEDIUM,
  HIGH,
}: wallet.FeeParametersView): PrintedBy<typeof feeParametersRecord> {
  return { low: LOW, medium: MEDIUM, high: HIGH };
}
