// Lines of recordings in which members have other values.

import fc from 'fast-check';
import type { Raw } from './recordings.ts';

/** Texts that must not be read as markup. */
export const hostileTexts = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '\u2028\u2029\u202e',
  'javascript:alert(1)',
  'x'.repeat(1_048_577),
];

/** Values that are rarely valid, and such texts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, {}, [], true, 0, -1, Number.MAX_SAFE_INTEGER, ...hostileTexts),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Replaces one member of one line, at any depth. */
export function put(lines: readonly Raw[], place: number, given: unknown): void {
  const places = lines.flatMap((line) => membersOf(line));
  const [owner, name] = places[place % places.length]!;
  owner[name] = given;
}

/** The members of an object at any depth, each with the object or list that it is in. */
export function membersOf(owner: Raw): readonly (readonly [Raw, string])[] {
  return Object.entries(owner as object).flatMap(([name, member]) => [
    [owner, name] as const,
    ...(typeof member === 'object' && member !== null ? membersOf(member) : []),
  ]);
}
