// Dates on the wire: as a text, and field by field (reference/calendar.md section 4).

import { calendar } from '../../../../core/index.ts';
import { inOnePiece } from '../../json-text.ts';

/** A date in both its forms, as JSON. */
interface PrintedDate {
  readonly seconds: number;
  readonly text: string;
  readonly details: string;
}

const slotCount = 251;
/** The last dates by where their seconds fall: events begin at the same times of day, and much happens in one second. */
const kept: PrintedDate[] = [];

/** `"YYYY-MM-DD HH:MM:SS"`. */
export function printDate(seconds: number): string {
  return printed(seconds).text;
}

/** The fields of a date as an object. */
export function printDateDetails(seconds: number): string {
  return printed(seconds).details;
}

function printed(seconds: number): PrintedDate {
  const place = Math.abs(seconds) % slotCount;
  const known = kept[place];
  if (known?.seconds === seconds) return known;
  const { year, month, day, hour, minutes, seconds: second } = calendar.dateDetails(seconds);
  const date = {
    seconds,
    text: inOnePiece(`"${year}-${month}-${day} ${hour}:${minutes}:${second}"`),
    details: inOnePiece(
      `{"year":"${year}","month":"${month}","day":"${day}","hour":"${hour}","minutes":"${minutes}","seconds":"${second}"}`,
    ),
  };
  kept[place] = date;
  return date;
}
