// The wire forms of what gas costs (reference/wallet.md section 6).

import { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { blockchain } from './fields.ts';

export const feeParametersQuery = z.object({
  blockchain,
  accountType: z.enum(['EOA', 'SCA']).default('EOA'),
});

export function printEstimate({ levels: { LOW, MEDIUM, HIGH }, smartGas }: wallet.EstimateView) {
  return { low: LOW, medium: MEDIUM, high: HIGH, ...smartGas };
}

export function printFeeParameters({ LOW, MEDIUM, HIGH }: wallet.FeeParametersView) {
  return { low: LOW, medium: MEDIUM, high: HIGH };
}
