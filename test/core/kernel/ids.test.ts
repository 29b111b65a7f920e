import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idByKey, idByOrdinal, uuidOf } from '../../../core/kernel/ids.ts';
import { hash } from '../../support/engine/pure-world.ts';

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('uuidOf', () => {
  it('turns every hex text into the form of a version 4 UUID', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(uuidOf(hash(text))).toMatch(uuidV4);
      }),
    );
  });

  it('preserves all digits but the version and the two bits of the variant', () => {
    expect(uuidOf('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-4def-8123-456789abcdef');
    expect(uuidOf('f'.repeat(32))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(uuidOf('0'.repeat(32))).toBe('00000000-0000-4000-8000-000000000000');
  });

  it('ignores digits after the 32nd', () => {
    const digits = hash('some text');
    expect(uuidOf(digits)).toBe(uuidOf(digits.slice(0, 32)));
  });
});

describe('idByOrdinal', () => {
  it('never repeats an id over seeds, kinds and ordinals', () => {
    const ids = new Set<string>();
    const [seeds, kinds, ordinals] = [['a', 'b', 'ab'], ['wallet', 'walletSet', ''], 500];
    for (const seed of seeds) {
      for (const kind of kinds) {
        for (let ordinal = 0; ordinal < ordinals; ordinal += 1) {
          ids.add(idByOrdinal(hash, seed, kind, ordinal));
        }
      }
    }
    expect(ids.size).toBe(seeds.length * kinds.length * ordinals);
  });

  it('separates seed and kind', () => {
    const names = fc.tuple(fc.string(), fc.string(), fc.nat(20));
    fc.assert(
      fc.property(names, names, (left, right) => {
        const isEqual = JSON.stringify(left) === JSON.stringify(right);
        expect(idByOrdinal(hash, ...left) === idByOrdinal(hash, ...right)).toBe(isEqual);
      }),
    );
    expect(idByOrdinal(hash, 'a","b', 'c', 0)).not.toBe(idByOrdinal(hash, 'a', 'b","c', 0));
  });
});

describe('idByKey', () => {
  it('returns one id for one kind, key and index, and different ids for all others', () => {
    const names = fc.tuple(fc.string(), fc.string(), fc.nat(20));
    fc.assert(
      fc.property(names, names, (left, right) => {
        const isEqual = JSON.stringify(left) === JSON.stringify(right);
        expect(idByKey(hash, ...left) === idByKey(hash, ...right)).toBe(isEqual);
        expect(idByKey(hash, ...left)).toMatch(uuidV4);
      }),
    );
  });

  it('never equals an id by ordinal', () => {
    expect(idByKey(hash, 'wallet', 'a', 0)).not.toBe(idByOrdinal(hash, 'wallet', 'a', 0));
    expect(idByKey(hash, 'wallet', 'a', 0)).not.toBe(idByOrdinal(hash, 'a', 'wallet', 0));
  });
});
