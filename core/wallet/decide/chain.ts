// The conditions of a chain, set by the operator: everything else follows from them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok } from '../../kernel/result.ts';
import { parseAmount } from '../tokens/amount.ts';
import { blockTimeMsMax, chainOf } from '../chain/blockchains.ts';
import type { ChangeChain } from '../commands.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import type { WalletDecision } from './decision.ts';
import { feeDecimals } from '../chain/fee-market.ts';

/** Bounds of the conditions. */
export const baseFeeGweiMax = 1_000_000n;
export const congestionMax = 1_000n;

export function changeChain(
  { blockchain, baseFeeGwei, congestion, paused, blockTimeMs }: ChangeChain,
  state: ReadonlyWalletState,
): WalletDecision {
  if (state.chains.get(blockchain) === undefined)
    return reject('OPERATION_NOT_OFFERED', `on ${blockchain}`);
  const feeScale = feeDecimals(blockchain);
  const calmFee = baseFeeGwei === undefined ? undefined : parseAmount(baseFeeGwei, feeScale);
  const congestionMilli = congestion === undefined ? undefined : parseAmount(congestion, 3);
  if (
    baseFeeGwei !== undefined &&
    (calmFee === undefined || calmFee > baseFeeGweiMax * 10n ** BigInt(feeScale))
  ) {
    const unit = chainOf(blockchain).family === 'evm' ? 'gwei' : 'lamports';
    return reject(
      'CONDITION_INVALID',
      `baseFeeGwei must be 0 to ${baseFeeGweiMax} ${unit}, not '${baseFeeGwei}'`,
    );
  }
  if (
    congestion !== undefined &&
    (congestionMilli === undefined || congestionMilli > congestionMax * 1_000n)
  ) {
    return reject(
      'CONDITION_INVALID',
      `congestion must be 0 to ${congestionMax}, with at most 3 decimals, not '${congestion}'`,
    );
  }
  if (blockTimeMs !== undefined && (blockTimeMs < 1 || blockTimeMs > blockTimeMsMax)) {
    return reject('CONDITION_INVALID', `blockTimeMs must be 1 to ${blockTimeMsMax}`);
  }
  return ok([
    {
      type: 'ChainChanged',
      blockchain,
      ...(calmFee === undefined ? {} : { calmFee: calmFee.toString() }),
      ...(congestionMilli === undefined ? {} : { congestionMilli: Number(congestionMilli) }),
      ...omitUndefined({ paused, blockTimeMs }),
    },
  ]);
}
