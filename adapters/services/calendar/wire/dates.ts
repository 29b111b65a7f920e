// Dates on the wire: as a text, and field by field (reference/calendar.md section 4).

import { calendar } from '../../../../core/index.ts';
import { keepTexts } from '../../../http/kept-text.ts';

/** `"YYYY-MM-DD HH:MM:SS"`. */
export const printDate = keptDates((seconds) => {
  const { year, month, day, hour, minutes, seconds: second } = calendar.dateDetails(seconds);
  return `"${year}-${month}-${day} ${hour}:${minutes}:${second}"`;
});

export const printStart = keptDates(membersNamed('start_date'));
export const printEnd = keptDates(membersNamed('end_date'));
export const printUtcStart = keptDates(membersNamed('utc_start_date'));
export const printUtcEnd = keptDates(membersNamed('utc_end_date'));

/** Prints a date as a member of this name, and its fields as another. */
function membersNamed(name: string): (seconds: number) => string {
  return (seconds) => {
    const { year, month, day, hour, minutes, seconds: second } = calendar.dateDetails(seconds);
    return (
      `"${name}":${printDate(seconds)},"${name}_details":{"year":"${year}","month":"${month}"` +
      `,"day":"${day}","hour":"${hour}","minutes":"${minutes}","seconds":"${second}"}`
    );
  };
}

/** Dates come again: events begin at the same times of day, and much happens in one second. */
function keptDates(print: (seconds: number) => string): (seconds: number) => string {
  return keepTexts({ print, isLike: (one, other) => one === other, placeOf: Math.abs });
}
