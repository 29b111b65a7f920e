import { createHash } from 'node:crypto';
import { PublicKey } from '@near-js/crypto';
import {
  actionCreators,
  buildDelegateAction,
  createTransaction,
  encodeDelegateAction,
  encodeSignedDelegate,
  encodeTransaction,
  GlobalContractDeployMode,
  GlobalContractIdentifier,
  Signature,
  SignedDelegate,
  SignedTransaction,
  type Action,
} from '@near-js/transactions';
import bs58 from 'bs58';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { signDelegateAction, signNearTransaction } from '../../../../core/wallet/signing/near.ts';
import { runs } from '../../../support/runner/runs.ts';

const privateKey = new Uint8Array(32).fill(7);
const pair = nacl.sign.keyPair.fromSeed(privateKey);
const keyOf = (bytes: Uint8Array) => PublicKey.from(`ed25519:${bs58.encode(bytes)}`);
const own = keyOf(pair.publicKey);
const implicit = Buffer.from(pair.publicKey).toString('hex');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const u128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const accountId = fc.stringMatching(/^[a-z0-9]{2,20}\.near$/);
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const blob = fc.uint8Array({ maxLength: 50 });
const publicKey = hash.map(keyOf);
/** ASCII only: the library does not encode all other characters in UTF-8. */
const methodName = fc.string({ unit: 'grapheme-ascii', maxLength: 9 });

const accessKey = fc.oneof(
  fc.constant(undefined).map(() => actionCreators.fullAccessKey()),
  fc
    .tuple(accountId, fc.array(methodName, { maxLength: 3 }), fc.option(u128))
    .map(([receiver, methods, allowance]) =>
      actionCreators.functionCallAccessKey(receiver, methods, allowance ?? undefined),
    ),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constant(undefined).map(() => actionCreators.createAccount()),
  blob.map((code) => actionCreators.deployContract(code)),
  fc
    .tuple(methodName, blob, u64, u128)
    .map(([method, args, gas, deposit]) => actionCreators.functionCall(method, args, gas, deposit)),
  u128.map((deposit) => actionCreators.transfer(deposit)),
  fc.tuple(u128, publicKey).map(([stake, key]) => actionCreators.stake(stake, key)),
  fc.tuple(publicKey, accessKey).map(([key, access]) => actionCreators.addKey(key, access)),
  publicKey.map((key) => actionCreators.deleteKey(key)),
  accountId.map((beneficiary) => actionCreators.deleteAccount(beneficiary)),
  fc.tuple(blob, fc.boolean()).map(([code, isByHash]) => {
    const mode = isByHash ? { CodeHash: null } : { AccountId: null };
    return actionCreators.deployGlobalContract(code, new GlobalContractDeployMode(mode));
  }),
  fc
    .oneof(
      hash.map((CodeHash) => ({ CodeHash })),
      accountId.map((AccountId) => ({ AccountId })),
    )
    .map((named) => actionCreators.useGlobalContract(new GlobalContractIdentifier(named))),
);

const delegateAction = fc
  .record({
    senderId: accountId,
    receiverId: accountId,
    actions: fc.array(action, { maxLength: 4 }),
    nonce: u64,
    maxBlockHeight: u64,
  })
  .map((fields) => buildDelegateAction({ ...fields, publicKey: own }));

const signatureOf = (data: Uint8Array) => new Signature({ keyType: own.keyType, data });

/** An action that contains a delegate action of another account. */
const delegated = fc
  .tuple(delegateAction, fc.uint8Array({ minLength: 64, maxLength: 64 }))
  .map(([inner, data]) =>
    actionCreators.signedDelegate({ delegateAction: inner, signature: signatureOf(data) }),
  );

const transaction = fc
  .tuple(
    fc.oneof(accountId, fc.constant(implicit)),
    accountId,
    u64,
    fc.array(fc.oneof({ weight: 9, arbitrary: action }, { weight: 1, arbitrary: delegated }), {
      maxLength: 4,
    }),
    hash,
  )
  .map(([signer, receiver, nonce, actions, blockHash]) =>
    createTransaction(signer, own, receiver, nonce, actions, blockHash),
  );

/** A transfer of 1 with a given public key. */
function transferUnder(key: PublicKey): string {
  const actions = [actionCreators.transfer(1n)];
  return base64(
    createTransaction(implicit, key, 'b.near', 1n, actions, new Uint8Array(32)).encode(),
  );
}

