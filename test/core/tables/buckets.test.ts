// Buckets that split one at a time, and the bucket of a hash.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Buckets, maskFor, bucketNumber, type Bucket } from '../../../core/tables/buckets.ts';

const hash = fc.nat(2 ** 30 - 1);
const bucketCount = fc.integer({ min: 1, max: 5_000 });

interface HashBucket extends Bucket {
  readonly hashes: number[];
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);

const newBuckets = () =>
  new Buckets<HashBucket>({
    entriesPerBucket: 1,
    create: (generation) => ({ generation, hashes: [] }),
    copy: ({ hashes }, generation) => ({ generation, hashes: [...hashes] }),
    split: ({ hashes }, generation, moves) => [
      { generation, hashes: hashes.filter((each) => !moves(each)) },
      { generation, hashes: hashes.filter(moves) },
    ],
  });

describe('buckets', () => {
  it('find each hash in its bucket as they grow, and so do forks', () => {
    fc.assert(
      fc.property(fc.array(hash), fc.array(hash), (before, after) => {
        const buckets = newBuckets();
        for (const each of before) {
          buckets.writable(each).hashes.push(each);
          buckets.countAdded();
        }
        const fork = buckets.fork();
        for (const each of after) {
          fork.writable(each).hashes.push(each);
          fork.countAdded();
        }
        for (const each of before) expect(buckets.of(each)?.hashes).toContain(each);
        for (const each of [...before, ...after]) expect(fork.of(each)?.hashes).toContain(each);
        const all = Array.from({ length: buckets.count }, (_, at) => buckets.at(at)?.hashes ?? []);
        expect(sorted(all.flat())).toEqual(sorted(before));
        expect([buckets.entryCount, fork.entryCount]).toEqual([
          before.length,
          before.length + after.length,
        ]);
      }),
    );
  });

  it('reserve the given number, and read as empty until they are written', () => {
    const buckets = newBuckets();
    buckets.reserve(10);
    expect([buckets.count, buckets.at(9), buckets.of(123)]).toEqual([10, undefined, undefined]);
    buckets.writable(123).hashes.push(123);
    expect(buckets.of(123)?.hashes).toEqual([123]);
    buckets.countAdded();
    expect(() => buckets.reserve(10)).toThrow('buckets are reserved in an empty table');
    buckets.countRemoved();
    expect(buckets.entryCount).toBe(0);
  });
});

describe('the bucket number of a hash', () => {
  it('is below the number of buckets', () => {
    fc.assert(
      fc.property(hash, bucketCount, (each, count) => {
        const place = bucketNumber(each, maskFor(count), count);
        expect(place >= 0 && place < count).toBe(true);
      }),
    );
  });

  it('changes only for hashes that move to an added bucket, all from one other', () => {
    fc.assert(
      fc.property(
        fc.array(hash, { minLength: 1, maxLength: 200 }),
        bucketCount,
        (hashes, count) => {
          const split = count & (maskFor(count + 1) >>> 1);
          for (const each of hashes) {
            const before = bucketNumber(each, maskFor(count), count);
            const after = bucketNumber(each, maskFor(count + 1), count + 1);
            if (after === count) expect(before).toBe(split);
            else expect(after).toBe(before);
          }
        },
      ),
    );
  });
});
