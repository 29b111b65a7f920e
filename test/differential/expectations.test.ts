// Dates and zones against the stored expectations of PHP, and these against PHP itself if it is installed.

import { describe, expect, it } from 'vitest';
import { formatSeconds } from '../../core/calendar/dates/civil.ts';
import { parseDate } from '../../core/calendar/dates/strtotime.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import { recomputeExpectations, readExpectations } from './expectations.ts';
import { needsOracle } from './oracle.ts';

const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
const stored = readExpectations();

describe('the stored expectations of PHP', () => {
  it('hold for dates in words', () => {
    const dates = stored.dates.map(({ meant: _meant, ...asked }) => {
      const zone = zoneNamed(asked.zone)!;
      const parsed = parseDate(asked.text, { nowSeconds: seconds(asked.now), zone });
      const meant = parsed && {
        utc: formatSeconds(parsed.utcSeconds),
        wall: formatSeconds(parsed.wallSeconds),
      };
      return { ...asked, meant: meant ?? null };
    });
    expect(dates.filter((date, index) => !isLike(date, stored.dates[index]))).toEqual([]);
    expect(dates.filter(({ meant }) => meant !== null).length).toBeGreaterThan(700);
    expect(dates.filter(({ meant }) => meant === null).length).toBeGreaterThan(100);
  });

  it('hold for wall clocks around changes of clocks', () => {
    const walls = stored.walls.map(({ wall, zone: name }) => {
      const zone = zoneNamed(name)!;
      const utc = zone.utcOf(seconds(wall));
      const shown = formatSeconds(zone.wallOf(utc));
      return { wall, zone: name, utc: formatSeconds(utc), shown };
    });
    expect(walls.filter((wall, index) => !isLike(wall, stored.walls[index]))).toEqual([]);
    expect(walls.filter(({ wall, shown }) => wall !== shown).length).toBeGreaterThan(50);
  });

  it.runIf(needsOracle)('are the results of PHP', () => {
    expect(recomputeExpectations(stored)).toEqual(stored);
  });
});

function isLike(one: object, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
