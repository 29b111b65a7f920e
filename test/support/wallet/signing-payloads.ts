// Payloads to sign, created by third-party libraries, and checks of the signatures with the same libraries.

import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { KeyType, PublicKey } from '@near-js/crypto';
import {
  actionCreators,
  buildDelegateAction,
  createTransaction,
  encodeDelegateAction,
} from '@near-js/transactions';
import bs58 from 'bs58';
import { Transaction } from 'ethers';
import nacl from 'tweetnacl';

export const typedData = {
  types: {
    Note: [
      { name: 'text', type: 'string' },
      { name: 'number', type: 'uint256' },
    ],
  },
  primaryType: 'Note',
  domain: { name: 'Notes', chainId: 11_155_111 },
  message: { text: 'hello', number: '7' },
};

export const evmTransaction = {
  nonce: 0,
  to: '0x00000000000000000000000000000000000000aa',
  value: '1000',
  gas: '21000',
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: '1000000000',
  chainId: 11_155_111,
};

/** The key of an implicit account, which is its address. */
function nearKey(address: string): PublicKey {
  return new PublicKey({ keyType: KeyType.ED25519, data: Buffer.from(address, 'hex') });
}

/** A transfer from this account, unsigned, in Borsh. */
export function nearTransaction(address: string): Buffer {
  const actions = [actionCreators.transfer(1n)];
  const blockHash = new Uint8Array(32);
  const unsigned = createTransaction(address, nearKey(address), 'b.near', 1n, actions, blockHash);
  return Buffer.from(unsigned.encode());
}

/** A delegate action of this account, unsigned, in base64 of Borsh with its prefix. */
export function nearDelegateAction(address: string): string {
  const action = buildDelegateAction({
    senderId: address,
    receiverId: 'b.near',
    actions: [actionCreators.transfer(1n)],
    nonce: 1n,
    maxBlockHeight: 100n,
    publicKey: nearKey(address),
  });
  return Buffer.from(encodeDelegateAction(action)).toString('base64');
}

/** A transaction of one instruction that this wallet pays for, unsigned, in base64. */
export function solanaTransaction(address: string): string {
  const payer = bs58.decode(address);
  const message = [1, 0, 1, 2, ...payer, ...new Uint8Array(32), ...new Uint8Array(32), 1, 1, 0, 0];
  return Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64');
}

/** The members of a response with a signed transaction. */
export interface SignedTransaction {
  readonly signature: string;
  readonly signedTransaction: string;
  readonly txHash?: string;
}

/** Checks that this address has signed `evmTransaction`. */
export function checkEvmTransaction(signed: SignedTransaction, address: string): void {
  const read = Transaction.from(signed.signedTransaction);
  assert.deepEqual([read.from?.toLowerCase(), read.hash], [address, signed.txHash]);
  assert.equal(read.nonce, evmTransaction.nonce);
  assert.equal(read.to?.toLowerCase(), evmTransaction.to);
  assert.equal(read.signature?.serialized, signed.signature);
}

/** Checks that this address has signed its `solanaTransaction`. */
export function checkSolanaTransaction(signed: SignedTransaction, address: string): void {
  const bytes = Buffer.from(signed.signedTransaction, 'base64');
  const [signature, message] = [bytes.subarray(1, 65), bytes.subarray(65)].map((part) =>
    Uint8Array.from(part),
  );
  assert.ok(signature !== undefined && message !== undefined);
  const unsigned = Buffer.from(solanaTransaction(address), 'base64');
  assert.deepEqual(Buffer.from(message), unsigned.subarray(65));
  assert.ok(nacl.sign.detached.verify(message, signature, bs58.decode(address)));
  assert.deepEqual([signed.signature, signed.txHash], [bs58.encode(signature), signed.signature]);
}

/** Checks that this address has signed its `nearTransaction`. */
export function checkNearTransaction(signed: SignedTransaction, address: string): void {
  const hash = bs58.decode(signed.txHash ?? '');
  assert.ok(nearKey(address).verify(hash, bs58.decode(signed.signature)));
  const unsigned = nearTransaction(address);
  const bytes = Buffer.from(signed.signedTransaction, 'base64');
  assert.deepEqual(bytes.subarray(0, unsigned.length), unsigned);
}

/** Checks that this address has signed its `nearDelegateAction`. */
export function checkDelegateAction(
  signed: { readonly signature: string; readonly signedDelegateAction: string },
  address: string,
): void {
  const unsigned = Buffer.from(nearDelegateAction(address), 'base64');
  const hash = createHash('sha256').update(unsigned).digest();
  const signature = bs58.decode(signed.signature);
  assert.ok(nearKey(address).verify(hash, signature));
  // Borsh: the action without the four bytes that mark it as a delegate action, the kind of the key, the signature.
  const whole = Buffer.concat([unsigned.subarray(4), Buffer.of(KeyType.ED25519), signature]);
  assert.equal(signed.signedDelegateAction, whole.toString('base64'));
}
