// Random dates in words and figures: complete ones as people and programs write them, and date words in any order,
// most of which are invalid.

import fc from 'fast-check';

const padded = (min: number, max: number, digits: number) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(digits, '0'));
const plain = (min: number, max: number) => fc.integer({ min, max }).map(String);
const oneOf = (list: string) => fc.constantFrom(...list.split('|'));
const joined = (...parts: readonly (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => texts.join(''));

const anyCase = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('as is', 'upper', 'capital'))
    .map(([word, how]) =>
      how === 'upper'
        ? word.toUpperCase()
        : how === 'capital'
          ? word.slice(0, 1).toUpperCase() + word.slice(1)
          : word,
    );

const monthFull =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const monthShort = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const dayFull = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday';
const dayShort = 'sun|mon|tue|wed|thu|fri|sat';
const ordinal =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|eight|ninth|tenth|eleventh|twelfth';
const pointer = 'next|last|previous|this';
const units =
  'sec|secs|second|seconds|min|mins|minute|minutes|hour|hours|day|days|week|weeks|fortnight|fortnights|forthnight|month|months|year|years|weekday|weekdays|ms|msec|usec|microseconds|milliseconds';

const year = plain(1, 2400);
const year4 = padded(1800, 2300, 4);
const month = plain(1, 12);
const month2 = padded(1, 12, 2);
const day = plain(1, 31);
const day2 = padded(1, 31, 2);
const monthName = anyCase(oneOf(`${monthFull}|${monthShort}`));
const weekday = anyCase(oneOf(`${dayFull}|${dayShort}`));
const unit = anyCase(oneOf(units));

const time = fc.oneof(
  joined(padded(0, 24, 2), ':', padded(0, 59, 2)),
  joined(padded(0, 23, 2), ':', padded(0, 59, 2), ':', padded(0, 59, 2)),
  joined(plain(0, 23), ':', plain(0, 59), ':', plain(0, 59), '.', plain(0, 999_999)),
  joined(plain(1, 12), oneOf('am|pm|AM|PM| am| pm| a.m.|p.m.')),
  joined(plain(1, 12), oneOf(':|.'), padded(0, 59, 2), oneOf('am|pm| AM| p.m.')),
  joined(plain(1, 12), ':', padded(0, 59, 2), ':', padded(0, 59, 2), oneOf('am| PM')),
  joined(oneOf('t|T|'), padded(0, 23, 2), padded(0, 59, 2)),
  oneOf('noon|midnight|back of 7pm|front of 19'),
);

const zone = fc.oneof(
  joined(oneOf('+|-|GMT+|GMT-'), padded(0, 14, 2), oneOf(':00|00||:30|3|:15')),
  anyCase(oneOf('z|utc|gmt|est|edt|cet|cest|pst|ist|jst|a|m')),
  oneOf('Europe/Paris|America/New_York|Asia/Tokyo|America/Argentina/Buenos_Aires|UTC|Asia/Kolkata'),
  joined('(', oneOf('EST|PDT|CET'), ')'),
);

const date = fc.oneof(
  joined(year4, '-', month2, '-', day2),
  joined(year4, '/', month2, '/', day2),
  joined(year4, '-', month, '-', day),
  joined(month, '/', day, '/', fc.oneof(year4, padded(0, 99, 2))),
  joined(month, '/', day),
  joined(day, oneOf('-|.'), month, oneOf('-|.'), year4),
  joined(day, '.', month, '.', padded(0, 99, 2)),
  joined(padded(0, 99, 2), '-', month2, '-', day2),
  joined(day, oneOf(' |-|.||th |st '), monthName, oneOf(' |-|.|, '), fc.oneof(year4, year)),
  joined(monthName, oneOf(' |-|.|'), day, oneOf(' |, |th, |st |nd '), year4),
  joined(monthName, ' ', day),
  joined(day, ' ', monthName),
  joined(monthName, oneOf(' |-'), year4),
  joined(year4, oneOf(' |-'), monthName),
  joined(year4, month2, day2),
  joined(year4, oneOf('-W|W'), padded(1, 53, 2), oneOf('|-1|-7|3')),
  joined(year4, oneOf('.|-|'), padded(1, 366, 3)),
  joined(day, ' ', oneOf('I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII'), ' ', year4),
  joined(year4, '-', month2),
);

const dateTime = fc.oneof(
  joined(
    year4,
    '-',
    month2,
    '-',
    day2,
    'T',
    padded(0, 23, 2),
    ':',
    padded(0, 59, 2),
    ':',
    padded(0, 59, 2),
    fc.oneof(fc.constant(''), joined('.', plain(0, 999)), zone),
  ),
  joined(
    year4,
    month2,
    day2,
    oneOf('T|t'),
    padded(0, 23, 2),
    oneOf(':|'),
    padded(0, 59, 2),
    oneOf(':|'),
    padded(0, 59, 2),
  ),
  joined(
    day,
    '/',
    anyCase(oneOf(monthShort)),
    '/',
    year4,
    ':',
    padded(0, 23, 2),
    ':',
    padded(0, 59, 2),
    ':',
    padded(0, 59, 2),
    ' +0100',
  ),
  joined(
    weekday,
    ', ',
    day2,
    ' ',
    monthName,
    ' ',
    year4,
    ' ',
    padded(0, 23, 2),
    ':',
    padded(0, 59, 2),
    ':',
    padded(0, 59, 2),
    ' +0000',
  ),
  joined('@', oneOf('|-'), plain(0, 2_000_000_000)),
);

const relative = fc.oneof(
  joined(oneOf('+|-||+ |--'), plain(0, 400), oneOf(' |'), unit),
  joined(anyCase(oneOf(`${ordinal}|${pointer}`)), ' ', unit),
  joined(anyCase(oneOf(pointer)), ' week'),
  joined(anyCase(oneOf(`${ordinal}|${pointer}`)), ' ', weekday),
  joined(oneOf('+|-|'), plain(1, 9), ' ', weekday),
  joined(anyCase(oneOf(`${ordinal}|${pointer}`)), ' ', weekday, ' of'),
  weekday,
  anyCase(oneOf('now|today|tomorrow|yesterday|midnight|noon|ago|first day of|last day of|weekday')),
);

/** A plausible date: a day, a time, an offset, a zone. */
export const dateText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: dateTime },
  { weight: 2, arbitrary: joined(date, oneOf(' |T|, '), time) },
  { weight: 1, arbitrary: date },
  { weight: 2, arbitrary: joined(date, ' ', time, oneOf(' |'), zone) },
  { weight: 2, arbitrary: joined(relative, ' ', time) },
  { weight: 2, arbitrary: joined(date, ' ', relative) },
  {
    weight: 3,
    arbitrary: fc.array(relative, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: joined(date, ' ', time, ' ', relative) },
  {
    weight: 1,
    arbitrary: joined(relative, ' ', fc.oneof(monthName, joined(monthName, ' ', year4))),
  },
  { weight: 1, arbitrary: joined(time, ' ', relative, ' ', zone) },
);

/** Pieces of dates in any order. */
export const dateFragments: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(
        date,
        time,
        zone,
        relative,
        monthName,
        unit,
        plain(0, 99_999),
        padded(0, 9999, 4),
        oneOf('+|-|/|:|.|,|T|t|W|@|of|ago|st|th|I|X|V|am|p.m.|foo|ß|\t|\n|(|)|back of |eight|GMT'),
      ),
      oneOf('| |  |,|-|.'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.flat().join(''));
