// Values that match a JSON schema, so that tests cover the bodies of all routes, new ones included.

import fc from 'fast-check';

export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Lists and texts are short, so that failing bodies are easy to read. */
const lengthMax = 12;

export function schemaValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(schemaValue));
  if (schema.allOf !== undefined)
    return fc
      .tuple(...schema.allOf.map(schemaValue))
      .map((parts) => Object.assign({}, ...parts) as unknown);
  switch (schema.type) {
    case 'object':
      return ofObject(schema);
    case 'array':
      return fc.array(schemaValue(schema.items ?? {}), {
        maxLength: Math.min(schema.maxItems ?? lengthMax, lengthMax),
      });
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return ofText(schema);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofObject({ properties = {}, required = [], additionalProperties }: JsonSchema) {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, schemaValue(schema)] as const,
  );
  const known = fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object') return known;
  const others = fc.dictionary(fc.string({ maxLength: 8 }), schemaValue(additionalProperties), {
    maxKeys: 2,
  });
  return fc.tuple(known, others).map(([named, more]) => ({ ...more, ...named }));
}

function ofText({ pattern, format, minLength = 0, maxLength = lengthMax }: JsonSchema) {
  const longest = Math.max(minLength, Math.min(maxLength, lengthMax));
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: longest });
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc.constantFrom(
      '2026-01-01T00:00:00Z',
      '2026-03-29T02:30:00+01:00',
      '9999-12-31T23:59:59Z',
    );
  if (format === 'uri') return fc.webUrl();
  if (pattern === undefined || !isSupported(pattern)) return any;
  return fc.stringMatching(new RegExp(pattern), { maxLength: Math.max(longest, 80) });
}

/** No text can be generated from patterns with look-arounds. */
function isSupported(pattern: string): boolean {
  return !pattern.includes('(?');
}

function boundsOf({ minimum, maximum }: JsonSchema): {
  readonly min?: number;
  readonly max?: number;
} {
  return {
    ...(minimum === undefined ? {} : { min: Math.max(minimum, -(2 ** 31)) }),
    ...(maximum === undefined ? {} : { max: Math.min(maximum, 2 ** 31 - 1) }),
  };
}
