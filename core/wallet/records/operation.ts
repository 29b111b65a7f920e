// The operation of a transaction, and the units that it moves in its block.

import type { InText, Units } from '../../kernel/brand.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { ScaCore } from '../keys/account.ts';

/** Units of a token that go from one address to another. */
export interface Movement {
  readonly tokenId: string;
  /** The NFT of a collection; absent for fungible tokens. */
  readonly nftTokenId?: string;
  readonly units: bigint;
  readonly from: string;
  readonly to: string;
  /** The address that moves the units under an approval of `from`; absent where `from` itself sends them. */
  readonly spender?: string;
  /** The units are minted, with the metadata of the NFT; `from` is the zero address. */
  readonly mint?: { readonly metadata?: string };
}

export interface TransferOperation {
  readonly kind: 'TRANSFER';
  readonly tokenId: string;
  readonly destination: string;
}

/** Parameters of a call: large integers are text. */
export type AbiValue = string | number | boolean | readonly AbiValue[];

/** A function of a contract and its values. */
export interface Abi {
  readonly signature: string;
  readonly parameters: readonly AbiValue[];
}

/** A call as requests write it: by signature and parameters, or as call data. */
export interface WrittenCall extends Partial<Abi> {
  /** `0x` hex of whole bytes. */
  readonly callData?: string;
}

/** A call of a contract: the operation and the event of its request have it alike. */
export interface ContractCall {
  readonly contract: string;
  /** Native units that the call carries. */
  readonly value: bigint;
  /** `0x` and hex digits. */
  readonly callData: string;
  /** Unless the request gave call data. */
  readonly abi?: Abi;
  /** Why the call could not succeed when it was requested: its estimate will fail. */
  readonly flaw?: string;
}

export interface ContractOperation extends ContractCall {
  readonly kind: 'CONTRACT_EXECUTION';
  /** The core that the calling account has once the call is final: it is an upgrade. */
  readonly upgradesTo?: ScaCore;
}

export type Operation = TransferOperation | ContractOperation;

export function printCall({
  contract,
  value,
  callData,
  abi,
  flaw,
}: ContractCall): InText<ContractCall> {
  const call = { contract, value: value.toString(), callData };
  return { ...call, ...omitUndefined({ abi, flaw }) };
}

/** The call in its stored form, among other members. */
export function parseCall({
  contract,
  value,
  callData,
  abi,
  flaw,
}: InText<ContractCall>): ContractCall {
  const call = { contract, value: BigInt(value), callData };
  return { ...call, ...omitUndefined({ abi, flaw }) };
}

interface Counted {
  readonly units: bigint;
}

/** A movement, or another part with units, in its stored form. */
export function printUnits<Part extends Counted>(
  part: Part,
): Omit<Part, 'units'> & { readonly units: Units } {
  return { ...part, units: part.units.toString() };
}

export function parseUnits<Part extends { readonly units: Units }>(
  part: Part,
): Omit<Part, 'units'> & Counted {
  return { ...part, units: BigInt(part.units) };
}

/** The units of one token that an address must have in advance for movements to succeed in their order. */
export interface Need {
  readonly tokenId: string;
  readonly nftTokenId?: string;
  readonly units: bigint;
}

/** The needs of one address: earlier incoming units cover later outgoing ones. In the order of first outgoing use. */
export function needsOf(address: string, movements: readonly Movement[]): readonly Need[] {
  const accounts = new Map<string, { readonly need: Need; readonly balance: bigint }>();
  for (const { tokenId, nftTokenId, units, from, to } of movements) {
    if (from !== address && to !== address) continue;
    const key = nftTokenId === undefined ? tokenId : `${tokenId}/${nftTokenId}`;
    const of = (least: bigint): Need =>
      nftTokenId === undefined ? { tokenId, units: least } : { tokenId, nftTokenId, units: least };
    const before = accounts.get(key) ?? { need: of(0n), balance: 0n };
    const low = from === address ? before.balance - units : before.balance;
    const need = -low > before.need.units ? of(-low) : before.need;
    accounts.set(key, { need, balance: to === address ? low + units : low });
  }
  return [...accounts.values()].map(({ need }) => need).filter(({ units }) => units > 0n);
}
