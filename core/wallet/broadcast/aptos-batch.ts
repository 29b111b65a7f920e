// The one function that can be called on APTOS: the batch transfer of a fungible asset,
// `0x1::aptos_account::batch_transfer_fungible_assets`. A request gives exactly this text and the framework's address
// (reference/wallet.md section 6, "only one fixed batch function"; which one: Circle's page "Supported Blockchains").

import { bytesToHex } from '@noble/hashes/utils.js';
import type { AbiValue } from '../records/operation.ts';
import { batchPayload, longAddress } from './aptos.ts';

/** The required signature. */
export const batchFunction =
  'aptos_account::batch_transfer_fungible_assets(metadata:object::Object<fungible_asset::Metadata>,recipients:vector<address>,amounts:vector<u64>)';

/** The required `contractAddress`: that of the framework. */
export const batchContract = '0x1';

/** The metadata object of APT as a fungible asset (AIP-63). */
const aptAsset = longAddress('0xa');

/** Recipients and amounts of one asset. Addresses are `0x` and 64 hex digits in lower case. */
export interface AptosBatch {
  /** The metadata object of the asset; absent for APT. */
  readonly asset?: string;
  readonly recipients: readonly string[];
  /** In the order of the recipients; the call fails on the chain if the numbers differ. */
  readonly amounts: readonly bigint[];
}

/** Whether this is the contract of the function, in its short or its long form. */
export function isBatchContract(contract: string): boolean {
  return contract === batchContract || contract === longAddress(batchContract);
}

/** Parses the parameters: an address, a list of addresses, a list of integers of 64 bits; undefined for others. */
export function readBatch(parameters: readonly AbiValue[]): AptosBatch | undefined {
  if (parameters.length !== 3) return undefined;
  const [metadata, recipients, amounts] = parameters;
  const asset = addressIn(metadata);
  const to = listIn(recipients, addressIn);
  const units = listIn(amounts, amountIn);
  if (asset === undefined || to === undefined || units === undefined) return undefined;
  const batch = { recipients: to, amounts: units };
  return asset === aptAsset ? batch : { ...batch, asset };
}

/** The call as the payload of its transaction: `0x` and hex digits. */
export function encodeBatch({ asset = aptAsset, recipients, amounts }: AptosBatch): string {
  return `0x${bytesToHex(batchPayload(asset, recipients, amounts))}`;
}

function listIn<T>(
  value: AbiValue | undefined,
  read: (element: AbiValue) => T | undefined,
): readonly T[] | undefined {
  if (!isList(value)) return undefined;
  const found = value.map(read);
  return found.includes(undefined) ? undefined : (found as T[]);
}

function isList(value: AbiValue | undefined): value is readonly AbiValue[] {
  return Array.isArray(value);
}

/** An address in its long form; the special ones, of one digit, may be short (AIP-40). */
function addressIn(value: AbiValue | undefined): string | undefined {
  const isAddress = typeof value === 'string' && /^0x([0-9a-f]|[0-9a-f]{64})$/i.test(value);
  return isAddress ? longAddress(value.toLowerCase()) : undefined;
}

function amountIn(value: AbiValue | undefined): bigint | undefined {
  const isWhole =
    typeof value === 'number'
      ? Number.isSafeInteger(value)
      : typeof value === 'string' && /^\d{1,20}$/.test(value);
  const units = isWhole ? BigInt(value as string | number) : -1n;
  return units >= 0n && units < 2n ** 64n ? units : undefined;
}
