// Questions about dates in words, for PHP and for this code.

import fc from 'fast-check';
import { formatSeconds } from '../../core/calendar/dates/civil.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import type { ComparedZone } from './zone-data.ts';

export const now = fc.integer({ min: Date.UTC(1971) / 1000, max: Date.UTC(2060) / 1000 });

/** Earlier changes are between local mean times, also across Greenwich, and follow no rule. */
const clocksAgreeFrom = Date.UTC(1900) / 1000;

export interface DateQuestion {
  readonly text: string;
  readonly now: number;
  readonly zone: string;
}

/** Texts within some hours of a change of clocks, or that start some hours from it and add the rest. */
export function aroundChanges(zones: readonly ComparedZone[], given: fc.Arbitrary<string>) {
  const changing = zones
    .map((zone) => ({
      ...zone,
      changes: zone.changes.filter((change) => change >= clocksAgreeFrom),
    }))
    .filter(({ changes }) => changes.length > 0);
  const hours = fc.integer({ min: -30, max: 30 });
  return fc
    .record({
      of: fc.constantFrom(...changing),
      place: fc.nat(),
      minutes: fc.integer({ min: -240, max: 240 }),
      added: fc.option(hours, { nil: 0 }),
      isNamed: fc.boolean(),
      given,
      now,
    })
    .map(({ of, place, minutes, added, isNamed, given: other, now: present }): DateQuestion => {
      const change = of.changes[place % of.changes.length]!;
      const wall = zoneNamed(of.name)!.wallOf(change) + minutes * 60 - added * 3600;
      const relative = added === 0 ? '' : ` ${added} hours`;
      return isNamed && !of.backIntoSummer.has(change)
        ? { text: `${formatSeconds(wall)} ${of.name}${relative}`, now: present, zone: other }
        : { text: `${formatSeconds(wall)}${relative}`, now: present, zone: of.name };
    });
}
