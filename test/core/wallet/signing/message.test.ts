import bs58 from 'bs58';
import { computeAddress, hexlify, verifyMessage } from 'ethers';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { messageBytes, signMessage } from '../../../../core/wallet/signing/message.ts';
import { runs } from '../../../support/runner/runs.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
  bytes[0] = 1; // below the order of secp256k1, and not zero
  return bytes;
});
const message = fc.uint8Array({ maxLength: 300 });

describe('a message', () => {
  it('signed by an EVM key is verified by ethers, as bytes and as text', () => {
    fc.assert(
      fc.property(key, message, fc.string({ unit: 'grapheme' }), (privateKey, bytes, text) => {
        const address = computeAddress(hexlify(privateKey));
        const signature = signMessage('evm', bytes, privateKey);
        expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
        expect(verifyMessage(bytes, signature)).toBe(address);
        const read = messageBytes(text, false);
        if (!read.ok) throw new Error(read.error.detail);
        expect(verifyMessage(text, signMessage('evm', read.value, privateKey))).toBe(address);
      }),
      runs(15),
    );
  });

  it('signed by a Solana or Aptos key is verified by tweetnacl', () => {
    fc.assert(
      fc.property(key, message, (privateKey, bytes) => {
        const { publicKey } = nacl.sign.keyPair.fromSeed(privateKey);
        const solana = bs58.decode(signMessage('solana', bytes, privateKey));
        expect(nacl.sign.detached.verify(bytes, solana, publicKey)).toBe(true);
        const aptos = signMessage('aptos', bytes, privateKey);
        expect(aptos).toMatch(/^0x[0-9a-f]{128}$/);
        const raw = Buffer.from(aptos.slice(2), 'hex');
        expect(nacl.sign.detached.verify(bytes, raw, publicKey)).toBe(true);
      }),
      runs(15),
    );
  });

  it('is signed the same each time, with the lower of the two s', () => {
    const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    fc.assert(
      fc.property(key, message, (privateKey, bytes) => {
        const signature = signMessage('evm', bytes, privateKey);
        expect(signMessage('evm', bytes, privateKey)).toBe(signature);
        expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(half);
      }),
      runs(15),
    );
  });

  it('in hex is signed as its bytes', () => {
    expect(messageBytes('0x', true)).toEqual({ ok: true, value: new Uint8Array(0) });
    expect(messageBytes('0x00fF', true)).toEqual({ ok: true, value: Uint8Array.of(0, 255) });
    expect(messageBytes('0x00fF', false)).toMatchObject({ ok: true, value: { length: 6 } });
  });

  it.each(['', '00', '0', '0x0', '0xgg', '0x00\n', ' 0x00', '0x0x'])('%j is no hex', (text) => {
    expect(messageBytes(text, true)).toMatchObject({ error: { code: 'MESSAGE_NOT_HEX' } });
  });

  it.each(['\ud800', 'a\udc00b', '\udc00\ud800'])('%j is no text', (text) => {
    expect(messageBytes(text, false)).toMatchObject({ error: { code: 'MESSAGE_INVALID' } });
  });
});
