// Texts of the fields of a post: dates as dates, long texts cut.

import { calendar } from '../../../../../core/index.ts';
import { printWall } from './zone-times.ts';

/** Longer texts are cut. */
const fieldCharsMax = 2_000;

/** `name`: of the field. Instants are shown by the clock of the site, others as they are stored. */
export function printFieldValue(name: string, value: unknown, zone: calendar.Zone): string {
  if (typeof value === 'number' && name.endsWith('UtcSeconds')) return printWall(value, zone);
  if (typeof value === 'number' && name.endsWith('Seconds')) return calendar.formatSeconds(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined) return '';
  return text.length <= fieldCharsMax
    ? text
    : `${text.slice(0, fieldCharsMax)}… (${text.length} characters)`;
}
