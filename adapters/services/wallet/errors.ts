// The service's errors: the status and code of each rejection (reference/wallet.md section 2, "Error body").

import { omitUndefined } from '../../../core/index.ts';
import { z } from 'zod';
import type { wallet } from '../../../core/index.ts';
import { json, type HttpResponse } from '../../protocol/messages.ts';
import type { ParseError } from '../../protocol/parse.ts';

interface ErrorForm {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const forms: Readonly<Record<wallet.WalletRejectionCode, ErrorForm>> = {
  RATE_LIMITED: form(429, 429, 'Too many requests'),
  IDEMPOTENCY_KEY_TAKEN: form(403, 156020, 'This idempotency key was used for another operation'),
  CIPHERTEXT_INVALID: form(400, 156013, 'The entity secret ciphertext cannot be decrypted'),
  CIPHERTEXT_REUSED: form(400, 156004, 'The entity secret ciphertext was used before'),
  ENTITY_SECRET_WRONG: form(400, 156013, 'The ciphertext holds another entity secret'),
  ENTITY_SECRET_UNREGISTERED: form(403, 156016, 'The entity secret has not been registered'),
  ENTITY_SECRET_REGISTERED: form(409, 156015, 'The entity secret is registered already'),
  WALLET_SET_UNKNOWN: form(404, 156005, 'There is no such wallet set'),
  WALLET_UNKNOWN: form(404, 156001, 'There is no such wallet'),
  TRANSACTION_UNKNOWN: form(404, 156003, 'There is no such transaction'),
  TOKEN_UNKNOWN: form(404, 156002, 'There is no such token'),
  SUBSCRIPTION_UNKNOWN: form(404, 404, 'There is no such subscription'),
  KEY_KIND_MISMATCH: form(400, 156006, 'The API key is for the other kind of network'),
  WALLET_SETS_FULL: form(400, -1, 'An account has at most 1,000 wallet sets'),
  SUBSCRIPTIONS_FULL: form(400, -1, 'An environment has at most 20 subscriptions'),
  WALLET_SET_FULL: form(403, 155502, 'The wallet set is full'),
  METADATA_COUNT_MISMATCH: form(400, 155503, 'metadata and count differ in number'),
  ACCOUNT_TYPE_NOT_OFFERED: form(400, 155507, 'SCA wallets are not offered here'),
  WALLET_FROZEN: form(409, 155501, 'The wallet is frozen'),
  ACCOUNT_TYPE_UNFIT: form(400, 155515, 'The account type is not allowed here'),
  SCA_CORE_UNFIT: form(400, 155506, 'A wallet with this scaCore cannot be upgraded'),
  UPGRADE_NOT_DEPLOYED: form(400, 155514, 'The smart account must be deployed before its upgrade'),
  SIGNER_NOT_DEPLOYED: form(400, 155517, 'The smart account is not deployed yet'),
  OPERATION_NOT_OFFERED: form(400, 155510, 'The operation is not offered on this blockchain'),
  MESSAGE_NOT_HEX: form(409, 156023, 'encodedByHex is true, but message is not hex'),
  MESSAGE_INVALID: form(400, 156025, 'message is invalid'),
  TYPED_DATA_NOT_JSON: form(400, 156024, 'data is not JSON'),
  TYPED_DATA_INVALID: form(400, 156026, 'The typed data is invalid'),
  TRANSACTION_UNUSABLE: form(400, 155801, 'The transaction cannot be signed'),
  CHAIN_ID_MISSING: form(400, 155808, 'The transaction has no chain id'),
  CHAIN_ID_NOT_ALLOWED: form(400, 155807, 'The chain id is not allowed on this blockchain'),
  SOLANA_TRANSACTION_TOO_LONG: form(400, 155806, 'The transaction is too long'),
  SOLANA_TRANSACTION_UNPARSABLE: form(400, 155805, 'The transaction cannot be parsed'),
  SOLANA_ACCOUNT_MISSING: form(400, 155802, 'The wallet is no account of the transaction'),
  SOLANA_NOT_A_SIGNER: form(400, 155803, 'The wallet is no signer of the transaction'),
  SOLANA_SIGNED_ALREADY: form(400, 155804, 'The wallet has signed the transaction already'),
  DELEGATE_ACTION_INVALID: form(400, 156030, 'unsignedDelegateAction is invalid'),
  CHAIN_MISMATCH: form(400, 155225, 'Wallet and request name different blockchains'),
  TOKEN_ADDRESS_INVALID: form(400, 155239, 'tokenAddress is no address of this blockchain'),
  TOKEN_NOT_NAMED: form(400, 155228, 'The request names no token'),
  TOKEN_ON_OTHER_CHAIN: form(400, 155220, 'Token and wallet are on different blockchains'),
  TOKEN_UNFIT: form(400, 155240, 'The token does not fit this transfer'),
  NFT_EXISTS: form(400, 155240, 'There is such an NFT already'),
  DESTINATION_INVALID: form(400, 155219, 'destinationAddress is no address of this blockchain'),
  NFTS_SEVERAL: form(400, 155218, 'Only ERC-1155 tokens go several at a time'),
  NFT_AMOUNTS_MISMATCH: form(400, 155242, 'nftTokenIds and amounts differ in length'),
  AMOUNTS_INVALID: form(400, 155221, 'amounts are invalid'),
  AMOUNT_NOT_DECIMAL: form(400, 155224, 'The amount is no decimal number that fits the token'),
  CALL_MISSING: form(400, 155230, 'Give callData or abiFunctionSignature'),
  CALL_AMBIGUOUS: form(400, 155247, 'callData excludes abiFunctionSignature and abiParameters'),
  CALL_PARAMETERS_UNFIT: form(400, 155209, 'abiParameters do not fit abiFunctionSignature'),
  CALL_AMOUNT_INVALID: form(400, 155245, 'The amount of the contract execution is invalid'),
  FEE_LEVEL_EXCLUSIVE: form(400, 155234, 'feeLevel excludes gasPrice, maxFee and priorityFee'),
  FEE_MISSING: form(400, 155231, 'Give feeLevel or gasLimit'),
  FEE_LEVEL_MISSING: form(400, 155232, 'An SCA wallet needs feeLevel'),
  FEE_TERMS_NOT_OFFERED: form(400, 155254, 'The blockchain has no maxFee and priorityFee'),
  FEE_TERMS_MISSING: form(400, 155235, 'Give maxFee and priorityFee'),
  GAS_PRICE_MISSING: form(400, 155238, 'Give gasPrice'),
  FEE_NOT_DECIMAL: form(400, 155236, 'A fee is no decimal number'),
  PRIORITY_FEE_ABOVE_MAX: form(400, 155237, 'priorityFee is above maxFee'),
  GAS_LIMIT_TOO_LOW: form(400, 155233, 'gasLimit is below what is needed'),
  FEE_ABOVE_CAP: form(400, 155211, 'maxFee times gasLimit is above the cap'),
  BALANCE_TOO_LOW: form(400, 155258, 'The wallet owns less than the amount'),
  NATIVE_BALANCE_TOO_LOW: form(
    400,
    155201,
    'The native balance does not cover pending transactions',
  ),
  SENDER_BUSY: form(400, 155264, 'The sender has too many transactions that no block has taken'),
  TRANSACTION_INBOUND: form(400, 155227, 'The transaction is not OUTBOUND'),
  TRANSACTION_PAST_HELP: form(400, 155215, 'The transaction is no longer in a state for this'),
  STATE_UNFIT: form(400, 155229, 'The transaction is not eligible'),
  FUNDS_SPENT: form(400, 155229, 'The receiver has spent the money'),
  CONDITION_INVALID: form(400, 156017, 'Bad blockchain parameters'),
};

/** Estimates have codes of their own for insufficient funds. */
const estimateForms: Readonly<Record<wallet.EstimateRejection['code'], ErrorForm>> = {
  ...forms,
  TOKEN_TOO_LOW: form(400, 155205, 'The wallet owns less of the token than the amount'),
  NATIVE_TOO_LOW: form(400, 155204, 'The native balance does not cover the cost'),
};

/** The body of every error. */
export const errorAnswer = z
  .strictObject({
    code: z.int(),
    message: z.string(),
    errors: z
      .array(
        z.strictObject({
          error: z.literal('invalid_value'),
          message: z.string(),
          location: z.string(),
          invalidValue: z
            .union([z.string(), z.number(), z.boolean(), z.null()])
            .exactOptional()
            .meta({ description: 'The value that was sent, unless it is an object or a list.' }),
        }),
      )
      .exactOptional()
      .meta({ description: 'Of code 2: the fields that do not fit.' }),
  })
  .meta({ id: 'Error' });

/** The errors of the adapter itself. */
export const wireErrors = {
  notificationKeyUnknown: form(404, 404, 'There is no such notification key'),
  malformedAuthorization: form(
    401,
    401,
    'Malformed authorization. Send Authorization: Bearer PREFIX:ID:SECRET',
  ),
  invalidCredentials: form(401, 401, 'Invalid credentials'),
  keyPrefixUnknown: form(
    401,
    156007,
    'The API key starts with neither TEST_API_KEY nor LIVE_API_KEY',
  ),
  idInvalid: form(400, 156009, 'The id in the URL is no UUID'),
  cursorInvalid: form(400, 156014, 'The page cursor is no UUID'),
  transactionNotOne: form(400, 155801, 'Give either rawTransaction or transaction'),
  senderAmbiguous: form(400, 155244, 'Give walletId, or sourceAddress and blockchain, not both'),
  senderInvalid: form(400, 155226, 'sourceAddress is no address of this blockchain'),
  userIdNotTaken: form(400, 155223, 'userId is not accepted here'),
  tokenFilterInvalid: form(400, 156031, 'tokenAddress is no token address of this blockchain'),
  amountFilterInvalid: form(400, 156032, 'amount__gte is no decimal number that fits the token'),
  cursorUnknown: form(404, 156012, 'The page cursor is the id of nothing'),
} as const;

/** Documented codes without a cause in this service, for the setting walletRefusals (reference/wallet.md section 2). */
const otherForms = [
  form(403, 3, 'The API key may not use this endpoint'),
  form(404, 404, 'There is no such resource'),
  form(400, -1, 'Something went wrong'),
  form(400, 2, 'API parameter invalid'),
  form(400, 155241, 'The decimals of the token are unfit for a transfer'),
  form(400, 155511, 'No wallets can be created on this blockchain'),
  form(400, 155601, 'The wallet set exists, but could not be read'),
  form(403, 156019, 'The entity secret must be rotated'),
  form(400, 156027, 'The blockchain is not supported'),
];

/** Of several errors with one code, the first is the most general. */
const formsByCode = new Map(
  [...otherForms, ...Object.values(estimateForms), ...Object.values(wireErrors)]
    .toReversed()
    .map((known) => [known.code, known]),
);

/** All codes that errors of this service have. */
export const errorCodes: readonly number[] = [...formsByCode.keys()];

/** The codes that are nearest to another number, in ascending order. */
export function nearestCodes(number: number): readonly number[] {
  const distance = (code: number) => Math.abs(code - number);
  return errorCodes
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 5)
    .toSorted((one, other) => one - other);
}

