import { describe, expect, it } from 'vitest';
import {
  entryOf,
  type FieldDifference,
  type ItemDifference,
} from '../../../../adapters/recording/differences/difference.ts';
import { differingFields } from '../../../../adapters/recording/differences/fields.ts';
import {
  differenceLine,
  differenceSentence,
  fieldLines,
  textOf,
  valueText,
} from '../../../../adapters/recording/differences/text.ts';

/** An answer of a recording on the left, and one of a server, which is in none, on the right. */
const left = { n: 3, channel: 'wallet', title: 'GET /balances' };
const right = { n: undefined, channel: 'wallet', title: 'GET /balances' };
const fields: readonly FieldDifference[] = differingFields(
  { status: 200, body: { amounts: [1, 2] } },
  { status: 200, body: { amounts: [1, 3, 4] } },
);
const changed: ItemDifference = { kind: 'changed', left, right, fields };

const other: readonly (readonly [ItemDifference, string, string])[] = [
  [
    { kind: 'only-left', left },
    'GET /balances is missing',
    '- GET /balances is only in the first recording',
  ],
  [
    { kind: 'only-right', right },
    'GET /balances is new',
    '+ GET /balances is only in the second recording',
  ],
  [
    { kind: 'moved', left, right },
    'GET /balances is in another order',
    '~ GET /balances is in another order',
  ],
  [{ kind: 'header', fields }, 'the header: body.amounts.1 was 2, is 3', '~ the header'],
  [{ kind: 'state', left }, 'GET /balances', '~ GET /balances'],
  [changed, 'GET /balances: body.amounts.1 was 2, is 3', '~ GET /balances'],
];

describe('a difference', () => {
  it.each(other)('is a sentence, and a line of a list: %j', (difference, sentence, line) => {
    expect(differenceSentence(difference)).toBe(sentence);
    expect(differenceLine(difference, { item: ({ title }) => title }).text).toBe(line);
  });

  it('has the entry of the side that has one', () => {
    expect(entryOf(changed)).toEqual({ side: 'left', n: 3 });
    expect(entryOf({ kind: 'only-right', right })).toEqual({ side: 'right', n: undefined });
    expect(entryOf({ kind: 'ending', fields })).toEqual({ side: 'left', n: undefined });
  });
});

describe('fields', () => {
  const naming = {
    path: (path: string) => path,
    value: (field: FieldDifference, side: 'left' | 'right') => valueText(field[side]),
  };

  it('have the values of both sides', () => {
    expect(fieldLines(fields, naming, { indent: ' ', isAll: false })).toEqual([
      { tone: 'plain', text: ' body.amounts.1' },
      { tone: 'left', text: '   - 2' },
      { tone: 'right', text: '   + 3' },
      { tone: 'plain', text: ' body.amounts.2' },
      { tone: 'left', text: '   - nothing' },
      { tone: 'right', text: '   + 4' },
    ]);
  });

  it.each([
    [false, undefined, 61, '... and 5 more fields'],
    [false, 'look', 61, '... and 5 more fields: look.'],
    [true, undefined, 75, '  + nothing'],
  ] as const)('are 20 unless all are listed (%s, %s)', (isAll, hint, count, last) => {
    const many = differingFields(Array.from({ length: 25 }, String), []);
    const lines = textOf(
      fieldLines(many, naming, { indent: '', isAll, ...(hint === undefined ? {} : { hint }) }),
    );
    expect([lines.length, lines.at(-1)]).toEqual([count, last]);
  });
});
