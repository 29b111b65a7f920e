import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDigest, extendDigest } from '../../../core/kernel/digest.ts';
import { hash } from '../../support/engine/pure-world.ts';

const digestOf = (texts: readonly string[], start = emptyDigest) =>
  texts.reduce((digest, text) => extendDigest(hash, digest, text), start);

describe('extendDigest', () => {
  it('starts at 64 zeros and hashes the digest so far with the text', () => {
    expect(emptyDigest).toMatch(/^0{64}$/);
    // SHA-256 of 64 zeros and "a", computed with sha256sum.
    expect(extendDigest(hash, emptyDigest, 'a')).toBe(
      '798681f5061511d34f32f43ab175a3ee7007fecfdc844295e054315b0af2d23d',
    );
  });

  it('is equal for equal texts and different for any others, even with equal concatenations', () => {
    const texts = fc.array(fc.string({ maxLength: 3 }), { maxLength: 5 });
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const isEqual = JSON.stringify(left) === JSON.stringify(right);
        expect(digestOf(left) === digestOf(right)).toBe(isEqual);
      }),
    );
    expect(digestOf(['ab'])).not.toBe(digestOf(['a', 'b']));
    expect(digestOf(['a', 'b'])).not.toBe(digestOf(['b', 'a']));
    expect(digestOf([''])).not.toBe(digestOf([]));
  });

  it('continues from any point to the same digest', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(), (texts, cut) => {
        const half = cut % (texts.length + 1);
        expect(digestOf(texts.slice(half), digestOf(texts.slice(0, half)))).toBe(digestOf(texts));
      }),
    );
  });
});
