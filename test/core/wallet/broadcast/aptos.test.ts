import {
  AccountAddress,
  ChainId,
  Deserializer,
  Ed25519Account,
  Ed25519PrivateKey,
  EntryFunction,
  generateUserTransactionHash,
  MoveVector,
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
  batchPayload,
  signAptos,
  transferPayload,
  type AptosTransaction,
} from '../../../../core/wallet/broadcast/aptos.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { runs } from '../../../support/runner/runs.ts';

const secret = 'a1'.repeat(64);
const privateKey = privateKeyOf(secret, 'aptos', 1);
const account = new Ed25519Account({ privateKey: new Ed25519PrivateKey(privateKey) });
const usdc = stablecoinOf('APTOS-TESTNET', 'USDC')?.address ?? '';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

/** A call of the framework, encoded by the product and by the public library. */
interface Call {
  readonly payload: Uint8Array;
  readonly theirs: EntryFunction;
}

const aptTransfer = fc.record({ to: address, units: u64 }).map(({ to, units }): Call => ({
  payload: transferPayload(to, units, undefined),
  theirs: EntryFunction.build(
    '0x1::aptos_account',
    'transfer',
    [],
    [AccountAddress.from(to), new U64(units)],
  ),
}));

const assetTransfer = fc.record({ to: address, units: u64 }).map(({ to, units }): Call => ({
  payload: transferPayload(to, units, usdc),
  theirs: EntryFunction.build(
    '0x1::primary_fungible_store',
    'transfer',
    [parseTypeTag('0x1::fungible_asset::Metadata')],
    [AccountAddress.from(usdc), AccountAddress.from(to), new U64(units)],
  ),
}));

const batchTransfer = fc
  .record({
    asset: address,
    recipients: fc.array(address, { maxLength: 300, size: 'max' }),
    amounts: fc.array(u64, { maxLength: 300, size: 'max' }),
  })
  .map(({ asset, recipients, amounts }): Call => ({
    payload: batchPayload(asset, recipients, amounts),
    theirs: EntryFunction.build(
      '0x1::aptos_account',
      'batch_transfer_fungible_assets',
      [],
      [
        AccountAddress.from(asset),
        new MoveVector(recipients.map((each) => AccountAddress.from(each))),
        MoveVector.U64([...amounts]),
      ],
    ),
  }));

const transactions = fc
  .record({
    chainId: fc.constantFrom(1, 2),
    sequenceNumber: fc.nat(),
    gasPrice: u64,
    gasLimit: u64,
    expiresAtSeconds: fc.nat(),
    source: fc.constant(addressOf(secret, 'aptos', 1)),
    call: fc.oneof(aptTransfer, assetTransfer, batchTransfer),
  })
  .map(({ call, ...terms }) => {
    const own: AptosTransaction = { ...terms, payload: call.payload };
    const theirs = new RawTransaction(
      AccountAddress.from(terms.source),
      BigInt(terms.sequenceNumber),
      new TransactionPayloadEntryFunction(call.theirs),
      terms.gasLimit,
      terms.gasPrice,
      BigInt(terms.expiresAtSeconds),
      new ChainId(terms.chainId),
    );
    return { own, theirs };
  });

describe('an Aptos transaction', () => {
  it('has the bytes that the public library writes and reads', () => {
    fc.assert(
      fc.property(transactions, ({ own, theirs }) => {
        const bytes = aptosTransaction(own);
        expect(Buffer.from(bytes).toString('hex')).toBe(
          Buffer.from(theirs.bcsToBytes()).toString('hex'),
        );
        const read = RawTransaction.deserialize(new Deserializer(bytes));
        expect(read.sender.toStringLong()).toBe(account.accountAddress.toStringLong());
      }),
    );
  });

  it('has the hash of the transaction that the library signs with the key of the address', () => {
    fc.assert(
      fc.property(transactions, ({ own, theirs }) => {
        const transaction = new SimpleTransaction(theirs);
        const senderAuthenticator = account.signTransactionWithAuthenticator(transaction);
        expect(signAptos(own, privateKey)).toBe(
          generateUserTransactionHash({ transaction, senderAuthenticator }),
        );
      }),
      runs(30),
    );
  });
});
