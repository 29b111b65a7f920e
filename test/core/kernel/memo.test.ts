import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoize, memoizeByRecord } from '../../../core/kernel/memo.ts';

/** A function that writes down what it was asked. */
function counted() {
  const asked: string[] = [];
  const compute = (key: string) => {
    asked.push(key);
    return { upper: key.toUpperCase() };
  };
  return { asked, compute };
}

describe('memoize', () => {
  it('gives what the function gives, whatever was asked before', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 4 }), (sequence, entriesMax) => {
        const remembered = memoize(counted().compute, entriesMax);
        for (const key of sequence) expect(remembered(key)).toEqual({ upper: key.toUpperCase() });
      }),
    );
  });

  it('computes a result once as long as it is kept', () => {
    const { asked, compute } = counted();
    const remembered = memoize(compute, 2);
    const first = remembered('a');
    remembered('b');
    expect(remembered('a')).toBe(first);
    expect(asked).toEqual(['a', 'b']);
  });

  it('forgets the oldest result when one too many comes', () => {
    const { asked, compute } = counted();
    const remembered = memoize(compute, 2);
    for (const key of ['a', 'b', 'c', 'b', 'c']) remembered(key);
    expect(asked).toEqual(['a', 'b', 'c']);
    remembered('a');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('keeps the results of two functions apart', () => {
    const one = memoize((key) => `${key}1`, 5);
    const two = memoize((key) => `${key}2`, 5);
    expect([one('a'), two('a'), one('a')]).toEqual(['a1', 'a2', 'a1']);
  });
});

describe('memoizeByRecord', () => {
  /** Few ids, some of which share a place, and things beside them. */
  const asking = fc.record({
    id: fc.constantFrom(1, 2, 257, 513),
    version: fc.integer({ min: 0, max: 1 }),
    beside: fc.integer({ min: 0, max: 1 }),
  });

  it('gives what the function gives for the very record and what is beside it', () => {
    fc.assert(
      fc.property(fc.array(asking, { maxLength: 60 }), (sequence) => {
        const records = new Map<string, { id: number; version: number }>();
        const besides = [{ name: 'one' }, { name: 'other' }];
        const remembered = memoizeByRecord(
          (record: { id: number; version: number }, beside: { name: string } | undefined) => ({
            text: `${record.id} ${record.version} ${beside?.name}`,
          }),
        );
        for (const { id, version, beside } of sequence) {
          const record = records.get(`${id} ${version}`) ?? { id, version };
          records.set(`${id} ${version}`, record);
          const expected = { text: `${id} ${version} ${besides[beside]?.name}` };
          expect(remembered(record, besides[beside])).toEqual(expected);
        }
      }),
    );
  });

  it('computes once for the same ones in turn, and anew for others', () => {
    const { asked, compute } = counted();
    const remembered = memoizeByRecord(({ id }: { id: number }, beside: string) =>
      compute(`${beside}${id}`),
    );
    const record = { id: 1 };
    const first = remembered(record, 'a');
    expect(remembered(record, 'a')).toBe(first);
    remembered({ id: 1 }, 'a');
    remembered(record, 'b');
    expect(asked).toEqual(['a1', 'a1', 'b1']);
  });

  it('computes nothing for a record that comes to the same, as it is told', () => {
    const { asked, compute } = counted();
    const remembered = memoizeByRecord(
      ({ id, name }: { id: number; name: string; use: number }, beside: string) =>
        compute(`${beside}${id}${name}`),
      (one, other) => one.id === other.id && one.name === other.name,
    );
    const first = remembered({ id: 1, name: 'x', use: 1 }, 'a');
    for (const use of [1, 2, 3]) expect(remembered({ id: 1, name: 'x', use }, 'a')).toBe(first);
    remembered({ id: 1, name: 'y', use: 3 }, 'a');
    remembered({ id: 257, name: 'y', use: 3 }, 'a');
    remembered({ id: 257, name: 'y', use: 3 }, 'b');
    expect(asked).toEqual(['a1x', 'a1y', 'a257y', 'b257y']);
  });

  it('keeps nothing of long records, which may outlive their world', () => {
    const { asked, compute } = counted();
    const remembered = memoizeByRecord(({ id }: { id: number; name: string; note: string }) =>
      compute(`${id}`),
    );
    const short = { id: 1, name: 'a'.repeat(2_048), note: 'b'.repeat(2_048) };
    const long = { id: 2, name: 'a'.repeat(2_048), note: 'b'.repeat(2_049) };
    for (const record of [short, long, short, long]) remembered(record, undefined);
    expect(asked).toEqual(['1', '2', '2']);
  });
});
