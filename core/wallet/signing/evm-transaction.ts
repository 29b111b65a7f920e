// EVM transactions to be signed: legacy (EIP-155), EIP-2930 and EIP-1559, as RLP or as the JSON text of a transaction
// object (reference/wallet.md section 5).

import { parseJson } from '../../kernel/parse-json.ts';
import { AggregatedError, Transaction, type TxType } from 'micro-eth-signer';
import { ok } from '../../kernel/result.ts';
import { lowerCase } from '../../kernel/unicode.ts';
import type { Blockchain } from '../chain/blockchains.ts';
import { isAddress } from '../keys/address.ts';
import { asStringHint, isInexactInteger } from './json-number.ts';
import { lenient, signEvmPayload, type EvmTransaction } from './evm-signature.ts';
import { isHexData } from './message.ts';
import type { SignedTransaction, TransactionPayload } from './payload.ts';
import { reject } from '../rejections.ts';
import type { Read } from './read.ts';

/** The largest transaction that nodes pass on. */
export const evmTransactionBytesMax = 131_072;

/** EIP-155 ids of main networks, which EVM-TESTNET does not sign for. */
const mainChainIds = [
  1, 10, 56, 100, 130, 137, 143, 250, 324, 5_042, 8_453, 42_161, 43_114, 59_144,
].map(BigInt);

/** The types that are signed; blobs (EIP-4844) and authorizations (EIP-7702) are not. */
const offeredTypes = ['legacy', 'eip2930', 'eip1559'] as const;
type Offered = (typeof offeredTypes)[number];

export function signEvmTransaction(
  blockchain: Blockchain,
  sender: string,
  payload: TransactionPayload,
  privateKey: Uint8Array,
): Read<SignedTransaction> {
  const read =
    'rawTransaction' in payload
      ? fromRlp(payload.rawTransaction)
      : fromJson(payload.transaction, sender);
  if (!read.ok) return read;
  const { chainId } = read.value.raw;
  if (chainId === undefined || chainId === 0n)
    return reject('CHAIN_ID_MISSING', 'it is part of what is signed');
  if (blockchain === 'EVM-TESTNET' && mainChainIds.includes(chainId))
    return reject('CHAIN_ID_NOT_ALLOWED', `${chainId} is a main network`);
  const { signed, signature } = signEvmPayload(read.value, privateKey);
  return ok({ signature, signedTransaction: signed.toHex(), txHash: signed.hash });
}

function fromRlp(text: string): Read<EvmTransaction> {
  const hex = text.startsWith('0x') ? text : `0x${text}`;
  if (!isHexData(hex) || hex === '0x')
    return reject('TRANSACTION_UNUSABLE', 'rawTransaction is hex of whole bytes');
  if (hex.length > 2 + 2 * evmTransactionBytesMax) return tooLarge();
  let transaction: EvmTransaction;
  try {
    transaction = Transaction.fromHex(hex);
  } catch (error) {
    return reject(
      'TRANSACTION_UNUSABLE',
      reasonOf(error, 'rawTransaction is no RLP of a transaction'),
    );
  }
  if (transaction.isSigned) return reject('TRANSACTION_UNUSABLE', 'it is signed already');
  return isOffered(transaction.type)
    ? ok(transaction)
    : reject('TRANSACTION_UNUSABLE', `transactions of type ${transaction.type} are not signed`);
}

function tooLarge(): Read<never> {
  return reject('TRANSACTION_UNUSABLE', `it is longer than ${evmTransactionBytesMax} bytes`);
}

function isOffered(type: string): type is Offered {
  return (offeredTypes as readonly string[]).includes(type);
}

type Members = Readonly<Record<string, unknown>>;

