// The wire forms of the wallet service: requests in, views out (reference/wallet.md sections 1 to 7 and 10).

import { z } from 'zod';
import { wallet } from '../../../core/index.ts';
import { instant } from '../instant.ts';

/** Wallets that one list of transactions may be of. */
const walletIdsMax = 50;

/** What a transaction can be (the client's enumeration). */
const operations = ['TRANSFER', 'CONTRACT_EXECUTION', 'CONTRACT_DEPLOYMENT'] as const;

/** Bound of free texts such as names; the service documents none. */
const textCharsMax = 1_000;
const ciphertextCharsMax = 2_048;
const feeCharsMax = wallet.amountDigitsMax;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

const uuid = z
  .string()
  .regex(uuidPattern, 'is not a UUID')
  .transform((id) => id.toLowerCase());
const text = z.string().max(textCharsMax);
const fee = z.string().max(feeCharsMax);
const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const blockchain = z.enum(wallet.blockchains);
const keyed = {
  idempotencyKey: uuid,
  entitySecretCiphertext: z.string().min(1).max(ciphertextCharsMax),
};

export const registerSecretBody = z.object({
  entitySecretCiphertext: keyed.entitySecretCiphertext,
});

export const createWalletSetBody = z.object({ ...keyed, name: text.exactOptional() });

export const updateWalletSetBody = z.object({ name: text.exactOptional() });

export const createWalletsBody = z.object({
  ...keyed,
  walletSetId: uuid,
  blockchains: z
    .array(blockchain)
    .min(1)
    .max(wallet.blockchains.length)
    .refine((codes) => new Set(codes).size === codes.length, 'names a blockchain twice'),
  count: z.int().min(1).max(200).default(1),
  accountType: z.enum(['EOA', 'SCA']).default('EOA'),
  metadata: z
    .array(z.object({ name: text.exactOptional(), refId: text.exactOptional() }))
    .max(200)
    .exactOptional(),
});

export const updateWalletBody = z.object({
  name: text.exactOptional(),
  refId: text.exactOptional(),
});

const walletFields = {
  walletId: uuid.exactOptional(),
  walletAddress: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
};

const feeFields = {
  feeLevel: z.enum(wallet.feeLevelNames as ['LOW', 'MEDIUM', 'HIGH']).exactOptional(),
  gasLimit: fee.exactOptional(),
  gasPrice: fee.exactOptional(),
  maxFee: fee.exactOptional(),
  priorityFee: fee.exactOptional(),
};

export const transferBody = z
  .object({
    ...keyed,
    ...walletFields,
    ...feeFields,
    destinationAddress: z.string().min(1).max(textCharsMax),
    amounts: z.array(z.string().max(feeCharsMax)).max(50).default([]),
    tokenId: uuid.exactOptional(),
    tokenAddress: text.nullish(),
    nftTokenIds: z.array(text).max(50).nullish(),
    refId: text.exactOptional(),
  })
  .refine(
    ({ walletId, walletAddress }) => (walletId === undefined) !== (walletAddress === undefined),
    'Give walletId, or walletAddress and blockchain',
  )
  .refine(
    (body) => body.walletAddress === undefined || body.blockchain !== undefined,
    'walletAddress needs blockchain',
  )
  .refine(
    ({ tokenId, tokenAddress }) => tokenId === undefined || (tokenAddress ?? '') === '',
    'tokenId excludes tokenAddress',
  )
  .refine(
    (body) => (body.tokenAddress ?? '') === '' || body.blockchain !== undefined,
    'tokenAddress needs blockchain',
  );

export type TransferBody = z.infer<typeof transferBody>;

export const replacementBody = z.object(keyed);

export const dripBody = z.object({
  address: z.string().min(1).max(textCharsMax),
  blockchain,
  native: z.boolean().default(false),
  usdc: z.boolean().default(false),
  eurc: z.boolean().default(false),
});

const pageFields = {
  from: instant.exactOptional(),
  to: instant.exactOptional(),
  pageSize: z
    .string()
    .regex(/^\d{1,9}$/, 'is a whole number of at least 1')
    .transform(Number)
    .refine((size) => size >= 1, 'is a whole number of at least 1')
    .default(10),
  pageAfter: text.exactOptional(),
  pageBefore: text.exactOptional(),
  order: z.enum(['ASC', 'DESC']).default('DESC'),
};

export const walletSetsQuery = z.object(pageFields);

