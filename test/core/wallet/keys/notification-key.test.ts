import { createPublicKey, verify } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { notificationKey, signText } from '../../../../core/wallet/keys/notification-key.ts';
import { hash } from '../../../support/engine/pure-world.ts';

/** The two integers of a signature in DER, as hex of 64 digits. */
function numbersIn(der: Uint8Array): readonly string[] {
  const hex = Buffer.from(der).toString('hex');
  const length = der[3] ?? 0;
  const [r, s] = [hex.slice(8, 8 + length * 2), hex.slice(8 + length * 2 + 4)];
  return [r, s].map((number) => number.slice(-64).padStart(64, '0').toUpperCase());
}

describe('signatures of notifications', () => {
  // RFC 6979, appendix A.2.5: ECDSA, 256 bits (prime field), SHA-256
  const privateKey = hexToBytes('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');

  it.each([
    [
      'sample',
      'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
      'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    ],
    [
      'test',
      'F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367',
      '019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083',
    ],
  ])('are those of RFC 6979 over "%s"', (text, r, s) => {
    expect(numbersIn(signText(text, privateKey))).toEqual([r, s]);
  });
});

describe('the key of a world', () => {
  it('follows from its seed', () => {
    const { id, publicKey, sign } = notificationKey(hash, 'roses');
    expect(notificationKey(hash, 'roses')).toMatchObject({ id, publicKey });
    expect(notificationKey(hash, 'roses').sign('once')).toBe(sign('once'));
    expect(notificationKey(hash, 'tulips').publicKey).not.toBe(publicKey);
    expect(notificationKey(hash, 'tulips').id).not.toBe(id);
  });

  it('is one that others read and verify with', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const { publicKey, sign } = notificationKey(hash, seed);
      const der = Buffer.from(publicKey, 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      expect(key.export({ format: 'der', type: 'spki' })).toEqual(der);
      const text = `{"of":"${seed}","with":"ümlaut"}`;
      const signature = Buffer.from(sign(text), 'base64');
      expect(verify('sha256', Buffer.from(text), key, signature)).toBe(true);
      expect(verify('sha256', Buffer.from(`${text} `), key, signature)).toBe(false);
    }
  });
});
