// Valid JSON documents with random edits: members replaced by junk, removed, renamed, repeated.

import fc from 'fast-check';

/** Values that are rarely valid: wrong types, bounds and beyond, names of prototypes, malformed texts. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    -1,
    0,
    0.5,
    2 ** 53,
    1e308,
    -1e21,
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    '9'.repeat(80),
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    '\u202e',
    '٣',
    '%zz',
    '../..',
    '+99999 years',
    '9999-12-31T23:59:59Z',
    [],
    {},
    [null],
    [[[[]]]],
    JSON.parse('{"__proto__":{"name":"x"},"constructor":1,"toString":null}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

interface Edit {
  readonly kind: 'replace' | 'remove' | 'rename' | 'repeat';
  /** Index of the member, counted through the whole document. */
  readonly at: number;
  readonly value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'repeat'),
  at: fc.nat(),
  value: junk,
});

/** A copy of a document with one to four edits. */
export function edited(document: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(document, fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([sound, edits]) => edits.reduce(withEdit, structuredClone(sound)));
}

/** The object or array that contains a member, and the member's key. */
type Place = readonly [holder: Record<string, unknown>, key: string];

function withEdit(document: unknown, { kind, at, value }: Edit): unknown {
  const places: Place[] = [];
  collect(document, places);
  const place = places[at % places.length];
  if (place === undefined) return value;
  const [holder, key] = place;
  switch (kind) {
    case 'replace':
      holder[key] = value;
      return document;
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return document;
    case 'rename':
      holder[`${key}s`] = holder[key];
      if (!Array.isArray(holder)) delete holder[key];
      return document;
    case 'repeat':
      if (Array.isArray(holder)) holder.push(holder[Number(key)]);
      else holder[key] = [holder[key], holder[key]];
      return document;
  }
}

function collect(value: unknown, places: Place[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    places.push([value as Record<string, unknown>, key]);
    collect((value as Record<string, unknown>)[key], places);
  }
}
