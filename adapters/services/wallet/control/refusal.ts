// Errors of the control routes of the wallet: the rejections of commands, in words for operators.

import type { wallet } from '../../../../core/index.ts';
import { ControlError } from '../../../contracts/control-call.ts';
import type { Params } from '../../../http/routes/route.ts';
import { noRecord } from '../../../wording.ts';

/** The ids that commands have. */
interface Ids {
  readonly type?: string;
  readonly transactionId?: string;
  readonly walletId?: string;
  readonly walletSetId?: string;
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
    unknownRecord(code, ids, w) ?? sentenceOf(rejection),
  );
}

/** 404 for unknown records, 400 for invalid values, 409 for conflicts with the present state. */
function statusOf(code: wallet.RejectionCode): number {
  if (code.endsWith('_UNKNOWN')) return 404;
  const invalid: readonly wallet.RejectionCode[] = [
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

function unknownRecord(code: wallet.RejectionCode, ids: Ids, world: string): string | undefined {
  const { transactionId = '', walletId = '', walletSetId = '' } = ids;
  const records: Partial<Record<wallet.RejectionCode, readonly [string, string, string]>> = {
    TRANSACTION_UNKNOWN: ['transaction', transactionId, 'transactions'],
    WALLET_UNKNOWN: ['wallet', walletId, 'wallets'],
    WALLET_SET_UNKNOWN: ['wallet set', walletSetId, 'walletSets'],
  };
  const [kind, id = '', table] = records[code] ?? [];
  return kind === undefined ? undefined : noRecord(kind, id, world, `state?table=wallet/${table}`);
}

/** The reasons of rejections without a detail. */
const causes: Partial<Readonly<Record<wallet.RejectionCode, string>>> = {
  OPERATION_NOT_OFFERED: 'the blockchain of the wallet has no blocks here',
  FUNDS_SPENT: 'the receiver has spent the money',
};

/** What to do about rejections. */
const remedies: Partial<Readonly<Record<wallet.RejectionCode, string>>> = {
  TRANSACTION_INBOUND: 'steer OUTBOUND transactions only',
  OPERATION_NOT_OFFERED: 'use a wallet on another blockchain',
  NFT_EXISTS: 'set another nftTokenId',
  METADATA_COUNT_MISMATCH: 'metadata must have as many items as count',
  ACCOUNT_TYPE_NOT_OFFERED: 'set accountType to EOA',
  WALLET_SET_FULL: 'use another wallet set',
  WALLET_SETS_FULL: 'use one of the present wallet sets',
  FUNDS_SPENT: 'reorg the transaction that spent it first',
  TOKEN_UNKNOWN: 'set the id of a token, as the balances of wallets list it',
  TOKEN_ON_OTHER_CHAIN: "set a token of the wallet's blockchain",
  AMOUNT_NOT_DECIMAL: 'set a decimal number such as 0.5',
};

function sentenceOf(rejection: wallet.WalletRejection): string {
  const words = rejection.code.toLowerCase().replaceAll('_', ' ');
  const start = words.charAt(0).toUpperCase() + words.slice(1);
  const reason = 'detail' in rejection ? rejection.detail : causes[rejection.code];
  const details = [reason, remedies[rejection.code]].filter((part) => part !== undefined);
  return details.length === 0 ? `${start}.` : `${start}: ${details.join('; ')}.`;
}
