// Parts of the patterns of dates, as sources of regular expressions. Longer alternatives come first, so that each pattern
// matches as much as possible. Words match in any case, capitals literally.

const months =
  'january february march april may june july august september october november december';
const monthsShort = 'jan feb mar apr may jun jul aug sept sep oct nov dec';
const romans = 'VIII VII III XII VI IV IX XI II I V X';
const days = 'sunday monday tuesday wednesday thursday friday saturday';
const daysShort = 'sun mon tue wed thu fri sat';
const numberWords =
  'first second third fourth fifth sixth seventh eighth eight ninth tenth eleventh twelfth';
const pointers = 'next last previous this';
const countedUnits =
  'msec millisecond µsec microsecond usec sec second min minute hour day fortnight forthnight month year';

/** A pattern for one of the words, in any case. */
function oneOf(...lists: readonly string[]): string {
  const words = lists.flatMap((list) => list.split(' '));
  return `(?:${words
    .sort((a, b) => b.length - a.length)
    .map(anyCase)
    .join('|')})`;
}

/** A pattern for a text in any case, within a case-sensitive expression. */
export function anyCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

const plural = (list: string) =>
  list
    .split(' ')
    .map((word) => `${word}s`)
    .join(' ');

export const space = '[ \\t]+';
export const maybeSpace = '[ \\t]*';

export const hour = '(?<hour>2[0-4]|[01]?[0-9])';
export const hourPadded = '(?<hour>2[0-4]|[01][0-9])';
export const hour12 = '(?<hour>1[0-2]|0?[1-9])';
export const minute = '(?<minute>[0-5]?[0-9])';
export const minutePadded = '(?<minute>[0-5][0-9])';
export const second = '(?<second>60|[0-5]?[0-9])';
export const secondPadded = '(?<second>60|[0-5][0-9])';
export const fraction = '\\.(?<fraction>[0-9]+)';
/** Includes the following blank, or the zero byte at the end of the text. */
export const meridian = '(?<meridian>[AaPp])\\.?[Mm]\\.?[\\0\\t ]';

export const month = '(?<month>1[0-2]|0?[0-9])';
export const monthPadded = '(?<month>1[0-2]|0[0-9])';
export const day = '(?<day>3[01]|[0-2]?[0-9])(?:st|nd|rd|th)?';
export const dayPadded = '(?<day>3[01]|[0-2][0-9])';
export const year = '(?<year>[0-9]{1,4})';
export const year2 = '(?<year>[0-9]{2})';
export const year4 = '(?<year>[0-9]{4})';
export const monthFullOrShort = `(?<monthName>${oneOf(months, monthsShort)})`;
export const monthShort = `(?<monthName>${oneOf(monthsShort)})`;
export const monthName = `(?<monthName>${oneOf(months, monthsShort)}|${romans.split(' ').join('|')})`;
export const dayOfYear = '(?<dayOfYear>36[0-6]|3[0-5][0-9]|[12][0-9][0-9]|0[1-9][0-9]|00[1-9])';
export const week = '(?<week>5[0-3]|[1-4][0-9]|0[1-9])';
export const between = '[ .\\t-]*';

/** An offset such as `+2`, `-0330`, `GMT+02:00`, `+01:00:15`. */
export const correction = `(?:GMT)?[+-](?:${[
  '(?:2[0-4]|[01][0-9]):[0-5][0-9]:(?:60|[0-5][0-9])',
  '(?:2[0-4]|[01][0-9])[0-5][0-9](?:60|[0-5][0-9])',
  '(?:2[0-4]|[01]?[0-9])(?::?[0-5]?[0-9])?',
].join('|')})`;
export const place = '[A-Z][a-z]+(?:[_/-][A-Za-z]+)+';
export const abbreviation = '\\(?[A-Za-z]{1,6}\\)?';

export const dayText = oneOf(plural(days), days, daysShort, 'weekdays weekday');
export const dayOfWeek = oneOf(plural(days), days, daysShort);
export const numberWord = oneOf(numberWords, pointers);
export const pointer = oneOf(pointers);
export const unit = oneOf(
  `${countedUnits} ${plural(countedUnits)} ms µs weeks`,
  `${plural(days)} ${days} ${daysShort} weekdays weekday`,
);
export const unitOrWeek = `(?:${unit}|${anyCase('week')})`;
