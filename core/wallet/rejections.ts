// The closed list of refusals, in the order in which they are checked (reference/wallet.md section 2: ciphertext and
// idempotency first, then ids, then rules on state, chain, fee and balance).

export const rejectionCodes = [
  'IDEMPOTENCY_KEY_TAKEN',
  'CIPHERTEXT_INVALID',
  'CIPHERTEXT_REUSED',
  'ENTITY_SECRET_WRONG',
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
  'OPERATION_NOT_OFFERED',
  'CHAIN_MISMATCH',
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
  'FEE_LEVEL_EXCLUSIVE',
  'FEE_MISSING',
  'FEE_TERMS_NOT_OFFERED',
  'FEE_TERMS_MISSING',
  'GAS_PRICE_MISSING',
  'FEE_NOT_DECIMAL',
  'PRIORITY_FEE_ABOVE_MAX',
  'GAS_LIMIT_TOO_LOW',
  'FEE_ABOVE_CAP',
  'BALANCE_TOO_LOW',
  'NATIVE_BALANCE_TOO_LOW',
  'TRANSACTION_INBOUND',
  'TRANSACTION_PAST_HELP',
  'STATE_UNFIT',
  'FUNDS_SPENT',
  'CONDITION_INVALID',
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

export interface WalletRejection {
  readonly code: RejectionCode;
  /** What about this request was refused, where the code alone does not tell. One clause, no full stop. */
  readonly detail?: string;
}
