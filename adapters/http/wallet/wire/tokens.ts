// The wire forms of tokens and of what wallets hold of them (reference/wallet.md sections 4 and 10).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import {
  blockchain,
  flag,
  pageFields,
  printDates,
  printInstant,
  text,
  textCharsMax,
} from './fields.ts';

export const dripBody = z.object({
  address: z.string().min(1).max(textCharsMax),
  blockchain,
  native: z.boolean().default(false),
  usdc: z.boolean().default(false),
  eurc: z.boolean().default(false),
});

export const balancesQuery = z.object({
  ...pageFields,
  includeAll: flag.default(false),
  name: text.exactOptional(),
  tokenAddress: text.exactOptional(),
  standard: text.exactOptional(),
});

/** Name and symbol where there are some; no decimals for NFTs. */
export function printToken(token: wallet.Token) {
  const { id, blockchain: code, name, symbol, decimals, isNative, standard, address } = token;
  return {
    id,
    blockchain: code,
    ...(name === undefined ? {} : { name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(wallet.isNft(token) ? {} : { decimals }),
    isNative,
    ...(address === undefined ? {} : { tokenAddress: address }),
    ...(standard === undefined ? {} : { standard }),
    ...printDates(token),
  };
}

export function printBalance({ token, amount, updatedMs }: wallet.BalanceView) {
  return { token: printToken(token), amount, updateDate: printInstant(updatedMs) };
}
