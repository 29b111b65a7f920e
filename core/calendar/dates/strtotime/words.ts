// The English words in dates, in lower case, with their values.

/** From 1. */
export const months: ReadonlyMap<string, number> = new Map([
  ...numbered(
    'january february march april may june july august september october november december',
  ),
  ...numbered('jan feb mar apr may jun jul aug sep oct nov dec'),
  ...numbered('i ii iii iv v vi vii viii ix x xi xii'),
  ['sept', 9],
]);

/** The amounts of words: `last` is -1, `this` is 0. */
export const ordinals: ReadonlyMap<string, number> = new Map([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'),
  ['eight', 8],
  ['next', 1],
  ['last', -1],
  ['previous', -1],
  ['this', 0],
]);

/** The unit of a relative amount. */
export type Unit =
  | {
      readonly of: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'microsecond';
      readonly size: number;
    }
  | { readonly of: 'dayOfWeek'; readonly weekday: number }
  | { readonly of: 'workingDay' };

const counted = (
  of: Exclude<Unit['of'], 'dayOfWeek' | 'workingDay'>,
  size: number,
  names: string,
) => names.split(' ').map((name): [string, Unit] => [name, { of, size }]);

const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

export const units: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...counted('microsecond', 1000, 'ms msec msecs millisecond milliseconds'),
  ...counted('microsecond', 1, 'µs usec usecs µsec µsecs microsecond microseconds'),
  ...counted('second', 1, 'sec secs second seconds'),
  ...counted('minute', 1, 'min mins minute minutes'),
  ...counted('hour', 1, 'hour hours'),
  ...counted('day', 1, 'day days'),
  ...counted('day', 7, 'week weeks'),
  ...counted('day', 14, 'fortnight fortnights forthnight forthnights'),
  ...counted('month', 1, 'month months'),
  ...counted('year', 1, 'year years'),
  ...days.flatMap((name, weekday): [string, Unit][] =>
    [name, `${name}s`, name.slice(0, 3)].map((word) => [word, { of: 'dayOfWeek', weekday }]),
  ),
  ['weekday', { of: 'workingDay' }],
  ['weekdays', { of: 'workingDay' }],
]);

function numbered(names: string): [string, number][] {
  return names.split(' ').map((name, index) => [name, index + 1]);
}
