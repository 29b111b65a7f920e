import { describe, expect, it } from 'vitest';
import {
  allowsNumber,
  choicesOf,
  membersOf,
  numberFor,
  schemaOf,
  spokenChoice,
  typeOf,
} from '../../../../../core/speech/agent/thinking/schema.ts';

describe('a schema', () => {
  it.each([
    [{ type: 'integer' }, 'integer'],
    [{ type: ['null', 'number'] }, 'number'],
    [{ type: ['null'] }, 'null'],
    [{ type: 'date' }, 'string'],
    [{ properties: {} }, 'object'],
    [{ items: {} }, 'array'],
    [{}, 'string'],
  ])('%j has the type %s', (schema, type) => expect(typeOf(schema)).toBe(type));

  it.each([
    [{ anyOf: [{ type: 'number' }, {}] }, { type: 'number' }],
    [{ oneOf: [{ type: 'boolean' }] }, { type: 'boolean' }],
    [
      { anyOf: [], type: 'null' },
      { anyOf: [], type: 'null' },
    ],
    [true, {}],
    [null, {}],
    [[{}], {}],
    ['text', {}],
    [undefined, {}],
  ])('%j is read as %j', (value, schema) => expect(schemaOf(value)).toEqual(schema));

  it('has members, the required ones first', () => {
    const properties = { b: { type: 'null' }, d: true, a: {}, c: {} };
    const members = membersOf({ properties, required: ['d', 'a', 'x', 1] });
    expect(members.map(({ name, isRequired }) => `${name} ${isRequired}`)).toEqual([
      'd true',
      'a true',
      'x true',
      'b false',
      'c false',
    ]);
    expect(members[3]?.schema).toEqual({ type: 'null' });
    expect(membersOf({ properties: [], required: 'a' })).toEqual([]);
    expect(membersOf({ required: ['toString'] })[0]?.schema).toEqual({});
  });

  it('may have few values', () => {
    expect(choicesOf({ const: 1, enum: [2] })).toEqual([1]);
    expect(choicesOf({ enum: ['a', 2] })).toEqual(['a', 2]);
    expect(choicesOf({ enum: [] })).toBeUndefined();
    expect([spokenChoice('a'), spokenChoice(2), spokenChoice(null)]).toEqual(['a', '2', 'null']);
  });

  it.each([
    [{ type: 'number' }, 0],
    [{ minimum: 3 }, 3],
    [{ maximum: -3 }, -3],
    [{ exclusiveMinimum: 3 }, 4],
    [{ exclusiveMaximum: 0 }, -1],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'integer', minimum: 2.5 }, 3],
    [{ type: 'integer', maximum: -2.5 }, -3],
    [{ minimum: 7, multipleOf: 5 }, 10],
  ])('%j allows %d', (schema, value) => {
    expect(numberFor(schema)).toBe(value);
    expect(allowsNumber(schema, value)).toBe(true);
  });

  it('allows no number beyond its bounds', () => {
    expect(allowsNumber({ type: 'integer' }, 1.5)).toBe(false);
    expect(allowsNumber({ minimum: 1, maximum: 2 }, 0)).toBe(false);
    expect(allowsNumber({ minimum: 1, maximum: 2 }, 3)).toBe(false);
    expect(allowsNumber({ exclusiveMinimum: 1 }, 1)).toBe(false);
    expect(allowsNumber({ exclusiveMaximum: 1 }, 1)).toBe(false);
    expect(allowsNumber({ multipleOf: 2 }, 1)).toBe(false);
  });
});
