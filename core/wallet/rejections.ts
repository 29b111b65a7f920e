// All rejections, in the order of their checks (reference/wallet.md section 2): limits, idempotency and ciphertext, ids,
// then rules on state, chain, fee and balance.

import { err, type Err } from '../kernel/result.ts';

export const rejectionCodes = [
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_TAKEN',
  'CIPHERTEXT_INVALID',
  'CIPHERTEXT_REUSED',
  'ENTITY_SECRET_WRONG',
  'ENTITY_SECRET_UNREGISTERED',
  'ENTITY_SECRET_REGISTERED',
  'WALLET_SET_UNKNOWN',
  'WALLET_UNKNOWN',
  'TRANSACTION_UNKNOWN',
  'TOKEN_UNKNOWN',
  'SUBSCRIPTION_UNKNOWN',
  'SUBSCRIPTIONS_FULL',
  'KEY_KIND_MISMATCH',
  'WALLET_SETS_FULL',
  'WALLET_SET_FULL',
  'METADATA_COUNT_MISMATCH',
  'ACCOUNT_TYPE_NOT_OFFERED',
  'WALLET_FROZEN',
  'ACCOUNT_TYPE_UNFIT',
  'SCA_CORE_UNFIT',
  'UPGRADE_NOT_DEPLOYED',
  'SIGNER_NOT_DEPLOYED',
  'OPERATION_NOT_OFFERED',
  'MESSAGE_NOT_HEX',
  'MESSAGE_INVALID',
  'TYPED_DATA_NOT_JSON',
  'TYPED_DATA_INVALID',
  'TRANSACTION_UNUSABLE',
  'CHAIN_ID_MISSING',
  'CHAIN_ID_NOT_ALLOWED',
  'SOLANA_TRANSACTION_TOO_LONG',
  'SOLANA_TRANSACTION_UNPARSABLE',
  'SOLANA_ACCOUNT_MISSING',
  'SOLANA_NOT_A_SIGNER',
  'SOLANA_SIGNED_ALREADY',
  'DELEGATE_ACTION_INVALID',
  'CHAIN_MISMATCH',
  'TOKEN_ADDRESS_INVALID',
  'TOKEN_NOT_NAMED',
  'TOKEN_ON_OTHER_CHAIN',
  'TOKEN_UNFIT',
  'NFT_EXISTS',
  'DESTINATION_INVALID',
  'NFTS_SEVERAL',
  'NFT_AMOUNTS_MISMATCH',
  'AMOUNTS_INVALID',
  'AMOUNT_NOT_DECIMAL',
  'CALL_MISSING',
  'CALL_AMBIGUOUS',
  'CALL_PARAMETERS_UNFIT',
  'CALL_AMOUNT_INVALID',
  'FEE_MISSING',
  'FEE_LEVEL_MISSING',
  'GAS_LIMIT_TOO_LOW',
  'FEE_LEVEL_EXCLUSIVE',
  'FEE_TERMS_MISSING',
  'FEE_TERMS_NOT_OFFERED',
  'FEE_NOT_DECIMAL',
  'PRIORITY_FEE_ABOVE_MAX',
  'GAS_PRICE_MISSING',
  'FEE_ABOVE_CAP',
  'BALANCE_TOO_LOW',
  'NATIVE_BALANCE_TOO_LOW',
  'SENDER_BUSY',
  'TRANSACTION_INBOUND',
  'TRANSACTION_PAST_HELP',
  'STATE_UNFIT',
  'FUNDS_SPENT',
  'CONDITION_INVALID',
] as const;

export type WalletRejectionCode = (typeof rejectionCodes)[number];

type CodeOf<Code extends WalletRejectionCode> = Code;

/** The codes that always state what about the request was refused. */
type DetailedCode = CodeOf<
  | 'RATE_LIMITED'
  | 'WALLET_SET_FULL'
  | 'ACCOUNT_TYPE_NOT_OFFERED'
  | 'ACCOUNT_TYPE_UNFIT'
  | 'SCA_CORE_UNFIT'
  | 'MESSAGE_NOT_HEX'
  | 'MESSAGE_INVALID'
  | 'TYPED_DATA_NOT_JSON'
  | 'TYPED_DATA_INVALID'
  | 'TRANSACTION_UNUSABLE'
  | 'CHAIN_ID_MISSING'
  | 'CHAIN_ID_NOT_ALLOWED'
  | 'SOLANA_TRANSACTION_TOO_LONG'
  | 'SOLANA_TRANSACTION_UNPARSABLE'
  | 'SOLANA_ACCOUNT_MISSING'
  | 'SOLANA_NOT_A_SIGNER'
  | 'SOLANA_SIGNED_ALREADY'
  | 'DELEGATE_ACTION_INVALID'
  | 'CHAIN_MISMATCH'
  | 'TOKEN_UNFIT'
  | 'AMOUNTS_INVALID'
  | 'AMOUNT_NOT_DECIMAL'
  | 'GAS_LIMIT_TOO_LOW'
  | 'FEE_NOT_DECIMAL'
  | 'FEE_ABOVE_CAP'
  | 'SENDER_BUSY'
  | 'STATE_UNFIT'
  | 'CONDITION_INVALID'
>;

/** The codes that do so in some cases only. */
type SometimesDetailedCode = CodeOf<
  | 'TOKEN_UNKNOWN'
  | 'KEY_KIND_MISMATCH'
  | 'OPERATION_NOT_OFFERED'
  | 'TOKEN_ON_OTHER_CHAIN'
  | 'DESTINATION_INVALID'
  | 'CALL_PARAMETERS_UNFIT'
  | 'CALL_AMOUNT_INVALID'
  | 'FEE_LEVEL_EXCLUSIVE'
  | 'BALANCE_TOO_LOW'
  | 'NATIVE_BALANCE_TOO_LOW'
>;

export type WalletRejection = PlainWalletRejection | DetailedRejection;

/** A rejection without further data. */
export interface PlainWalletRejection {
  readonly code: Exclude<WalletRejectionCode, DetailedCode>;
}

export interface DetailedRejection {
  readonly code: DetailedCode | SometimesDetailedCode;
  /** One clause, without a full stop. */
  readonly detail: string;
}

export function reject(code: PlainWalletRejection['code']): Err<PlainWalletRejection>;
export function reject(code: DetailedRejection['code'], detail: string): Err<DetailedRejection>;
export function reject(code: WalletRejectionCode, detail?: string): Err<unknown> {
  return err(detail === undefined ? { code } : { code, detail });
}
