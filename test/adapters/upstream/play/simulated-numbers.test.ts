// Numbers of a calendar in place of those of a world.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarIds } from '../../../../adapters/services/calendar/numeric-ids.ts';
import { SimulatedNumbers } from '../../../../adapters/upstream/play/simulated-numbers.ts';

const events = '/wp-json/tribe/events/v1/events';

/** Events by their recorded numbers, with those of the world. */
function numbers(pairs: readonly (readonly [recorded: number, own: number | undefined])[]) {
  const ids = pairs.map(([recorded, own]) => ({
    shown: { service: 'calendar', kind: 'event', id: String(recorded), n: 1 },
    own: own?.toString(),
  }));
  return new SimulatedNumbers('calendar', calendarIds, ids);
}

describe('numbers of a site', () => {
  const site = numbers([
    [41, 1],
    [7, 2],
    [30, undefined],
  ]);
  const json = 'application/json';

  it('are those of the world in what is sent: paths, parameters, forms and JSON', () => {
    expect(site.sentUrl(`${events}/41?per_page=7&post_parent=7`)).toBe(
      `${events}/1?per_page=7&post_parent=2`,
    );
    expect(site.sentBody(events, json, '{"venue":7,"cost":"7"}')).toBe('{"venue":2,"cost":"7"}');
    const form = 'application/x-www-form-urlencoded';
    expect(site.sentBody(events, form, 'venue%5Bid%5D=41&cost=7')).toBe('venue%5Bid%5D=1&cost=7');
  });

  it('are the recorded ones in what is received, and others are above them', () => {
    const answer = `{"id":2,"cost":"2","rest_url":"http://x${events}/2","venue":{"id":3}}`;
    expect(JSON.parse(site.received(events, answer))).toEqual({
      id: 7,
      cost: '2',
      rest_url: `http://x${events}/7`,
      venue: { id: 44 },
    });
    expect(site.received(events, `plain, with http://x${events}/1`)).toContain(`${events}/41`);
  });

  it('that the world has no record of are none of its records', () => {
    for (const absent of [30, 2, 1]) {
      const own = Number(site.sentUrl(`${events}/${absent}`).slice(events.length + 1));
      expect(own).toBeGreaterThan(1_000_000_000);
      expect(JSON.parse(site.received(events, `{"id":${own}}`))).toEqual({ id: absent });
    }
  });

  it('stand for one another, whatever was recorded', () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.boolean()), {
      selector: ([recorded]) => recorded,
    });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 200 }), (recorded, id) => {
        const both = numbers(
          recorded.map(([one, isThere], index) => [one, isThere ? index + 1 : undefined]),
        );
        const own = both.sentUrl(`${events}/${id}`).slice(events.length + 1);
        expect(JSON.parse(both.received(events, `{"id":${own}}`))).toEqual({ id });
        const { id: shown } = JSON.parse(both.received(events, `{"id":${id}}`));
        expect(both.sentUrl(`${events}/${shown}`)).toBe(`${events}/${id}`);
      }),
    );
  });
});
