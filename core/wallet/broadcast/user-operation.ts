// User operations of smart accounts (ERC-4337), which a bundler submits to the entry point. Each has a hash of its own,
// other than that of its bundle.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { FeeTerms } from '../chain/fee-market.ts';
import type { SmartGas } from './gas.ts';

export interface UserOperation extends FeeTerms {
  readonly chainId: number;
  /** The account, `0x` and 40 hex digits. */
  readonly sender: string;
  readonly nonce: number;
  /** The call data for the account, as `0x` hex. */
  readonly callData: string;
  readonly gas: SmartGas;
}

/** Version 0.6 of the entry point, at the same address on all chains. */
const entryPoint = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789';

/** The hash by which the entry point knows an operation: `0x` and 64 hex digits. */
export function userOperationHash(operation: UserOperation): string {
  const { chainId, sender, nonce, callData, gas, maxFee, priorityFee } = operation;
  const none = keccak_256(new Uint8Array());
  const packed = concatBytes(
    addressWord(sender),
    word(BigInt(nonce)),
    none, // initCode: the service does not show it
    keccak_256(hexToBytes(callData.slice(2))),
    word(gas.callGasLimit),
    word(gas.verificationGasLimit),
    word(gas.preVerificationGas),
    word(maxFee),
    word(priorityFee),
    none, // paymasterAndData: the service does not show it
  );
  const hash = keccak_256(packed);
  const placed = concatBytes(hash, addressWord(entryPoint), word(BigInt(chainId)));
  return `0x${bytesToHex(keccak_256(placed))}`;
}

/** The call `execute(address,uint256,bytes)` of an account; a call of the account itself goes in directly. */
export function executeCall(
  sender: string,
  { to, value, data }: { readonly to: string; readonly value: bigint; readonly data: string },
): string {
  if (to === sender) return data;
  const bytes = hexToBytes(data.slice(2));
  const padding = new Uint8Array((32 - (bytes.length % 32)) % 32);
  const call = concatBytes(
    executeSelector,
    addressWord(to),
    word(value),
    word(96n), // where the bytes begin
    word(BigInt(bytes.length)),
    bytes,
    padding,
  );
  return `0x${bytesToHex(call)}`;
}

const executeSelector = keccak_256(utf8ToBytes('execute(address,uint256,bytes)')).slice(0, 4);

function addressWord(address: string): Uint8Array {
  return hexToBytes(address.slice(2).padStart(64, '0'));
}

function word(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}
