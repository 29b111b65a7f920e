// A value that a schema allows, to begin with: its required members, with the examples and defaults of the document.

import { resolved, type DocumentSchema } from './document-schema.ts';

/** Deeper members are left out. */
const depthMax = 8;

/** Of one list. */
const itemsMax = 10;

/** `name`: of the member, which a text without an example contains. */
export function exampleOf(root: unknown, given: DocumentSchema, name = 'text', depth = 0): unknown {
  const { schema } = resolved(root, given);
  const { example, examples, type, items, anyOf, oneOf, allOf } = schema;
  const shown = example ?? examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
  if (shown !== undefined) return shown;
  if (depth > depthMax) return null;
  const kind = typeof type === 'string' ? type : type?.find((each) => each !== 'null');
  if (kind === 'object' || schema.properties !== undefined) return objectOf(root, schema, depth);
  const [alternative] = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  if (kind === undefined && alternative !== undefined) {
    return exampleOf(root, alternative, name, depth + 1);
  }
  switch (kind) {
    case 'array': {
      const each = Array.isArray(items) ? (items as readonly DocumentSchema[]) : undefined;
      if (each !== undefined) return each.map((item) => exampleOf(root, item, name, depth + 1));
      const item = items as DocumentSchema | undefined;
      if (item === undefined) return [];
      const count = Math.min(itemsMax, schema.minItems ?? 1);
      return Array.from({ length: Math.max(1, count) }, () =>
        exampleOf(root, item, singular(name), depth + 1),
      );
    }
    case 'integer':
    case 'number':
      return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1_000);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case undefined:
    default:
      return textOf(schema, name);
  }
}

/** Members that are required, and those of the first alternative; all plain ones if none is. */
function objectOf(root: unknown, schema: DocumentSchema, depth: number): object {
  const { properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const [alternative] = [...anyOf, ...oneOf];
  const parts = [...(alternative === undefined ? [] : [alternative]), ...allOf].map(
    (part) => resolved(root, part).schema,
  );
  const members = Object.assign(
    {},
    properties,
    ...parts.map((part) => part.properties),
  ) as Readonly<Record<string, DocumentSchema>>;
  const needed = [...required, ...parts.flatMap((part) => part.required ?? [])];
  const names = needed.length > 0 || depth > 0 ? needed : Object.keys(members).slice(0, 1);
  const entries = [...new Set(names)].map((name) => {
    return [name, exampleOf(root, members[name] ?? {}, name, depth + 1)] as const;
  });
  return Object.fromEntries(entries);
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'someone@example.com',
  uri: 'https://example.com/',
};

/** Texts that patterns are tried with. */
const samples = [
  ...Object.values(byFormat),
  '2026-01-01T00:00:00.000Z',
  '2026-01-01 00:00:00',
  '2026',
  '01',
  '1.25',
  '200',
  '10s',
  `0x${'ab'.repeat(20)}`,
  `0x${'ab'.repeat(32)}`,
  'ab'.repeat(32),
];

function textOf(schema: DocumentSchema, name: string): string {
  const { format = '', minLength = 0, maxLength, pattern } = schema;
  const text = (byFormat[format] ?? name).padEnd(Math.min(minLength, paddedMax), 'x');
  const fitting =
    pattern === undefined ? text : [text, ...samples].find((each) => fits(each, pattern));
  return (fitting ?? text).slice(0, maxLength);
}

/** The longest text that is made up. */
const paddedMax = 100;

function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false; // not every pattern of a document is one of JavaScript
  }
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name;
}
