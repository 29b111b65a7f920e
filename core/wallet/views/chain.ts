// A chain as the operator sees it, and the numbers of records.

import { formatAmount } from '../tokens/amount.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import { baseFeeAt, feeDecimals, heightAt } from '../chain/fee-market.ts';
import type { ReadonlyWalletState } from '../state.ts';

export interface ChainView {
  readonly blockchain: Blockchain;
  readonly height: number;
  readonly blockTimeMs: number;
  readonly paused: boolean;
  /** Decimal, in gwei (lamports on SOL). */
  readonly baseFeeGwei: string;
  readonly calmBaseFeeGwei: string;
  readonly congestion: string;
}

export function chainView(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  nowMs: number,
): ChainView | undefined {
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return undefined;
  const height = heightAt(chain, nowMs);
  const decimals = feeDecimals(blockchain);
  return {
    blockchain,
    height,
    blockTimeMs: chain.blockTimeMs,
    paused: chain.isPaused,
    baseFeeGwei: formatAmount(baseFeeAt(chain, height), decimals),
    calmBaseFeeGwei: formatAmount(chain.calmFee, decimals),
    congestion: formatAmount(BigInt(chain.congestionMilli), 3),
  };
}

/** The numbers of wallet sets, wallets and transactions. */
export function countsView(state: ReadonlyWalletState): Readonly<Record<string, number>> {
  const { walletSets, wallets, transactions } = state;
  return { walletSets: walletSets.size, wallets: wallets.size, transactions: transactions.size };
}