function fromJson(text: string, sender: string): Read<EvmTransaction> {
  let given: unknown;
  try {
    given = parseJson(text);
  } catch {
    return reject('TRANSACTION_UNUSABLE', 'transaction is not JSON');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return reject('TRANSACTION_UNUSABLE', 'transaction is no JSON object');
  const members = withoutNulls(given as Members);
  if (members['chainId'] === undefined)
    return reject('CHAIN_ID_MISSING', 'it is part of what is signed');
  const { from } = members;
  if (from !== undefined && (typeof from !== 'string' || lowerCase(from) !== sender))
    return reject('TRANSACTION_UNUSABLE', 'from is not the address of the wallet');
  const type = typeOf(members);
  if (!type.ok) return type;
  const fields = fieldsOf(members, type.value);
  if (!fields.ok) return fields;
  let transaction: EvmTransaction;
  try {
    const raw = fields.value as unknown as EvmTransaction['raw'];
    transaction = new Transaction<TxType>(type.value, raw, lenient);
  } catch (error) {
    return reject('TRANSACTION_UNUSABLE', reasonOf(error, 'transaction cannot be encoded'));
  }
  return transaction.toBytes().length > evmTransactionBytesMax ? tooLarge() : ok(transaction);
}

/** JSON-RPC writes null for absent members. */
function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

const typeNumbers: Readonly<Record<string, Offered>> = {
  '0': 'legacy',
  '1': 'eip2930',
  '2': 'eip1559',
};

/** The type that the object names, or else the oldest one that has its fields. */
function typeOf(members: Members): Read<Offered> {
  const isMarket = 'maxFeePerGas' in members || 'maxPriorityFeePerGas' in members;
  const isPriced = 'gasPrice' in members;
  if (isMarket && isPriced) return reject('TRANSACTION_UNUSABLE', 'gasPrice excludes maxFeePerGas');
  if (!isMarket && !isPriced)
    return reject('TRANSACTION_UNUSABLE', 'it needs maxFeePerGas and maxPriorityFeePerGas');
  const implied = isMarket ? 'eip1559' : 'accessList' in members ? 'eip2930' : 'legacy';
  if (members['type'] === undefined) return ok(implied);
  const number = quantity(members['type']);
  const named = number === undefined ? undefined : typeNumbers[number.toString()];
  if (named === undefined) return reject('TRANSACTION_UNUSABLE', 'type is none of 0, 1 and 2');
  if ((named === 'eip1559') !== isMarket)
    return reject('TRANSACTION_UNUSABLE', 'its fees are not those of its type');
  return ok(named);
}

/** How each type names its fees. */
const feesOf: Readonly<Record<Offered, readonly string[]>> = {
  legacy: ['gasPrice'],
  eip2930: ['gasPrice'],
  eip1559: ['maxFeePerGas', 'maxPriorityFeePerGas'],
};

function fieldsOf(members: Members, type: Offered): Read<Readonly<Record<string, unknown>>> {
  const { gas, gasLimit = gas, value = '0', data = members['input'] ?? '0x', to = '0x' } = members;
  const numbers: Record<string, unknown> = { nonce: members['nonce'], gasLimit, value };
  for (const name of ['chainId', ...feesOf[type]]) numbers[name] = members[name];
  const fields: Record<string, unknown> = {};
  for (const [name, number] of Object.entries(numbers)) {
    fields[name] = quantity(number);
    if (fields[name] === undefined) {
      const hint = isInexactInteger(number) ? `; ${asStringHint}` : '';
      return reject('TRANSACTION_UNUSABLE', `${name} is no whole number${hint}`);
    }
  }
  if (typeof to !== 'string' || !(to === '0x' || isAddress('evm', to)))
    return reject('TRANSACTION_UNUSABLE', 'to is no address');
  if (typeof data !== 'string' || !isHexData(data))
    return reject('TRANSACTION_UNUSABLE', 'data is hex of whole bytes, with 0x');
  if (type === 'legacy') return ok({ ...fields, to, data });
  const { accessList = [] } = members;
  return isAccessList(accessList)
    ? ok({ ...fields, to, data, accessList })
    : reject('TRANSACTION_UNUSABLE', 'accessList is a list of addresses with storageKeys');
}

function isAccessList(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.every((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false;
      const { address, storageKeys, ...others } = entry as Members;
      return (
        Object.keys(others).length === 0 &&
        typeof address === 'string' &&
        isAddress('evm', address) &&
        Array.isArray(storageKeys) &&
        storageKeys.every((key) => typeof key === 'string' && /^0x[0-9a-f]{64}$/i.test(key))
      );
    })
  );
}

/** A JSON number, decimal text or `0x` hex (at most 256 bits); undefined for anything else. */
function quantity(value: unknown): bigint | undefined {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  const isNumber = typeof value === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  return isNumber ? BigInt(value) : undefined;
}

/** The library's reason to refuse a transaction. */
function reasonOf(error: unknown, otherwise: string): string {
  const [first] = error instanceof AggregatedError ? error.errors : [];
  return first === undefined ? otherwise : `${first.field} ${first.error}`.slice(0, 120);
}