describe('a NEAR transaction', () => {
  it('that @near-js prints is signed so that it parses and verifies the signature', () => {
    fc.assert(
      fc.property(transaction, (unsigned) => {
        const bytes = unsigned.encode();
        const result = signNearTransaction(base64(bytes), privateKey);
        if (!result.ok) throw new Error(result.error.detail);
        const { signature, signedTransaction, txHash } = result.value;
        const read = SignedTransaction.decode(Buffer.from(signedTransaction, 'base64'));
        expect(Buffer.from(encodeTransaction(read.transaction)).equals(bytes)).toBe(true);
        const data = Uint8Array.from(read.signature.ed25519Signature?.data ?? []);
        expect(bs58.encode(data)).toBe(signature);
        expect(bs58.encode(sha256(bytes))).toBe(txHash);
        expect(own.verify(sha256(bytes), data)).toBe(true);
        expect(nacl.sign.detached.verify(sha256(bytes), data, pair.publicKey)).toBe(true);
      }),
      runs(60),
    );
  });

  it('names the key of the wallet', () => {
    expect(signNearTransaction(transferUnder(own), privateKey).ok).toBe(true);
    const refused = signNearTransaction(transferUnder(keyOf(new Uint8Array(32))), privateKey);
    expect(refused).toMatchObject({ error: { code: 'TRANSACTION_UNUSABLE' } });
  });

  it.each(['', 'AA', 'AAAA', 'not base64', '0x00'])('is none: %j', (text) => {
    const refused = signNearTransaction(text, privateKey);
    expect(refused).toMatchObject({ error: { code: 'TRANSACTION_UNUSABLE' } });
  });

  it('must be complete, without further bytes, and unsigned', () => {
    const bytes = Buffer.from(transferUnder(own), 'base64');
    const signed = signNearTransaction(base64(bytes), privateKey);
    if (!signed.ok) throw new Error(signed.error.detail);
    const broken = [
      base64(bytes.subarray(0, -1)),
      base64(Buffer.concat([bytes, Buffer.alloc(1)])),
      signed.value.signedTransaction,
    ];
    for (const text of broken) {
      const refused = signNearTransaction(text, privateKey);
      expect(refused).toMatchObject({ error: { code: 'TRANSACTION_UNUSABLE' } });
    }
  });

  it('that was damaged is refused or signed, and never throws', () => {
    fc.assert(
      fc.property(transaction, fc.nat(), fc.nat(255), (unsigned, place, value) => {
        const bytes = unsigned.encode();
        bytes[place % bytes.length] = value;
        signNearTransaction(base64(bytes), privateKey);
      }),
      runs(60),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (junk) => {
        const refused = signNearTransaction(base64(junk), privateKey);
        expect(refused).toMatchObject({ error: { code: 'TRANSACTION_UNUSABLE' } });
      }),
    );
  });
});

describe('a delegate action', () => {
  it('of @near-js, with its prefix or without, is signed by the rules of NEP-366', () => {
    fc.assert(
      fc.property(delegateAction, (unsigned) => {
        const bytes = encodeDelegateAction(unsigned);
        const result = signDelegateAction(base64(bytes), privateKey);
        if (!result.ok) throw new Error(result.error.detail);
        const { signature, signedDelegateAction } = result.value;
        const data = bs58.decode(signature);
        expect(own.verify(sha256(bytes), data)).toBe(true);
        const whole = new SignedDelegate({
          delegateAction: unsigned,
          signature: signatureOf(data),
        });
        expect(signedDelegateAction).toBe(base64(encodeSignedDelegate(whole)));
        expect(signDelegateAction(base64(bytes.subarray(4)), privateKey)).toEqual(result);
      }),
      runs(60),
    );
  });

  const under = (key: PublicKey) =>
    encodeDelegateAction(
      buildDelegateAction({
        senderId: 'a.near',
        receiverId: 'b.near',
        actions: [actionCreators.transfer(1n)],
        nonce: 1n,
        maxBlockHeight: 100n,
        publicKey: key,
      }),
    );

  it('cannot be parsed as a transaction, nor a transaction as a delegate action', () => {
    const code = { error: { code: 'TRANSACTION_UNUSABLE' } };
    expect(signNearTransaction(base64(under(own)), privateKey)).toMatchObject(code);
    expect(signDelegateAction(transferUnder(own), privateKey)).toMatchObject({
      error: { code: 'DELEGATE_ACTION_INVALID' },
    });
  });

  it('is refused if it is invalid, cut, or names another key', () => {
    const bytes = under(own);
    const broken = [
      '',
      'AAAA',
      'not base64',
      base64(bytes.subarray(0, 4)),
      base64(bytes.subarray(0, -1)),
      base64(Buffer.concat([bytes, Buffer.alloc(1)])),
      base64(under(keyOf(new Uint8Array(32)))),
    ];
    for (const text of broken) {
      expect(signDelegateAction(text, privateKey)).toMatchObject({
        error: { code: 'DELEGATE_ACTION_INVALID' },
      });
    }
  });
});
