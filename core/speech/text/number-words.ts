// English words for numbers: a closed table.

const units = 'zero one two three four five six seven eight nine'.split(' ');
const teens =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const unitOrdinals = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const teenOrdinals =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const tensOrdinals =
  'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

export type NumberWord =
  | { readonly kind: 'unit' | 'teen' | 'tens' | 'scale'; readonly value: number }
  | { readonly kind: 'unitOrdinal' | 'ordinal'; readonly value: number }
  /** "hundred", "and", "point", the "a" of "a hundred", the "oh" of "two oh five". */
  | { readonly kind: 'hundred' | 'and' | 'point' | 'a' | 'oh' };

/** Each word of a list with its number: the first one has `from`, each further one `step` more. */
function counted<K>(kind: K, words: readonly string[], from: number, step = 1) {
  return words.map((word, index) => [word, { kind, value: from + index * step }] as const);
}

export const numberWords: ReadonlyMap<string, NumberWord> = new Map<string, NumberWord>([
  ...counted('unit' as const, units, 0),
  ...counted('teen' as const, teens, 10),
  ...counted('tens' as const, tens, 20, 10),
  ...counted('unitOrdinal' as const, unitOrdinals, 1),
  ...counted('ordinal' as const, teenOrdinals, 10),
  ...counted('ordinal' as const, tensOrdinals, 20, 10),
  ['thousand', { kind: 'scale', value: 1e3 }],
  ['million', { kind: 'scale', value: 1e6 }],
  ['billion', { kind: 'scale', value: 1e9 }],
  ['trillion', { kind: 'scale', value: 1e12 }],
  ['hundred', { kind: 'hundred' }],
  ['and', { kind: 'and' }],
  ['point', { kind: 'point' }],
  ['a', { kind: 'a' }],
  ['oh', { kind: 'oh' }],
  ['o', { kind: 'oh' }],
]);

/** An ordinal in digits: 1st, 2nd, 3rd, 11th. */
export function ordinalOf(value: number): string {
  const isTeen = Math.floor(value / 10) % 10 === 1;
  const suffix = isTeen ? undefined : ['st', 'nd', 'rd'][(value % 10) - 1];
  return `${value}${suffix ?? 'th'}`;
}
