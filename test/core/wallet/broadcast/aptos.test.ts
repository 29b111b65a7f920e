import {
  AccountAddress,
  ChainId,
  Deserializer,
  Ed25519Account,
  Ed25519PrivateKey,
  EntryFunction,
  generateUserTransactionHash,
  parseTypeTag,
  RawTransaction,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';
import {
  aptosTransaction,
  signAptos,
  type AptosTransfer,
} from '../../../../core/wallet/broadcast/aptos.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { runs } from '../../../support/runs.ts';

const secret = 'a1'.repeat(64);
const privateKey = privateKeyOf(secret, 'aptos', 1);
const account = new Ed25519Account({ privateKey: new Ed25519PrivateKey(privateKey) });
const usdc = stablecoinOf('APTOS-TESTNET', 'USDC')?.address ?? '';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

const transfers: fc.Arbitrary<AptosTransfer> = fc.record(
  {
    chainId: fc.constantFrom(1, 2),
    sequenceNumber: fc.nat(),
    gasPrice: u64,
    gasLimit: u64,
    expiresAtSeconds: fc.nat(),
    source: fc.constant(addressOf(secret, 'aptos', 1)),
    destination: address,
    asset: fc.constant(usdc),
    units: u64,
  },
  {
    requiredKeys: [
      'chainId',
      'sequenceNumber',
      'gasPrice',
      'gasLimit',
      'expiresAtSeconds',
      'source',
      'destination',
      'units',
    ],
  },
);

/** The transfer as the public library writes it. */
function theirs(transfer: AptosTransfer): RawTransaction {
  const to = AccountAddress.from(transfer.destination);
  const amount = new U64(transfer.units);
  const call =
    transfer.asset === undefined
      ? EntryFunction.build('0x1::aptos_account', 'transfer', [], [to, amount])
      : EntryFunction.build(
          '0x1::primary_fungible_store',
          'transfer',
          [parseTypeTag('0x1::fungible_asset::Metadata')],
          [AccountAddress.from(transfer.asset), to, amount],
        );
  return new RawTransaction(
    AccountAddress.from(transfer.source),
    BigInt(transfer.sequenceNumber),
    new TransactionPayloadEntryFunction(call),
    transfer.gasLimit,
    transfer.gasPrice,
    BigInt(transfer.expiresAtSeconds),
    new ChainId(transfer.chainId),
  );
}

describe('an Aptos transfer', () => {
  it('has the bytes that the public library writes and reads', () => {
    fc.assert(
      fc.property(transfers, (transfer) => {
        const own = aptosTransaction(transfer);
        expect(Buffer.from(own).toString('hex')).toBe(
          Buffer.from(theirs(transfer).bcsToBytes()).toString('hex'),
        );
        const read = RawTransaction.deserialize(new Deserializer(own));
        expect(read.sender.toStringLong()).toBe(account.accountAddress.toStringLong());
      }),
    );
  });

  it('has the hash of what that library signs with the key of the address', () => {
    fc.assert(
      fc.property(transfers, (transfer) => {
        const transaction = new SimpleTransaction(theirs(transfer));
        const senderAuthenticator = account.signTransactionWithAuthenticator(transaction);
        expect(signAptos(transfer, privateKey)).toBe(
          generateUserTransactionHash({ transaction, senderAuthenticator }),
        );
      }),
      runs(30),
    );
  });
});
