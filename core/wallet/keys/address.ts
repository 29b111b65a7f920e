// Addresses: validation, the stored form, and the form for comparison.

import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { addr } from 'micro-eth-signer';
import { lowerCase } from '../../kernel/unicode.ts';
import type { Family } from '../chain/blockchains.ts';

/** Parts of letters and digits, joined by single dots, hyphens or underscores: the rule of NEAR's nodes. */
const nearAccount = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

/** The public key of an implicit NEAR account, in base58. */
export function initialPublicKeyOf(implicitAccount: string): string {
  return base58.encode(hexToBytes(implicitAccount));
}

/** Whether a text is an address of the family. EVM: mixed case must carry the right EIP-55 checksum. */
export function isAddress(family: Family, text: string): boolean {
  switch (family) {
    case 'evm':
      if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
      return isOneCase(text.slice(2)) || addr.addChecksum(text.toLowerCase()) === text;
    case 'solana':
      return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32;
    case 'aptos':
      return /^0x([0-9a-f]|[0-9a-f]{64})$/i.test(text); // special ones may be short (AIP-40)
    case 'near':
      return text.length >= 2 && text.length <= 64 && nearAccount.test(text);
  }
}

/** The stored form of an address: lower case on EVM chains, the long form in lower case on Aptos. */
export function normalAddress(family: Family, address: string): string {
  return family === 'evm' || family === 'aptos' ? comparable(address) : address;
}

function isOneCase(digits: string): boolean {
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

/**
 * The form for comparison: lower case for addresses with `0x`, of which one digit is a special Aptos address in its short
 * form; other addresses as they are.
 */
export function comparable(address: string): string {
  if (!/^0x/i.test(address)) return address;
  const lower = lowerCase(address);
  return lower.length === '0x1'.length ? `0x${lower.slice(2).padStart(64, '0')}` : lower;
}
