// Texts of instants by the clock of a site.

import { calendar } from '../../../../../core/index.ts';

/** Such as `2026-03-29 03:00 CEST`. */
export function printWall(utcSeconds: number, zone: calendar.Zone): string {
  const { abbreviation } = zone.offsetAt(utcSeconds);
  return `${calendar.formatSeconds(zone.wallOf(utcSeconds)).slice(0, 16)} ${abbreviation}`;
}

/** Such as `18:30`. */
export function printClock(utcSeconds: number, zone: calendar.Zone): string {
  return calendar.formatSeconds(zone.wallOf(utcSeconds)).slice(11, 16);
}

/** Such as `in 2 d 3 h`, `in 5 min 10 s`: the two largest units. */
export function printUntil(seconds: number): string {
  if (seconds <= 0) return 'now';
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  let rest = seconds;
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return `in ${parts.slice(0, 2).join(' ')}`;
}
