// What a transaction is asked to do, and what of value it moves when a block takes it.

import type { ScaCore } from '../keys/account.ts';

/** Units of a token that go from one address to another. */
export interface Movement {
  readonly tokenId: string;
  /** Which of a collection's tokens; absent for tokens that are all alike. */
  readonly nftTokenId?: string;
  readonly units: bigint;
  readonly from: string;
  readonly to: string;
  /** The address that moves the units under an approval of `from`; absent where `from` itself sends them. */
  readonly spender?: string;
  /** The units come into being, with what the NFT says of itself; `from` is the zero address then. */
  readonly mint?: { readonly metadata?: string };
}

export interface TransferOperation {
  readonly kind: 'TRANSFER';
  readonly tokenId: string;
  readonly destination: string;
}

/** What the parameters of a call may be: integers of any size come as text. */
export type AbiValue = string | number | boolean | readonly AbiValue[];

export interface ContractOperation {
  readonly kind: 'CONTRACT_EXECUTION';
  readonly contract: string;
  /** Native units that go along with the call. */
  readonly value: bigint;
  /** `0x` and hex digits. */
  readonly callData: string;
  /** How the call was written, where it did not come as call data. */
  readonly abi?: { readonly signature: string; readonly parameters: readonly AbiValue[] };
  /** Why the call cannot succeed as things stood when it was asked for: its estimate will fail. */
  readonly flaw?: string;
  /** The core that the calling account has once the call is final: it is an upgrade. */
  readonly upgradesTo?: ScaCore;
}

export type Operation = TransferOperation | ContractOperation;

/** What an address must have of one token, from the start, for movements to go through in their order. */
export interface Need {
  readonly tokenId: string;
  readonly nftTokenId?: string;
  readonly units: bigint;
}

/** The needs of one address: what comes in on the way may go out again. In the order in which the tokens first go out. */
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
