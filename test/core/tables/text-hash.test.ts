// Hashes of texts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../core/tables/text-hash.ts';

const count = 64;

describe('a hash of a text', () => {
  it('has 30 bits, and does not depend on other calls', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        const first = hashOf(text);
        hashOf(other);
        expect(hashOf(text)).toBe(first);
        expect(first).toBe(first & (2 ** 30 - 1));
      }),
    );
  });

  it('never changes: the pages of stored hash tables depend on it', () => {
    const texts = ['', 'a', 'wallet/transaction/1', '\u{1F600}', 'ß'];
    expect(texts.map(hashOf)).toEqual([111951603, 46879379, 283186790, 235247328, 374646918]);
  });

  it('distributes similar texts over all buckets', () => {
    const lengths = Array.from({ length: count }, () => 0);
    for (let number = 0; number < count * 100; number += 1) {
      const place = hashOf(`wallet ${number}`) % count;
      lengths[place] = (lengths[place] ?? 0) + 1;
    }
    expect(Math.min(...lengths)).toBeGreaterThan(50);
    expect(Math.max(...lengths)).toBeLessThan(150);
  });
});
