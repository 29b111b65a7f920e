// What the addresses of a transaction held before it, and hold at the scrubber: exact, in units and in the token's decimals.

import { wallet } from '../../../../../core/index.ts';

type WalletState = Parameters<typeof wallet.inclusionView>[0];

export interface BalanceChange {
  readonly address: string;
  /** The wallet with this address, if one has it. */
  readonly walletId?: string;
  readonly role: 'sender' | 'receiver';
  readonly tokenId: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly before: bigint;
  readonly after: bigint;
  /** The part that pending transactions will need. */
  readonly reserved: bigint;
}

/** Addresses of one transaction that are shown; a batch may have thousands. */
const addressesMax = 20;

/** Of the tokens that it moves, and of its sender's native token, which pays for the gas. */
export function balanceChangesOf(
  before: WalletState,
  after: WalletState,
  transaction: wallet.Transaction,
): readonly BalanceChange[] {
  const { blockchain, source, movements } = transaction;
  const pairs = new Map<string, readonly [address: string, tokenId: string]>();
  const add = (address: string, tokenId: string) =>
    pairs.set(`${address}/${tokenId}`, [address, tokenId]);
  for (const { from, to, tokenId } of movements.slice(0, addressesMax)) {
    add(from, tokenId);
    add(to, tokenId);
  }
  const native = wallet.nativeTokenView(blockchain);
  if (transaction.direction === 'OUTBOUND' && native !== undefined) add(source, native.id);
  return [...pairs.values()].flatMap(([address, tokenId]): BalanceChange[] => {
    const token = wallet.tokenView(after, tokenId);
    if (token?.decimals === undefined) return []; // an NFT is no balance
    const id = wallet.balanceId(blockchain, address, tokenId);
    const [old, now] = [before.balances.get(id), after.balances.get(id)];
    const owner = after.wallets.list({ by: { address, blockchain }, order: 'ascending', limit: 1 });
    const walletId = owner[0]?.id;
    return [
      {
        address,
        ...(walletId === undefined ? {} : { walletId }),
        role: address === source ? 'sender' : 'receiver',
        tokenId,
        symbol: token.symbol ?? token.name ?? tokenId,
        decimals: token.decimals,
        before: old?.units ?? 0n,
        after: now?.units ?? 0n,
        reserved: now?.reserved ?? 0n,
      },
    ];
  });
}

/** With its sign: `+1.25`, `-0.5`, `0`. */
export function printChange(change: bigint, decimals: number): string {
  const text = wallet.formatAmount(change, decimals);
  return change > 0n ? `+${text}` : text.replace('-', '−');
}
