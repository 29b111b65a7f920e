// Long pages: printed in pieces, with the items of short ones, without blocking other worlds.

import { describe, expect } from 'vitest';
import type { World } from '../../../../core/index.ts';
import { calendarTest } from '../../../support/runner/calendar-test.ts';
import { worldOf } from '../../../support/server/server.ts';

const count = 120;

describe('a long page', () => {
  // Without a request journal, requests use the world itself, whose reads are counted below.
  const it = calendarTest({
    defaults: { config: { calendar: { perPageMax: 1_000 } } },
    journal: false,
  }).extend('createEvents', ({ calendar: { create } }) => async () => {
    for (let index = 0; index < count; index += 1) {
      await create('events', {
        title: `Fair ${index}`,
        start_date: '2026-05-01 10:00:00',
        end_date: '2026-05-01 12:00:00',
        venue: { venue: `Hall ${index}` },
      });
    }
  });

  it.for([
    ['events', 'start_date=2026-01-01'],
    ['venues', ''],
  ])(
    'of %s has the items of short pages',
    async ([key = '', filter], { calendar, createEvents }) => {
      await createEvents();
      const page = async (number: number, size: number) => {
        const path = `/${key}?page=${number}&per_page=${size}&${filter}`;
        return (await calendar.send('GET', path)).body[key] as readonly unknown[];
      };
      const long = await page(1, 1_000);
      const short = [...(await page(1, 40)), ...(await page(2, 40)), ...(await page(3, 40))];
      expect(long).toHaveLength(count);
      expect(long).toEqual(short);
    },
  );

  it('is printed in pieces, like any page and a feed', async ({ server, createEvents }) => {
    await createEvents();
    const world = worldOf(server.reprise);
    let pieces = 0;
    const original = world.readInPieces.bind(world);
    const counting: World['readInPieces'] = (look) =>
      original(function* counted(states, view) {
        const looking = look(states, view);
        for (;;) {
          pieces += 1;
          const next = looking.next();
          if (next.done === true) return next.value;
          yield;
        }
      });
    Object.assign(world, { readInPieces: counting });
    const piecesOf = async (path: string) => {
      pieces = 0;
      expect((await fetch(server.url + path)).status).toBe(200);
      return pieces;
    };
    expect(await piecesOf(`/calendar/events/v1/events?per_page=10`)).toBeGreaterThan(10);
    expect(
      await piecesOf(`/calendar/events/v1/events?per_page=1000&start_date=2026-01-01`),
    ).toBeGreaterThan(count);
    expect(await piecesOf('/calendar/events.ics?start_date=2026-01-01')).toBeGreaterThan(count);
  });
});