export const walletsQuery = z.object({
  ...pageFields,
  address: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
  scaCore: text.exactOptional(),
  walletSetId: uuid.exactOptional(),
  refId: text.exactOptional(),
});

export const balancesQuery = z.object({
  ...pageFields,
  includeAll: flag.default(false),
  name: text.exactOptional(),
  tokenAddress: text.exactOptional(),
  standard: text.exactOptional(),
});

export const transactionsQuery = z.object({
  ...pageFields,
  blockchain: blockchain.exactOptional(),
  custodyType: z.enum(['DEVELOPER', 'ENDUSER']).exactOptional(),
  destinationAddress: text.exactOptional(),
  includeAll: flag.default(false),
  operation: z.enum(operations).exactOptional(),
  refId: text.exactOptional(),
  state: z
    .enum(
      Object.keys(wallet.transitions) as [wallet.TransactionState, ...wallet.TransactionState[]],
    )
    .exactOptional(),
  txHash: text.exactOptional(),
  txType: z.enum(['INBOUND', 'OUTBOUND']).exactOptional(),
  userId: text.exactOptional(),
  walletIds: z
    .string()
    .max(walletIdsMax * 37)
    .transform((list) => list.split(',').filter((id) => id !== ''))
    .pipe(z.array(uuid).max(walletIdsMax))
    .exactOptional(),
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

/** ISO-8601 in UTC with seconds precision (reference/wallet.md section 2). */
function printInstant(atMs: number): string {
  if (atMs !== lastPrinted.atMs) {
    lastPrinted = { atMs, text: `${new Date(atMs).toISOString().slice(0, -'.000Z'.length)}Z` };
  }
  return lastPrinted.text;
}

/** Most records are printed with one instant twice, lists with the same few. */
let lastPrinted = { atMs: Number.NaN, text: '' };

function printDates({ createdMs, updatedMs }: { createdMs: number; updatedMs: number }) {
  return { createDate: printInstant(createdMs), updateDate: printInstant(updatedMs) };
}

export function printWalletSet(set: wallet.WalletSet) {
  return {
    id: set.id,
    custodyType: 'DEVELOPER',
    ...(set.name === undefined ? {} : { name: set.name }),
    ...printDates(set),
  };
}

export function printWallet(view: wallet.Wallet) {
  return {
    id: view.id,
    state: view.status,
    walletSetId: view.walletSetId,
    custodyType: 'DEVELOPER',
    address: view.address,
    blockchain: view.blockchain,
    accountType: view.accountType,
    ...(view.name === undefined ? {} : { name: view.name }),
    ...(view.refId === undefined ? {} : { refId: view.refId }),
    ...printDates(view),
  };
}

export function printToken(token: wallet.Token) {
  const { id, blockchain: code, name, symbol, decimals, isNative, standard, address } = token;
  return {
    id,
    blockchain: code,
    name,
    symbol,
    decimals,
    isNative,
    ...(address === undefined ? {} : { tokenAddress: address }),
    ...(standard === undefined ? {} : { standard }),
    ...printDates({ createdMs: wallet.tokensMadeMs, updatedMs: wallet.tokensMadeMs }),
  };
}

export function printBalance({ token, amount, updatedMs }: wallet.BalanceView) {
  return { token: printToken(token), amount, updateDate: printInstant(updatedMs) };
}

/** The record of a transaction; the list leaves the fee out unless asked for a type of transactions. */
export function printTransaction(view: wallet.TransactionView, withFee = true) {
  const { createdMs, updatedMs, block, cost, amountInUsd, feeLevel, estimatedFee, ...rest } = view;
  const feePart = {
    ...(feeLevel === undefined ? {} : { feeLevel }),
    ...(estimatedFee === undefined ? {} : { estimatedFee }),
  };
  return {
    ...rest,
    custodyType: 'DEVELOPER',
    operation: 'TRANSFER',
    ...(withFee ? feePart : {}),
    ...(block === undefined ? {} : printBlock(block)),
    ...(cost === undefined
      ? {}
      : { networkFee: cost.networkFee, networkFeeInUSD: cost.networkFeeInUsd }),
    ...(amountInUsd === undefined ? {} : { amountInUSD: amountInUsd }),
    ...printDates({ createdMs, updatedMs }),
  };
}

function printBlock(block: NonNullable<wallet.TransactionView['block']>) {
  return {
    blockHash: block.blockHash,
    blockHeight: block.blockHeight,
    firstConfirmDate: printInstant(block.firstConfirmMs),
  };
}
