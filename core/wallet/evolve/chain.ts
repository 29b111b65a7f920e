// Changes the conditions of a chain.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { changeConditions } from '../chain/fee-market.ts';
import type { ChainChanged } from '../events.ts';
import type { WalletState } from '../state.ts';

export function changeChain(
  { chains }: WalletState,
  { blockchain, calmFee, congestionMilli, paused: isPaused, blockTimeMs }: ChainChanged,
  atMs: number,
): void {
  const chain = chains.get(blockchain);
  if (chain === undefined) return;
  const change = {
    ...(calmFee === undefined ? {} : { calmFee: BigInt(calmFee) }),
    ...omitUndefined({ congestionMilli, isPaused, blockTimeMs }),
  };
  chains.replace(changeConditions(chain, change, atMs));
}
