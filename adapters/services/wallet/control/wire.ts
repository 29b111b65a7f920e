// The wire forms of the control routes of the wallet.

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import { describedAs } from '../../../protocol/json-schema.ts';
import { failureReason } from '../wire/fields.ts';
import { tokenRecord } from '../wire/tokens.ts';
import { transactionRecord } from '../wire/transactions.ts';

/** The number limit of tokens in one funding. */
export const fundedTokensMax = 50;

/** Length limit of ids of tokens and NFTs. */
export const tokenTextCharsMax = 100;

const amount = z.string().max(wallet.amountDigitsMax);

/** A decimal as text or as a number. */
const decimal = z
  .unknown()
  .transform((value, context) => {
    if (typeof value === 'string' && value.length <= wallet.amountDigitsMax) return value;
    if (typeof value === 'number' && value >= 0) return String(value);
    context.addIssue({ code: 'custom', message: 'must be a decimal number such as 4 or "0.5"' });
    return z.NEVER;
  })
  .meta(
    describedAs('A decimal number, as text or as a number.', z.union([amount, z.number().min(0)])),
  );

export const fundBody = z
  .strictObject({
    native: amount.exactOptional(),
    usdc: amount.exactOptional(),
    eurc: amount.exactOptional(),
    tokens: z
      .record(z.string().max(tokenTextCharsMax), amount)
      .refine(
        (tokens) => Object.keys(tokens).length <= fundedTokensMax,
        `must have at most ${fundedTokensMax} tokens`,
      )
      .meta({ description: 'Amounts by token id.', maxProperties: fundedTokensMax })
      .exactOptional(),
    secondary: z
      .literal(true)
      .meta({ description: 'Funds secondary storage (APTOS only), which is not shown.' })
      .exactOptional(),
  })
  .meta({ id: 'Funds' });

/** The amounts of a command, by the names and ids of tokens. */
export function fundsOf({
  native,
  usdc,
  eurc,
  tokens,
  secondary,
}: z.infer<typeof fundBody>): Pick<wallet.FundWallet, 'amounts' | 'secondary'> {
  const byId = Object.entries(tokens ?? {}).map(([id, amount]) => [id.toLowerCase(), amount]);
  const amounts = {
    ...(Object.fromEntries(byId) as Record<string, string>),
    ...omitUndefined({ native, usdc, eurc }),
  };
  return { amounts, ...omitUndefined({ secondary }) };
}

/** Length limits of names of tokens, and of metadata of NFTs. */
export const tokenNameCharsMax = 200;
export const metadataCharsMax = 10_000;

export const mintBody = z
  .strictObject({
    tokenId: z.string().max(tokenTextCharsMax).exactOptional(),
    tokenAddress: z
      .string()
      .max(tokenTextCharsMax)
      .meta({ description: 'The address of the contract; registers a new token if it is unknown.' })
      .exactOptional(),
    nftTokenId: z
      .string()
      .max(tokenTextCharsMax)
      .meta({ description: 'The id of the NFT; an integer on EVM chains.' })
      .exactOptional(),
    amount: amount.meta({ description: 'Decimal; the default is 1.' }).exactOptional(),
    metadata: z.string().max(metadataCharsMax).exactOptional(),
    standard: z.enum(wallet.tokenStandards).exactOptional(),
    name: z.string().max(tokenNameCharsMax).exactOptional(),
    symbol: z.string().max(tokenNameCharsMax).exactOptional(),
    decimals: z.int().min(0).max(wallet.tokenDecimalsMax).exactOptional(),
  })
  .refine(
    ({ tokenId, tokenAddress }) => (tokenId === undefined) !== (tokenAddress === undefined),
    'must have either tokenId or tokenAddress',
  )
  .refine(
    ({ tokenId, standard, name, symbol, decimals }) =>
      tokenId === undefined || [standard, name, symbol, decimals].every((own) => own === undefined),
    'allows standard, name, symbol and decimals with tokenAddress only',
  )
  .meta({ id: 'Mint' });

