// Encodes contract calls from a signature and parameters, and decodes calls of known functions.

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createContract, Decoder, parseAbi, parseAbiItem } from 'micro-eth-signer/abi.js';
import { invariant } from '../../kernel/invariant.ts';
import { isAddress } from '../keys/address.ts';
import type { AbiValue, WrittenCall } from '../records/operation.ts';

/** A type of the ABI in the form of the library. */
interface AbiType {
  readonly type: string;
  readonly components?: readonly AbiType[];
}

/** Values of the library: integers as bigint, bytes as arrays, unnamed tuples as lists. */
type Coded = string | boolean | bigint | Uint8Array | readonly Coded[];

/** A decoded call: its function by canonical signature, such as `transfer(address,uint256)`. */
export interface KnownCall {
  readonly signature: string;
  readonly parameters: readonly Coded[];
}

/** The longest call data, above the block limit of most chains. Our own limit. */
export const callDataBytesMax = 65_536;
/** The most values in the parameters of a call, lists included. Our own limit. */
export const callValuesMax = 10_000;

/** The call data of a call; undefined if there is none, or its parameters do not match its signature. */
export function callDataOf({ signature, parameters, callData }: WrittenCall): string | undefined {
  return signature === undefined ? callData : encodeCall(signature, parameters ?? []);
}

/** The call data of a function (`0x` hex); undefined if the signature is invalid or the parameters do not match it. */
export function encodeCall(signature: string, parameters: readonly AbiValue[]): string | undefined {
  const text = signature.trim();
  try {
    const item = parseAbiItem(text.startsWith('function ') ? text : `function ${text}`);
    if (item.type !== 'function') return undefined;
    const inputs = unnamed((item as { readonly inputs?: readonly AbiType[] }).inputs ?? []);
    const coded = codedList(inputs, parameters);
    if (coded === undefined) return undefined;
    const contract = createContract([{ ...item, inputs }] as never) as Readonly<
      Record<string, { readonly encodeInput: (parameters?: unknown) => Uint8Array } | undefined>
    >;
    const [method] = Object.values(contract);
    if (method === undefined) return undefined;
    // The library encodes one parameter by itself, several as a list.
    const data = method.encodeInput(inputs.length === 1 ? coded[0] : coded);
    return `0x${bytesToHex(data)}`;
  } catch {
    return undefined; // the library throws for invalid signatures and values out of range
  }
}

/** Without names the library reads and writes lists, with names objects. */
function unnamed(types: readonly AbiType[]): readonly AbiType[] {
  return types.map(({ type, components }) =>
    components === undefined ? { type } : { type, components: unnamed(components) },
  );
}

function codedList(types: readonly AbiType[], values: readonly AbiValue[]): Coded[] | undefined {
  if (types.length !== values.length) return undefined;
  const coded = types.map((type, index) => codedValue(type, values[index]));
  return coded.includes(undefined) ? undefined : (coded as Coded[]);
}

function codedValue({ type, components }: AbiType, value: AbiValue | undefined): Coded | undefined {
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null) {
    const [, element = '', length] = array;
    if (!isList(value) || (length !== '' && value.length !== Number(length))) return undefined;
    const each = components === undefined ? { type: element } : { type: element, components };
    return codedList(
      value.map(() => each),
      value,
    );
  }
  if (type === 'tuple') return isList(value) ? codedList(components ?? [], value) : undefined;
  if (type === 'bool') return codedBoolean(value);
  if (/^u?int/.test(type)) return codedInteger(value);
  if (typeof value !== 'string') return undefined;
  if (type === 'string') return value;
  if (type === 'address') return isAddress('evm', value) ? value.toLowerCase() : undefined;
  return /^0x([0-9a-f]{2})*$/i.test(value) ? hexToBytes(value.slice(2)) : undefined; // bytes, with or without a length
}

function isList(value: AbiValue | undefined): value is readonly AbiValue[] {
  return Array.isArray(value);
}

function codedBoolean(value: AbiValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}

function codedInteger(value: AbiValue | undefined): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  const isInteger = typeof value === 'string' && /^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value);
  return isInteger ? BigInt(value) : undefined;
}

/** The functions whose effects are simulated. */
const knownFunctions = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'setApprovalForAll(address,bool)',
  'mint(address,uint256)',
  'mint(address,uint256,uint256)',
  'mint(address,uint256,uint256,bytes)',
  'safeMint(address,uint256)',
  'safeMint(address,uint256,string)',
  'executeBatch((address,uint256,bytes)[])',
];

/** The functions of tokens that only read. */
const queryFunctions = [
  'name()',
  'symbol()',
  'decimals()',
  'totalSupply()',
  'balanceOf(address)',
  'balanceOf(address,uint256)',
  'allowance(address,address)',
  'ownerOf(uint256)',
  'getApproved(uint256)',
  'isApprovedForAll(address,address)',
  'tokenURI(uint256)',
  'uri(uint256)',
  'supportsInterface(bytes4)',
];

/** Decodes call data (`0x` hex) of a known function that changes state; undefined for any other. */
export const readCall = createReader(knownFunctions);

/** As `readCall`, for functions that only read. */
export const readQuery = createReader(queryFunctions);

/** A single value of a type as a function returns it, `0x` hex. */
export function encodeResult(type: string, value: AbiValue): string {
  const data = encodeCall(`f(${type})`, [value]);
  invariant(data !== undefined, 'a result fits its type');
  return `0x${data.slice(selectorEnd)}`;
}

/** The offset of the parameters: after `0x` and the four bytes of the function. */
const selectorEnd = 10;

/** The decoder is built at the first call, for building it takes a good part of a start. */
function createReader(signatures: readonly string[]): (callData: string) => KnownCall | undefined {
  let decode: ((callData: string) => KnownCall | undefined) | undefined;
  return (callData) => {
    decode ??= createDecoder(signatures);
    try {
      return decode(callData);
    } catch {
      return undefined; // the library throws for data that does not fit the function
    }
  };
}

function createDecoder(signatures: readonly string[]): (callData: string) => KnownCall | undefined {
  const anyContract = `0x${'0'.repeat(40)}`;
  const items = parseAbi(signatures.map((signature) => `function ${signature}`));
  const counts = new Map(
    items.map(({ inputs }: { readonly inputs?: readonly unknown[] }, index) => [
      signatures[index],
      inputs?.length ?? 0,
    ]),
  );
  const decoder = new Decoder();
  decoder.add(anyContract, items);
  return (callData) => {
    const call = decoder.decode(anyContract, hexToBytes(callData.slice(2)), {
      allowUnreadBytes: true, // contracts ignore trailing bytes
    });
    if (call === undefined || Array.isArray(call)) return undefined;
    const { signature, value } = call as { readonly signature: string; readonly value: Coded };
    const count = counts.get(signature);
    if (count === 0) return { signature, parameters: [] };
    return { signature, parameters: count === 1 ? [value] : (value as readonly Coded[]) };
  };
}
