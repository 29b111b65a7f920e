// EIP-712: the digest of typed data that comes as JSON text. Lenient where wallets are: members that no type names are
// left out, a struct that is missing counts as zero, and numbers may be decimal or hex texts.

import { JsonLimitError, parseJson } from '../../kernel/parse-json.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ok } from '../../kernel/result.ts';
import { isAddress } from '../keys/address.ts';
import { asStringHint, isInexactInteger } from './json-number.ts';
import { isHexData, isUnicode } from './message.ts';
import { reject } from '../rejections.ts';
import type { Read } from './read.ts';

/** The deepest nesting of structs and arrays. */
export const typedDataDepthMax = 64;
/** Values of a message, structs and arrays included. */
export const typedDataValuesMax = 10_000;
/** Types, and fields of all types together. */
export const typedDataTypesMax = 256;
export const typedDataFieldsMax = 1_024;
/** Characters of all hashed type declarations; each includes those of the types that it refers to. */
const typedDataDeclaredCharsMax = 1_000_000;

interface Field {
  readonly name: string;
  readonly type: string;
}

type Types = ReadonlyMap<string, readonly Field[]>;

const detailCharsMax = 200;

/** Data that EIP-712 cannot encode. Thrown below; `typedDataDigest` turns it into a rejection. */
class InvalidTypedData extends Error {}

/** The 32 bytes that are signed: keccak(0x1901, domain separator, hash of the message). */
export function typedDataDigest(text: string): Read<Uint8Array> {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (error) {
    if (error instanceof JsonLimitError)
      return reject('TYPED_DATA_INVALID', `data ${error.message}`);
    return reject('TYPED_DATA_NOT_JSON', 'data is the JSON text of an object');
  }
  try {
    return ok(digestOf(data));
  } catch (error) {
    if (error instanceof InvalidTypedData)
      return reject('TYPED_DATA_INVALID', error.message.slice(0, detailCharsMax));
    throw error;
  }
}

function digestOf(data: unknown): Uint8Array {
  const { primaryType, domain, message, types: given } = members(data, 'data');
  const named = typesOf(given);
  const types = named.has('EIP712Domain')
    ? named
    : new Map([...named, ['EIP712Domain', domainType(members(domain, 'domain'))]]);
  if (typeof primaryType !== 'string' || !types.has(primaryType))
    throw new InvalidTypedData('primaryType is none of the types');
  const hashes = createHasher(types);
  const separator = hashes('EIP712Domain', members(domain, 'domain'), 'domain');
  const parts = [Uint8Array.of(0x19, 0x01), separator];
  if (primaryType !== 'EIP712Domain')
    parts.push(hashes(primaryType, members(message, 'message'), 'message'));
  return keccak_256(concatBytes(...parts));
}

type Members = Readonly<Record<string, unknown>>;

function members(value: unknown, what: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidTypedData(`${what} is no object`);
  return value as Members;
}

function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]{0,255}$/;
/** A type with its array suffixes, at most as many as values may be nested: keeps the regular expression fast. */
const typeName = new RegExp(
  `^[A-Za-z_$][A-Za-z0-9_$]{0,255}(?:\\[\\d{0,9}\\]){0,${typedDataDepthMax}}$`,
);

function typesOf(given: unknown): Types {
  const entries = Object.entries(members(given, 'types'));
  if (entries.length > typedDataTypesMax)
    throw new InvalidTypedData(`there are more than ${typedDataTypesMax} types`);
  let fieldCount = 0;
  return new Map(
    entries.map(([type, fields]) => {
      if (!identifier.test(type)) throw new InvalidTypedData('a type has a name that is none');
      if (!Array.isArray(fields)) throw new InvalidTypedData(`the fields of ${type} are no array`);
      fieldCount += fields.length;
      if (fieldCount > typedDataFieldsMax)
        throw new InvalidTypedData(`the types have more than ${typedDataFieldsMax} fields`);
      return [type, fields.map((field: unknown) => fieldOf(field, type)).map(unique(type))];
    }),
  );
}

function fieldOf(field: unknown, owner: string): Field {
  const { name, type } = members(field, `a field of ${owner}`);
  if (typeof name !== 'string' || !identifier.test(name))
    throw new InvalidTypedData(`a field of ${owner} has no name`);
  if (typeof type !== 'string' || !typeName.test(type))
    throw new InvalidTypedData(`${owner}.${name} has no type`);
  return { name, type };
}

function unique(owner: string): (field: Field) => Field {
  const seen = new Set<string>();
  return (field) => {
    if (seen.has(field.name)) throw new InvalidTypedData(`${owner} has two fields ${field.name}`);
    seen.add(field.name);
    return field;
  };
}

const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];

/** The type of a domain without a declared type: the standard fields that are present. */
function domainType(domain: Members): readonly Field[] {
  const foreign = Object.keys(domain).find((key) => !domainFields.some(({ name }) => name === key));
  if (foreign !== undefined)
    throw new InvalidTypedData('the domain has a field that EIP712Domain does not name');
  return domainFields.filter(({ name }) => own(domain, name) !== undefined);
}

type Hasher = (type: string, value: Members, place: string) => Uint8Array;

