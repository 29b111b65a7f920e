import { describe, expect, it } from 'vitest';
import {
  boundTexts,
  childrenOf,
  partAt,
  resolved,
  typeText,
  type DocumentSchema,
} from '../../../../../adapters/studio/page/docs/model/document-schema.ts';

const world: DocumentSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, parent: { $ref: '#/components/schemas/World' } },
  required: ['name'],
};
const root = {
  components: {
    schemas: {
      World: world,
      Again: { $ref: '#/components/schemas/World' },
      Circle: { $ref: '#/components/schemas/Circle' },
    },
  },
};

describe('a reference', () => {
  it('is followed, also over others, and keeps what stands beside it', () => {
    const schema = { $ref: '#/components/schemas/Again', description: 'The parent.' };
    expect(resolved(root, schema)).toEqual({
      name: 'World',
      schema: { ...world, description: 'The parent.' },
    });
  });

  it('to nothing, elsewhere or to itself is an empty schema', () => {
    for (const $ref of ['#/components/schemas/None', 'https://else.example/#/x', '#']) {
      expect(resolved(root, { $ref }).schema).toEqual({});
    }
    expect(resolved(root, { $ref: '#/components/schemas/Circle' }).schema).toEqual({});
    expect(partAt(root, '#/constructor/prototype')).toBeUndefined();
  });

  it('may have slashes and tildes in its steps', () => {
    expect(partAt({ 'a/b': { 'c~d': 1 } }, '#/a~1b/c~0d')).toBe(1);
  });
});

describe('the tree of a schema', () => {
  it('has the members, with those that are required', () => {
    expect(childrenOf(world)).toEqual([
      { name: 'name', isRequired: true, schema: { type: 'string' } },
      { name: 'parent', isRequired: false, schema: { $ref: '#/components/schemas/World' } },
    ]);
  });

  it('has items, other members and alternatives, but for those that only require members', () => {
    const text: DocumentSchema = { type: 'string' };
    const number: DocumentSchema = { type: 'number' };
    const labels = (schema: DocumentSchema) => childrenOf(schema).map(({ label }) => label);
    expect(labels({ items: text })).toEqual(['each item']);
    expect(labels({ items: [text, number] })).toEqual(['item 1', 'item 2']);
    expect(labels({ additionalProperties: text })).toEqual(['each other member']);
    expect(labels({ additionalProperties: false })).toEqual([]);
    expect(labels({ anyOf: [text, number] })).toEqual(['alternative 1', 'alternative 2']);
    expect(labels({ oneOf: [{ required: ['by'] }, { required: ['to'] }] })).toEqual([]);
  });
});

describe('a schema in words', () => {
  it.each<[DocumentSchema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: {} }, 'list'],
    [{ type: 'integer', nullable: true }, 'integer or null'],
    [{ properties: {} }, 'object'],
    [{ anyOf: [{ type: 'string' }] }, 'one of several'],
    [{}, 'anything'],
    [{ $ref: '#/components/schemas/World' }, 'World'],
  ])('%j is %s', (schema, text) => {
    expect(typeText(resolved(root, schema))).toBe(text);
  });

  it.each<[DocumentSchema, readonly string[]]>([
    [{ minimum: 0, maximum: 10 }, ['≥ 0', '≤ 10']],
    [{ minimum: 0, exclusiveMinimum: true }, ['> 0']],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, ['> 0', '< 1']],
    [{ minimum: -9007199254740991, maximum: 9007199254740991 }, []],
    [{ minLength: 1, maxLength: 64 }, ['1 to 64 characters']],
    [{ minLength: 0, maxLength: 64 }, ['0 to 64 characters']],
    [{ minItems: 2, maxItems: 2 }, ['2 items']],
    [{ minItems: 1 }, ['at least 1 items']],
    [{ format: 'uuid', pattern: '^a$' }, ['uuid', 'matches ^a$']],
    [{ default: false }, ['by default false']],
    [{ const: 'Flush' }, ['is "Flush"']],
    [{ oneOf: [{ required: ['by'] }, { required: ['to'] }] }, ['needs by, or to']],
  ])('%j has the bounds %j', (schema, texts) => {
    expect(boundTexts(schema)).toEqual(texts);
  });
});
