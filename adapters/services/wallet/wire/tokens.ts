// The wire forms of tokens and of what wallets hold of them (reference/wallet.md sections 4 and 10).

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import {
  printedDates,
  printedDecimal,
  printedInstant,
  printedUuid,
  type PrintedBy,
} from './printed.ts';
import { blockchain, flag, pageFields, text, textCharsMax, textList, uuid } from './fields.ts';
import { printDates, printInstant } from './print-fields.ts';

export const dripBody = z.object({
  address: z.string().min(1).max(textCharsMax),
  blockchain,
  native: z.boolean().default(false),
  usdc: z.boolean().default(false),
  eurc: z.boolean().default(false),
});

/** Tokens that one change of the monitored ones may name. */
export const monitoredTokensMax = 1_000;

/** The query of balances and of NFTs. */
export const holdingsQuery = z.object({
  ...pageFields,
  includeAll: flag.default(false),
  name: text.exactOptional(),
  tokenAddress: textList.pipe(z.array(text)).exactOptional(),
  standard: z.enum(wallet.tokenStandards).exactOptional(),
});

const tokenIds = z.array(uuid).max(monitoredTokensMax);

export const monitoredTokensBody = z.object({ tokenIds: tokenIds.min(1) });

/** An absent list is empty: no token is monitored then. */
export const replaceMonitoredTokensBody = z.object({ tokenIds: tokenIds.default([]) });

export const monitoringScopeBody = z.object({ scope: z.enum(wallet.monitoringScopes) });

export const monitoredTokensQuery = z.object({
  ...pageFields,
  blockchain: blockchain.exactOptional(),
  tokenAddress: text.exactOptional(),
  symbol: text.exactOptional(),
});

export const tokenRecord = z
  .strictObject({
    id: printedUuid,
    blockchain,
    name: z.string().exactOptional(),
    symbol: z.string().exactOptional(),
    decimals: z.int().min(0).exactOptional().meta({ description: 'Absent for NFTs.' }),
    isNative: z.boolean(),
    tokenAddress: z.string().exactOptional().meta({ description: 'Absent for native tokens.' }),
    standard: z.enum(wallet.tokenStandards).exactOptional(),
    ...printedDates,
  })
  .meta({ id: 'Token' });

export const balanceRecord = z
  .strictObject({ token: tokenRecord, amount: printedDecimal, updateDate: printedInstant })
  .meta({ id: 'Balance' });

export const nftRecord = z
  .strictObject({
    amount: printedDecimal,
    metadata: z.string().exactOptional(),
    nftTokenId: z.string().exactOptional(),
    updateDate: printedInstant,
    token: tokenRecord,
  })
  .meta({ id: 'Nft' });

export const monitoringRecord = z
  .strictObject({ scope: z.enum(wallet.monitoringScopes), tokens: z.array(tokenRecord) })
  .meta({ id: 'MonitoredTokens' });

export function printToken(token: wallet.TokenView): PrintedBy<typeof tokenRecord> {
  const { name, symbol, decimals, standard, address: tokenAddress } = token;
  return {
    id: token.id,
    blockchain: token.blockchain,
    ...omitUndefined({ name, symbol, decimals }),
    isNative: token.isNative,
    ...omitUndefined({ tokenAddress, standard }),
    ...printDates(token),
  };
}

export function printMonitoring({
  scope,
  tokens,
}: wallet.MonitoringView): PrintedBy<typeof monitoringRecord> {
  return { scope, tokens: tokens.items.map(printToken) };
}

export function printNft({
  token,
  amount,
  updatedMs,
  nftTokenId,
  metadata,
}: wallet.NftView): PrintedBy<typeof nftRecord> {
  return {
    amount,
    ...omitUndefined({ metadata, nftTokenId }),
    updateDate: printInstant(updatedMs),
    token: printToken(token),
  };
}

export function printBalance({
  token,
  amount,
  updatedMs,
}: wallet.BalanceView): PrintedBy<typeof balanceRecord> {
  return { token: printToken(token), amount, updateDate: printInstant(updatedMs) };
}