/** Hashes structs of these types, counting all values on the way. */
function createHasher(types: Types): Hasher {
  const typeHashes = new Map<string, Uint8Array>();
  let valueCount = 0;
  let declaredChars = 0;

  function typeHash(type: string): Uint8Array {
    const known = typeHashes.get(type);
    if (known !== undefined) return known;
    const others = [...referencedBy(type, types)].filter((other) => other !== type).sort();
    const text = [type, ...others].map((name) => declaration(name, types)).join('');
    declaredChars += text.length;
    if (declaredChars > typedDataDeclaredCharsMax)
      throw new InvalidTypedData('the types are too large');
    const hash = keccak_256(utf8ToBytes(text));
    typeHashes.set(type, hash);
    return hash;
  }

  function hashStruct(type: string, value: Members, place: string, depth: number): Uint8Array {
    const fields = types.get(type) ?? [];
    const encoded = fields.map(({ name, type: inner }) =>
      encode(inner, own(value, name), `${place}.${name}`, depth + 1),
    );
    return keccak_256(concatBytes(typeHash(type), ...encoded));
  }

  function encode(type: string, value: unknown, place: string, depth: number): Uint8Array {
    valueCount += 1;
    if (valueCount > typedDataValuesMax)
      throw new InvalidTypedData(`there are more than ${typedDataValuesMax} values`);
    if (depth > typedDataDepthMax)
      throw new InvalidTypedData(`it lies deeper than ${typedDataDepthMax}`);
    const array = /^(.+)\[(\d*)\]$/.exec(type);
    if (array !== null) {
      const [, item = '', length = ''] = array;
      if (!Array.isArray(value)) throw new InvalidTypedData(`${place} is no array`);
      if (length !== '' && value.length !== Number(length))
        throw new InvalidTypedData(`${place} does not have ${length} items`);
      const items = value.map((one: unknown) => encode(item, one, place, depth + 1));
      return keccak_256(concatBytes(...items));
    }
    if (isAtomic(type)) return encodeAtom(type, value, place);
    return value === undefined || value === null
      ? new Uint8Array(32)
      : hashStruct(type, members(value, place), place, depth);
  }

  return (type, value, place) => hashStruct(type, value, place, 0);
}

/** The struct types that a type refers to, itself included. */
function referencedBy(type: string, types: Types, seen = new Set<string>()): Set<string> {
  if (seen.has(type)) return seen;
  const fields = types.get(type);
  if (fields === undefined)
    throw new InvalidTypedData('a field has a type that is none of the types');
  seen.add(type);
  for (const field of fields) {
    const [base = ''] = field.type.split('[', 1);
    if (!isAtomic(base)) referencedBy(base, types, seen);
  }
  return seen;
}

function declaration(type: string, types: Types): string {
  const fields = types.get(type) ?? [];
  return `${type}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`;
}

const integerType = /^(u?)int(\d{1,3})?$/;
const bytesType = /^bytes([1-9]|[12]\d|3[0-2])$/;

function isAtomic(type: string): boolean {
  const [, , digits = '256'] = integerType.exec(type) ?? [];
  const isInteger = integerType.test(type) && isWidth(Number(digits));
  return isInteger || bytesType.test(type) || ['string', 'bytes', 'bool', 'address'].includes(type);
}

function isWidth(bits: number): boolean {
  return bits > 0 && bits <= 256 && bits % 8 === 0;
}

function encodeAtom(type: string, value: unknown, place: string): Uint8Array {
  const fixed = bytesType.exec(type);
  if (fixed !== null) return rightPadded(hexData(value, place, Number(fixed[1])));
  switch (type) {
    case 'string':
      if (typeof value !== 'string' || !isUnicode(value))
        throw new InvalidTypedData(`${place} is no text`);
      return keccak_256(utf8ToBytes(value));
    case 'bytes':
      return keccak_256(hexData(value, place));
    case 'bool':
      if (typeof value !== 'boolean')
        throw new InvalidTypedData(`${place} is neither true nor false`);
      return word(value ? 1n : 0n);
    case 'address':
      if (typeof value !== 'string' || !isAddress('evm', value))
        throw new InvalidTypedData(`${place} is no address`);
      return word(BigInt(value));
    default:
      return word(integer(type, value, place));
  }
}

function integer(type: string, value: unknown, place: string): bigint {
  const [, unsigned, digits = '256'] = integerType.exec(type) ?? [];
  const number = wholeNumber(value);
  const bits = BigInt(digits);
  const [min, max] =
    unsigned === 'u' ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)];
  if (number === undefined || number < min || number >= max) {
    const hint = isInexactInteger(value) ? `; ${asStringHint}` : '';
    throw new InvalidTypedData(`${place} is no ${type}${hint}`);
  }
  return BigInt.asUintN(256, number);
}

/** A JSON number without a fraction, decimal text, or `0x` hex. */
function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const [, sign, digits] = /^(-?)(\d{1,78}|0x[0-9a-f]{1,64})$/i.exec(value) ?? [];
  if (digits === undefined) return undefined;
  return sign === '-' ? -BigInt(digits) : BigInt(digits);
}

function hexData(value: unknown, place: string, length?: number): Uint8Array {
  if (typeof value !== 'string' || !isHexData(value))
    throw new InvalidTypedData(`${place} is no hex data`);
  const bytes = hexToBytes(value.slice(2));
  if (length !== undefined && bytes.length !== length)
    throw new InvalidTypedData(`${place} does not have ${length} bytes`);
  return bytes;
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

function rightPadded(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(32);
  padded.set(bytes);
  return padded;
}
