import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../core/kernel/canonical.ts';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import { spokenArguments } from '../../../../../core/speech/agent/thinking/arguments.ts';

const table: Json = {
  type: 'object',
  properties: {
    people: { type: 'integer', minimum: 1, maximum: 20 },
    time: { type: 'string' },
    city: { type: 'string', maxLength: 8 },
    outside: { type: 'boolean' },
    meal: { enum: ['lunch', 'dinner'] },
    guest: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
    dishes: { type: 'array', items: { type: 'string' } },
    seats: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
  },
  required: ['people', 'time'],
};

const from = (parameters: Json, behind: string, text = `f ${behind}`) =>
  spokenArguments(parameters, { text, behind });

const one = (schema: Json, behind: string, isRequired = true) =>
  from({ properties: { x: schema }, ...(isRequired && { required: ['x'] }) }, behind)['x'];

describe('the arguments of a function', () => {
  it('are the words after its name', () => {
    const said =
      'for four people at time half past seven, in New York, not outside, for dinner, guest name Ann and age 30, ' +
      'dishes fish and rice, seats 5, 6 and 7';
    expect(from(table, said)).toEqual({
      people: 4,
      time: 'half past seven',
      outside: false,
      meal: 'dinner',
      city: 'New York',
      guest: { name: 'Ann', age: 30 },
      dishes: ['fish', 'rice'],
      seats: [5, 6],
    });
  });

  it('are the required ones, if no words follow', () => {
    expect(from(table, '')).toEqual({ people: 1, time: 'f' });
    expect(from(table, '?', '')).toEqual({ people: 1, time: '' });
  });

  it.each<[Json, string, Json]>([
    [{ type: 'string' }, 'cheap hotels, please.', 'cheap hotels, please'],
    [{ type: 'string', default: 'none' }, 'cheap hotels', 'none'],
    [{ type: 'string', maxLength: 3 }, 'cheap', 'che'],
    [{ type: 'number' }, 'x two point five', 2.5],
    [{ type: 'integer' }, '2.5 or 3', 3],
    [{ type: 'integer', maximum: 5 }, '7', 0],
    [{ type: 'integer', default: 2 }, '', 2],
    [{ type: 'integer', default: 'two' }, '', 0],
    [{ type: 'boolean' }, '', false],
    [{ type: 'boolean', default: true }, '', true],
    [{ type: 'boolean' }, 'x', true],
    [{ enum: ['a', 'b'] }, '', 'a'],
    [{ enum: [1, 2] }, 'number 2', 2],
    [{ const: 'c' }, '', 'c'],
    [{ type: 'null' }, 'x', null],
    [{ type: 'object', properties: { y: { type: 'null' } }, required: ['y'] }, '', { y: null }],
    [{ type: 'array', items: { type: 'boolean' } }, 'x', []],
    [{ type: 'array', items: { enum: ['a', 'b', 'c'] } }, 'c or a', ['c', 'a']],
    [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, '', [0, 0]],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '7', 7],
    [true, 'anything', 'anything'],
  ])('%j of %j are %j', (schema, behind, value) => {
    expect(one(schema, behind)).toEqual(value);
  });

  it('omit optional members', () => {
    for (const type of ['string', 'integer', 'boolean', 'array', 'object', 'null']) {
      expect(one({ type }, 'nothing', false)).toBeUndefined();
    }
  });

  it.each([true, null, 'object', 1, [], {}, { type: 'string' }, { properties: [1] }])(
    'are none without members: %j',
    (parameters) => expect(from(parameters, 'x Ann 5')).toEqual({}),
  );

  it('nest to a depth, and have a limited number', () => {
    const nested = (levels: number): Json =>
      levels === 0 ? {} : { properties: { x: nested(levels - 1) }, required: ['x'] };
    const depthOf = (value: Json | undefined): number =>
      typeof value === 'object' && value !== null ? 1 + depthOf(Object.values(value)[0]) : 0;
    expect(depthOf(from(nested(1_000), ''))).toBe(answerLimits.argumentDepthMax + 1);
    const list = (levels: number): Json =>
      levels === 0 ? {} : { items: list(levels - 1), minItems: 20 };
    const printed = JSON.stringify(one(list(8), 'x'));
    expect(printed.match(/"x"|\[/g)?.length).toBeLessThanOrEqual(answerLimits.argumentValuesMax);
  });

  it('may have any name', () => {
    const names = ['__proto__', 'constructor', '1', ''];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    expect(Object.keys(from({ properties, required: names }, '5')).toSorted()).toEqual(
      names.toSorted(),
    );
  });
});