/** The members of a mint command. */
export function mintOf({
  tokenId,
  tokenAddress = '',
  nftTokenId,
  amount: units,
  metadata,
  ...draft
}: z.infer<typeof mintBody>): Omit<wallet.MintTokens, 'type' | 'walletId'> {
  return {
    token:
      tokenId === undefined
        ? { address: tokenAddress, ...draft }
        : { tokenId: tokenId.toLowerCase() },
    ...omitUndefined({ nftTokenId, amount: units, metadata }),
  };
}

export const chainBody = z
  .strictObject({
    baseFeeGwei: decimal.exactOptional(),
    congestion: decimal.exactOptional(),
    paused: z.boolean().exactOptional(),
    blockTimeMs: z.int().min(1).max(wallet.blockTimeMsMax).exactOptional(),
  })
  .meta({ id: 'ChainChange' });

/** `to` is for `reorg` only, `reason` for `fail` and `deny`. */
export const steerBody = z
  .strictObject({
    to: z.enum(wallet.reorganisedTo).exactOptional(),
    reason: failureReason
      .meta({
        description: `The errorReason for clients; with \`fail\` and \`deny\` only. Default of \`deny\`: ${wallet.denialReason}.`,
      })
      .exactOptional(),
  })
  .meta({ id: 'Steering' });

export const steeringAction = z.enum(wallet.steeringActions).meta({ id: 'SteeringAction' });

/** The blockchains that have blocks of their own. */
export const blockchain = z
  .enum(wallet.blockchains.filter((code) => wallet.chainOf(code).rules !== undefined))
  .meta({ id: 'RunningBlockchain' });

export const steerAnswer = z.strictObject({
  transaction: transactionRecord.meta({
    description: 'The transaction, as the wallet API shows it.',
  }),
});

/** One change of a transaction. */
export const changeAnswer = z
  .strictObject({
    at: z.string().meta({
      description: 'The virtual instant of the event; without an event, of the answer.',
      format: 'date-time',
    }),
    id: z.string(),
    blockchain: z.string(),
    state: z.string(),
    event: z.string().exactOptional().meta({
      description: 'The type of the event; absent in the first value, the present state.',
    }),
    txHash: z.string().exactOptional(),
    block: z.looseObject({}).exactOptional(),
    errorReason: z.string().exactOptional(),
    errorDetails: z.string().exactOptional(),
    attempt: z
      .string()
      .exactOptional()
      .meta({ description: 'The hash of the present attempt; a replacement has another.' }),
    maxFee: z
      .string()
      .exactOptional()
      .meta({ description: 'The highest price per unit of gas that the sender pays.' }),
    baseFee: z
      .string()
      .exactOptional()
      .meta({ description: 'The base fee of the chain at this instant.' }),
  })
  .meta({ id: 'TransactionChange' });

/** Server-sent events. */
export const changesText = z.string().meta({
  description:
    'One message for the present state, then one per event up to the final state: the same JSON as data, no ids.',
});

export const fundAnswer = z.strictObject({
  balances: z.array(
    z
      .strictObject({
        tokenId: z.string(),
        symbol: z.string().exactOptional(),
        amount: z.string(),
      })
      .meta({ id: 'CurrencyBalance' }),
  ),
});

export const mintAnswer = z.strictObject({
  token: tokenRecord.meta({ description: 'The token, as the wallet API shows it.' }),
  transaction: transactionRecord.meta({
    description: 'The inbound transaction, as the wallet API shows it.',
  }),
});

export const chainAnswer = z
  .strictObject({
    blockchain: z.string(),
    height: z.int(),
    blockTimeMs: z.int(),
    paused: z.boolean(),
    baseFeeGwei: z.string(),
    calmBaseFeeGwei: z.string(),
    congestion: z.string(),
  })
  .meta({ id: 'Chain' });
