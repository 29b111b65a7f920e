// Hashes of texts, and the buckets that they choose as a table grows by one at a time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashed,
  hashEnd,
  hashOf,
  hashStart,
  maskFor,
  placeOf,
} from '../../../core/tables/text-hash.ts';

const hash = fc.nat(2 ** 30 - 1);
const bucketCount = fc.integer({ min: 1, max: 5_000 });

describe('a hash of a text', () => {
  it('has 30 bits, and is the same whatever was hashed in between', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        const first = hashOf(text);
        hashOf(other);
        expect(hashOf(text)).toBe(first);
        expect(first).toBe(first & (2 ** 30 - 1));
      }),
    );
  });

  it('comes of the code units of a text, one by one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let hash = hashStart;
        for (let place = 0; place < text.length; place += 1) {
          hash = hashed(hash, text.charCodeAt(place));
        }
        expect(hashEnd(hash)).toBe(hashOf(text));
      }),
    );
  });

  it('spreads texts that are much alike over all buckets', () => {
    const count = 64;
    const lengths = Array.from({ length: count }, () => 0);
    for (let number = 0; number < count * 100; number += 1) {
      const place = placeOf(hashOf(`wallet ${number}`), maskFor(count), count);
      lengths[place] = (lengths[place] ?? 0) + 1;
    }
    expect(Math.min(...lengths)).toBeGreaterThan(50);
    expect(Math.max(...lengths)).toBeLessThan(150);
  });
});

describe('the bucket of a hash', () => {
  it('is one that there is', () => {
    fc.assert(
      fc.property(hash, bucketCount, (each, count) => {
        const place = placeOf(each, maskFor(count), count);
        expect(place >= 0 && place < count).toBe(true);
      }),
    );
  });

  it('stays the same as a bucket is added, but for what the added one takes from one other', () => {
    fc.assert(
      fc.property(
        fc.array(hash, { minLength: 1, maxLength: 200 }),
        bucketCount,
        (hashes, count) => {
          const split = count & (maskFor(count + 1) >>> 1);
          for (const each of hashes) {
            const before = placeOf(each, maskFor(count), count);
            const after = placeOf(each, maskFor(count + 1), count + 1);
            if (after === count) expect(before).toBe(split);
            else expect(after).toBe(before);
          }
        },
      ),
    );
  });
});
