// Why transactions fail: the service's own words (reference/wallet.md section 7).

export const failureReasons = [
  'ESTIMATION_ERROR',
  'INSUFFICIENT_NATIVE_TOKEN',
  'ABI_SIGNATURE_PARAMS_MISMATCH',
  'FEE_EXCEEDS_MAX_ALLOWANCE',
  'QUERY_NFT_METADATA_ERROR',
  'GAS_LIMIT_TOO_LOW',
  'TRANSACTION_UNDER_PRICE',
  'FAILED_ON_CHAIN',
  'FAILED_REORG',
  'INTERNAL_ERROR',
  'PAYMASTER_POLICY_NOT_ACTIVATED',
  'PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX',
  'PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY',
  'PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY',
  'PAYMASTER_POLICY_SENDER_IN_BLOCKLIST',
  'PAYMASTER_ENTITY_RESTRICTION',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** The reason of DENIED where none was chosen: no documented value names screening, errorDetails does. */
export const denialReason: FailureReason = 'INTERNAL_ERROR';
