// The wire forms of transactions (reference/wallet.md sections 6 and 7).

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import {
  blockchain,
  feeCharsMax,
  feeFields,
  flag,
  idempotentFields,
  failureReason,
  pageFields,
  referenceFields,
  text,
  textCharsMax,
  textList,
  uuid,
} from './fields.ts';
import { printTransaction as print } from './print-transaction.ts';
import { abiValue } from './contract-executions.ts';
import { feeRecord } from './fees.ts';
import {
  printedCustody,
  printedDates,
  printedDecimal,
  printedInstant,
  printedReference,
  printedUuid,
  type PrintedBy,
} from './printed.ts';
import { namesItsChain, namesOneWallet, senderFields, walletFields } from './wallet-names.ts';

/** The operations of transactions (the client's enumeration). */
const operations = ['TRANSFER', 'CONTRACT_EXECUTION', 'CONTRACT_DEPLOYMENT'] as const;

export const transactionState = z
  .enum(Object.keys(wallet.transitions) as [wallet.TransactionState, ...wallet.TransactionState[]])
  .meta({ id: 'TransactionState' });

/** The most amounts, and NFTs, of one transfer. */
export const transferItemsMax = 50;

const transferFields = {
  destinationAddress: z.string().min(1).max(textCharsMax),
  amounts: z.array(z.string().max(feeCharsMax)).max(transferItemsMax).default([]),
  tokenId: uuid.exactOptional(),
  tokenAddress: text.nullish(),
  nftTokenIds: z.array(text).max(transferItemsMax).nullish(),
};

type TransferFields = z.infer<z.ZodObject<typeof transferFields>>;

const namesOneToken = [
  ({ tokenId, tokenAddress }: TransferFields) =>
    tokenId === undefined || (tokenAddress ?? '') === '',
  'tokenId excludes tokenAddress',
] as const;

export const transferBody = z
  .object({
    ...idempotentFields,
    ...walletFields,
    ...feeFields,
    ...transferFields,
    ...referenceFields,
  })
  .refine(...namesOneWallet)
  .refine(...namesItsChain)
  .refine(...namesOneToken)
  .refine(
    (body) => (body.tokenAddress ?? '') === '' || body.blockchain !== undefined,
    'tokenAddress needs blockchain',
  );

export const transferEstimateBody = z
  .object({ ...senderFields, ...transferFields })
  .refine(...namesOneToken);

/** The transfer terms of a command. */
export function transferTermsOf(
  body: TransferFields & { readonly blockchain?: wallet.Blockchain },
  sender: wallet.WalletName,
): wallet.TransferTerms {
  const { destinationAddress: destination, amounts } = body;
  const nftTokenIds = body.nftTokenIds?.length === 0 ? undefined : (body.nftTokenIds ?? undefined);
  const token = tokenNameOf(body);
  return { wallet: sender, token, destination, amounts, ...omitUndefined({ nftTokenIds }) };
}

/** An empty token address is the native token, if the chain is named too. */
function tokenNameOf({
  tokenId,
  tokenAddress,
  blockchain: code,
}: Pick<TransferFields, 'tokenId' | 'tokenAddress'> & {
  readonly blockchain?: wallet.Blockchain;
}): wallet.TokenName {
  const chain = omitUndefined({ blockchain: code });
  if (tokenId !== undefined) return { tokenId, ...chain };
  const isNamed = typeof tokenAddress === 'string' && (tokenAddress !== '' || code !== undefined);
  return isNamed ? { tokenAddress, ...chain } : { unnamed: true, ...chain };
}

export const replacementBody = z.object(idempotentFields);

export const transactionsQuery = z.object({
  ...pageFields,
  blockchain: blockchain.exactOptional(),
  custodyType: z.enum(['DEVELOPER', 'ENDUSER']).exactOptional(),
  destinationAddress: text.exactOptional(),
  includeAll: flag.default(false),
  operation: z.enum(operations).exactOptional(),
  ...referenceFields,
  state: transactionState.exactOptional(),
  txHash: text.exactOptional(),
  txType: z.enum(['INBOUND', 'OUTBOUND']).exactOptional(),
  userId: text.exactOptional(),
  walletIds: textList.pipe(z.array(uuid)).exactOptional(),
});

export const transactionQuery = z.object({
  txType: z.enum(['INBOUND', 'OUTBOUND']).exactOptional(),
});

export const lowestNonceQuery = z
  .object({
    walletId: uuid.exactOptional(),
    address: text.exactOptional(),
    blockchain: blockchain.exactOptional(),
  })
  .refine(
    (query) =>
      (query.walletId !== undefined) !==
      (query.address !== undefined && query.blockchain !== undefined),
    'Give walletId, or address and blockchain',
  );

/** The answer to requests that create or replace a transaction. */
export const transactionIdRecord = z
  .strictObject({ id: printedUuid, state: transactionState })
  .meta({ id: 'TransactionId' });

export const transactionRecord = z
  .strictObject({
    id: printedUuid,
    blockchain,
    state: transactionState,
    transactionType: z.enum(['INBOUND', 'OUTBOUND']),
    operation: z.enum(operations),
    walletId: printedUuid,
    ...printedCustody,
    tokenId: printedUuid.exactOptional(),
    sourceAddress: z.string(),
    destinationAddress: z.string().exactOptional(),
    contractAddress: z.string().exactOptional(),
    abiFunctionSignature: z.string().exactOptional(),
    abiParameters: z.array(abiValue).exactOptional(),
    amounts: z.array(printedDecimal).exactOptional(),
    nfts: z.array(z.string()).exactOptional().meta({ description: 'Each as JSON text.' }),
    feeLevel: z.string().exactOptional(),
    estimatedFee: feeRecord.exactOptional(),
    ...printedReference,
    txHash: z.string().exactOptional(),
    blockHash: z.string().exactOptional(),
    blockHeight: z.int().min(0).exactOptional(),
    firstConfirmDate: printedInstant.exactOptional(),
    networkFee: printedDecimal.exactOptional(),
    networkFeeInUSD: printedDecimal.exactOptional(),
    amountInUSD: printedDecimal.exactOptional(),
    errorReason: failureReason.exactOptional(),
    errorDetails: z.string().exactOptional(),
    ...printedDates,
  })
  .meta({ id: 'Transaction' });

/** The fee that would replace a transaction, and how much more it is. */
export const feeInfoRecord = z
  .strictObject({ newHighEstimatedFee: feeRecord, feeDifferenceAmount: printedDecimal })
  .meta({ id: 'FeeInfo' });

/** Lists omit the fee unless the query has a txType. */
export const printTransaction: (
  view: wallet.TransactionView,
  withFee?: boolean,
) => PrintedBy<typeof transactionRecord> = print;