/** The most general error of a code; undefined for a code that the service does not have. */
export function formOfCode(code: number): ErrorForm | undefined {
  return formsByCode.get(code);
}

/** The errors of the contract service, with the codes that the client lists for it. */
const contractForms: Readonly<Record<wallet.ContractQueryRejection['code'], ErrorForm>> = {
  KEY_KIND_MISMATCH: form(400, 175404, 'The API key is for the other kind of network'),
  CHAIN_NOT_SUPPORTED: form(400, 175402, 'The blockchain is not supported'),
  ADDRESS_INVALID: form(400, 175410, 'address is no address of the blockchain'),
  CALL_AMBIGUOUS: forms.CALL_AMBIGUOUS,
  CALL_MISSING: forms.CALL_MISSING,
  PARAMETERS_UNFIT: form(400, 177008, 'abiParameters do not fit abiFunctionSignature'),
  NOT_A_CONTRACT: form(400, 175005, 'The address is not a contract address'),
  FUNCTION_NOT_SUPPORTED: form(400, 175013, 'The ABI function is not supported'),
  REVERTED: form(400, 177901, 'The contract query failed'),
};

export function rejectedContractQuery(rejection: wallet.ContractQueryRejection): HttpResponse {
  return failure(withDetail(contractForms[rejection.code], rejection));
}

