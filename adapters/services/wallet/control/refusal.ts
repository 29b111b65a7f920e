// Errors of the control routes of the wallet: the rejections of commands, in words for operators.

import type { wallet } from '../../../../core/index.ts';
import { ControlError } from '../../../contracts/control-call.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { noRecord, quoted } from '../../../wording.ts';

/** The members of commands that messages name. */
interface Ids {
  readonly type?: string;
  readonly transactionId?: string;
  readonly walletId?: string;
  readonly walletSetId?: string;
  readonly nftTokenId?: string;
  readonly count?: number;
  readonly metadata?: string | readonly unknown[];
}

export function refusalOf(
  rejection: wallet.WalletRejection,
  ids: Ids,
  { w = '' }: Params,
): ControlError {
  const { code } = rejection;
  return new ControlError(
    statusOf(code),
    code.toLowerCase().replaceAll('_', '-'),
    unknownRecord(code, ids, w) ?? sentenceOf(rejection, ids),
  );
}

/** 404 for unknown records, 400 for invalid values, 409 for conflicts with the present state. */
function statusOf(code: wallet.WalletRejectionCode): number {
  if (code.endsWith('_UNKNOWN')) return 404;
  const invalid: readonly wallet.WalletRejectionCode[] = [
    'CONDITION_INVALID',
    'AMOUNTS_INVALID',
    'AMOUNT_NOT_DECIMAL',
    'TOKEN_ON_OTHER_CHAIN',
    'TOKEN_UNFIT',
    'TRANSACTION_INBOUND',
    'OPERATION_NOT_OFFERED',
    'METADATA_COUNT_MISMATCH',
    'ACCOUNT_TYPE_NOT_OFFERED',
  ];
  return invalid.includes(code) ? 400 : 409;
}

function unknownRecord(
  code: wallet.WalletRejectionCode,
  ids: Ids,
  world: string,
): string | undefined {
  const { transactionId = '', walletId = '', walletSetId = '' } = ids;
  const records: Partial<Record<wallet.WalletRejectionCode, readonly [string, string, string]>> = {
    TRANSACTION_UNKNOWN: ['transaction', transactionId, 'transactions'],
    WALLET_UNKNOWN: ['wallet', walletId, 'wallets'],
    WALLET_SET_UNKNOWN: ['wallet set', walletSetId, 'walletSets'],
  };
  const [kind, id = '', table] = records[code] ?? [];
  return kind === undefined ? undefined : noRecord(kind, id, world, `state?table=wallet/${table}`);
}

/** The reasons of rejections without a detail. */
function causeOf(
  code: wallet.WalletRejectionCode,
  { transactionId, nftTokenId, count = 0, metadata = [] }: Ids,
): string | undefined {
  const causes: Partial<Readonly<Record<wallet.WalletRejectionCode, string>>> = {
    TRANSACTION_INBOUND: `transaction ${quoted(transactionId)} is INBOUND`,
    OPERATION_NOT_OFFERED: 'the blockchain of the wallet has no blocks here',
    NFT_EXISTS: `the token has an NFT ${quoted(nftTokenId)} already`,
    METADATA_COUNT_MISMATCH: `metadata must have as many items as count: ${count}, not ${metadata.length}`,
    FUNDS_SPENT: 'the receiver has spent the money',
  };
  return causes[code];
}

/** What to do about rejections. */
const remedies: Partial<Readonly<Record<wallet.WalletRejectionCode, string>>> = {
  TRANSACTION_INBOUND: 'steer OUTBOUND transactions only',
  OPERATION_NOT_OFFERED: 'use a wallet on another blockchain',
  NFT_EXISTS: 'set another nftTokenId',
  ACCOUNT_TYPE_NOT_OFFERED: 'set accountType to EOA',
  WALLET_SET_FULL: 'use another wallet set',
  WALLET_SETS_FULL: 'use one of the present wallet sets',
  FUNDS_SPENT: 'reorg the transaction that spent it first',
  TOKEN_UNKNOWN: 'set the id of a token, as the balances of wallets list it',
  TOKEN_ON_OTHER_CHAIN: "set a token of the wallet's blockchain",
};

function sentenceOf(rejection: wallet.WalletRejection, ids: Ids): string {
  const { code } = rejection;
  const detail = 'detail' in rejection ? rejection.detail : undefined;
  const remedy = remedies[code];
  const text = `${reasonOf(code, detail, ids)}${remedy === undefined ? '' : `; ${remedy}`}.`;
  const isOfField = /^\w+ must /.test(text); // its name stays as it is
  return isOfField ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function reasonOf(code: wallet.WalletRejectionCode, detail: string | undefined, ids: Ids): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  if (detail === undefined) return causeOf(code, ids) ?? words;
  if (code === 'AMOUNT_NOT_DECIMAL') return `the amount ${detail}`;
  if (code === 'TOKEN_UNKNOWN') return `there is ${detail}`;
  if (code === 'STATE_UNFIT') return `${words}: ${detail}`; // as recordings have it
  // A place, such as `on SOL`, is no sentence of its own.
  return detail.startsWith('on ') ? `${words} ${detail}` : detail;
}
