// The full-text index against a search of every text, through forks of forks.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Bitmap } from '../../../../core/tables/sets/bitmap.ts';
import { WordIndex } from '../../../../core/tables/indexes/word-index.ts';
import { growthMax, growthOf } from '../../../support/arbitraries/hostile-text.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

interface Subject {
  readonly index: WordIndex;
  readonly texts: Map<number, string>;
}

type WordsPair = Pair<Subject, { readonly texts: Map<number, string> }>;

interface Command {
  readonly from: number;
  readonly count: number;
  readonly text: string | undefined;
}

const rowIdsSeen = 200;

const word = fc.oneof(
  fc.constantFrom(
    'Jazz',
    'jazzy',
    'night',
    'NIGHTFALL',
    'fall',
    'Straße',
    'ΟΔΟΣ',
    'İstanbul',
    '$5',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'C', '-'), minLength: 1, maxLength: 4 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ', '\u00a0', '\t')), { maxLength: 8 })
  .map((parts) => parts.flat().join(''));

const command: fc.Arbitrary<Command> = fc.record({
  from: fc.nat(100),
  count: fc.oneof(fc.nat(3), fc.nat(40)),
  text: fc.option(text, { nil: undefined, freq: 4 }),
});

function subjectOf(texts: Map<number, string>, of?: WordIndex): Subject {
  const textOf = (rowId: number) => texts.get(rowId) ?? '';
  return { index: of?.fork(textOf) ?? new WordIndex(textOf), texts };
}

const newPair = (): WordsPair => ({
  subject: subjectOf(new Map()),
  model: { texts: new Map() },
});

const fork = ({ subject, model }: WordsPair): WordsPair => ({
  subject: subjectOf(new Map(subject.texts), subject.index),
  model: { texts: new Map(model.texts) },
});

function run({ subject: { index, texts }, model }: WordsPair, does: Command): void {
  for (let rowId = does.from; rowId < does.from + does.count; rowId += 1) {
    const former = texts.get(rowId);
    const next = does.text === undefined ? undefined : `${does.text} ${rowId % 7}th`;
    const now = next === undefined ? undefined : next.toLowerCase();
    if (former === undefined) {
      if (now !== undefined) index.add(rowId, now);
    } else if (now === undefined) index.delete(rowId, former);
    else index.replace(rowId, former, now);
    if (now === undefined) texts.delete(rowId);
    else texts.set(rowId, now);
    if (next === undefined) model.texts.delete(rowId);
    else model.texts.set(rowId, next);
  }
}

function found({ index, texts }: Subject, pattern: string): number[] {
  const bitmap = new Bitmap(rowIdsSeen);
  const filter = index.containing(pattern.toLowerCase(), {
    insertedCount: rowIdsSeen,
    size: texts.size,
  });
  filter.addTo(bitmap);
  const rowIds = bitmap.rowIds();
  expect(filter.listCost).toBeGreaterThanOrEqual(rowIds.length === 0 ? 0 : 1);
  expect([...texts.keys()].filter((rowId) => filter.has(rowId) !== bitmap.has(rowId))).toEqual([]);
  return rowIds;
}

function expectFound({ subject, model: { texts } }: WordsPair, pattern: string): void {
  const expected = [...texts]
    .filter(([, each]) => each.toLowerCase().includes(pattern.toLowerCase()))
    .map(([rowId]) => rowId)
    .sort((left, right) => left - right);
  const rowIds = found(subject, pattern);
  if (rowIds.join() !== expected.join()) expect(rowIds).toEqual(expected);
}

describe('the full-text index', () => {
  it('finds the same as a search of every text, and so does each of its forks', () => {
    const wordsAsked = fc.array(word, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(forkStepsOf(command, 12), wordsAsked, (steps, words) => {
        const asked = [...words, 'a', 'zz', 'th', '3t', 'z n', 'jazz night', ' ', ' 3th', 'a '];
        const check = (pair: WordsPair) => {
          for (const each of asked) expectFound(pair, each);
        };
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(12),
    );
  });

  it('finds a phrase of nearly every text, and reads only the texts without its token', () => {
    const count = 20_000;
    let asked = 0;
    const texts = Array.from({ length: count }, (_, rowId) =>
      rowId % 4_000 === 0 ? `eel${rowId} x` : `the eel${rowId} we met ${rowId % 9}e`,
    );
    const index = new WordIndex((rowId) => {
      asked += 1;
      return texts[rowId] ?? '';
    });
    for (const [rowId, each] of texts.entries()) index.add(rowId, each);
    const bitmap = new Bitmap(count);
    index.containing('e', { insertedCount: count, size: count }).addTo(bitmap);
    expect(bitmap.count).toBe(count);
    expect(asked).toBe(5);
  });

  it('deletes the tokens of deleted texts', () => {
    const texts = new Map<number, string>();
    const { index } = subjectOf(texts);
    const sizes = new Set<number>();
    for (let rowId = 0; rowId < 500; rowId += 1) {
      texts.set(0, `only${rowId} here`);
      index.add(0, `only${rowId} here`);
      index.delete(0, `only${rowId} here`);
      sizes.add(index.containing('only', { insertedCount: 1, size: 0 }).listCost);
      texts.clear();
    }
    expect([...sizes]).toEqual([0]);
    expect(index.tokenCountMax).toBe(2);
  });

  it('splits words at white space as \\s matches it, and nowhere else', () => {
    const spaces: number[] = [];
    for (let unit = 0; unit < 0x10000; unit += 1) {
      const index = new WordIndex(() => '');
      index.add(0, `a${String.fromCharCode(unit)}b`);
      if (index.tokenCountMax === 2) spaces.push(unit);
    }
    const expected = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) =>
      /\s/.test(String.fromCharCode(unit)),
    );
    expect(spaces).toEqual(expected);
  });

  it('lists a text once under a word that it has twice', () => {
    const { index } = subjectOf(new Map());
    for (let rowId = 0; rowId < 40; rowId += 1) index.add(rowId, 'so so');
    expect(index.containing('so', { insertedCount: 40, size: 40 }).listCost).toBe(40);
  });

  it('finds tokens in full chunks, and tokens that replace deleted ones', () => {
    const texts = new Map<number, string>();
    const { index } = subjectOf(texts);
    const all = Array.from({ length: 300 }, (_, rowId) => `token${rowId} and some`);
    for (const [rowId, text] of all.entries()) index.add(rowId, text);
    const room = index.tokenCountMax;
    for (let rowId = 0; rowId < 300; rowId += 3) {
      index.replace(rowId, all[rowId] ?? '', `${rowId}other and some`);
    }
    for (const [rowId, text] of all.entries()) {
      texts.set(rowId, rowId % 3 === 0 ? `${rowId}other and some` : text);
    }
    expect(index.tokenCountMax).toBe(room);
    const at = (pattern: string) => {
      const bitmap = new Bitmap(300);
      index.containing(pattern, { insertedCount: 300, size: 300 }).addTo(bitmap);
      return bitmap.rowIds();
    };
    for (const [rowId, text] of texts) {
      const [own = ''] = text.split(' ');
      const expected = [...texts].filter(([, other]) => other.includes(own));
      expect({ own, at: at(own) }).toEqual({ own, at: expected.map(([each]) => each) });
      if (rowId % 3 === 0) expect(at(`token${rowId} `)).toEqual([]);
    }
  });

  it.each([
    ['words', '<', ''],
    ['phrases', '<', ' '],
    ['phrases of many words', '< ', ''],
  ])(
    'finds %s with a cost proportional to the length, in a text of the same letters',
    (_, unit, end) => {
      const search = (text: string) => {
        const { index } = subjectOf(new Map([[0, text]]));
        index.add(0, text);
        const part = text.slice(0, text.length / 4);
        const bitmap = new Bitmap(1);
        for (const pattern of [`${part}!${part}${end}`, `${part}${end}`]) {
          index.containing(pattern, { insertedCount: 1, size: 1 }).addTo(bitmap);
        }
      };
      expect(growthOf(search, unit)).toBeLessThan(growthMax);
    },
  );
});