export function rejectedEstimate(rejection: wallet.EstimateRejection): HttpResponse {
  return failure(withDetail(estimateForms[rejection.code], rejection));
}

export function rejected(rejection: wallet.WalletRejection): HttpResponse {
  return failure(withDetail(forms[rejection.code], rejection));
}

function withDetail(known: ErrorForm, rejection: object | Detailed): ErrorForm {
  return 'detail' in rejection
    ? { ...known, message: `${known.message}: ${rejection.detail}` }
    : known;
}

interface Detailed {
  readonly detail: string;
}

export function failure({
  status,
  code,
  message,
}: Omit<ErrorForm, 'code'> & { readonly code: number | string }): HttpResponse {
  return json(status, { code, message: message.endsWith('.') ? message : `${message}.` });
}

/** The answer where status and code are one. */
export function plainFailure(status: number, message: string): HttpResponse {
  return failure({ status, code: status, message });
}

/** Field problems: code 2, with a list of them. */
export function invalid({ message, problems }: ParseError): HttpResponse {
  const errors = problems.map(({ message: text, location, value }) => ({
    error: 'invalid_value',
    message: `${location} ${text}`,
    location,
    ...omitUndefined({ invalidValue: value }),
  }));
  return json(400, { code: 2, message: `API parameter invalid: ${message}.`, errors });
}

function form(status: number, code: number, message: string): ErrorForm {
  return { status, code, message };
}
