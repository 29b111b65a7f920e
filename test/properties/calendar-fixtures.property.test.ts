// Worlds that start with any calendar are equal in each start, fork and reset, and their commands are decided alike. Errors in
// a fixture are reported with member and line.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readDocument } from '../../adapters/fixture/document.ts';
import { storedFixture } from '../../adapters/fixture/seed-commands.ts';
import { fixtureSchema } from '../../adapters/fixture/format.ts';
import { calendarSection, type CalendarSection } from '../support/arbitraries/calendar-fixture.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York');
let made = 0;

async function createWorld(calendar: CalendarSection, siteZone: string) {
  const { engine } = server.reprise;
  const name = `w${(made += 1)}`;
  const { status, body } = await server.control('POST', '/worlds', {
    name,
    clock: 'frozen',
    fixture: { version: 1, config: { calendar: { zone: siteZone } }, calendar },
  });
  expect({ status, error: body.error }).toEqual({ status: 201 });
  return { name, engine, shown: body };
}

describe('a calendar in a fixture', () => {
  it('yields the records that it lists, the same at each start, and in forks, resets and replays', async () => {
    await fc.assert(
      fc.asyncProperty(calendarSection, zone, async (calendar, siteZone) => {
        const { name, engine, shown } = await createWorld(calendar, siteZone);
        const { images, categories, tags, venues, organizers, events } = calendar;
        const times = events.map(
          ({ repeats }) => (repeats as { times: number } | undefined)?.times,
        );
        const isElsewhere = events.some(({ image }) => image !== undefined);
        expect(shown.counts).toMatchObject({
          images: images.length + (isElsewhere ? 1 : 0),
          categories: categories.length,
          tags: tags.length,
          venues: venues.length,
          organizers: organizers.length,
          events: times.reduce((sum: number, count = 1) => sum + count, 0),
        });
        const again = await createWorld(calendar, siteZone);
        expect(again.shown.digest).toBe(shown.digest);
        const fork = await engine.fork(name, { name: `${name}-fork` });
        await fork.advance({ byMs: 40 * 86_400_000 });
        expect((await engine.replay(`${name}-fork`)).divergence).toBeUndefined();
        for (const one of [name, `${name}-fork`]) {
          expect((await (await engine.reset(one)).describe()).digest).toBe(shown.digest);
          expect((await engine.replay(one)).divergence).toBeUndefined();
        }
        for (const one of [name, again.name, `${name}-fork`]) await engine.remove(one);
      }),
      { numRuns: 30 },
    );
  });

  it('is stored as written, without its passwords', () => {
    fc.assert(
      fc.property(calendarSection, (calendar) => {
        const kept = storedFixture(fixtureSchema.parse({ version: 1, calendar }));
        expect(JSON.stringify(kept.content)).not.toMatch(/"password"|sesame|down below/);
        expect(storedFixture(fixtureSchema.parse(kept.content))).toEqual(kept);
      }),
      { numRuns: 100 },
    );
  });

  const links = ['categories', 'tags', 'venue', 'organizer', 'parent'] as const;

  it('is refused with member and line for an unknown name', () => {
    fc.assert(
      fc.property(calendarSection, fc.constantFrom(...links), fc.nat(), (calendar, link, nth) => {
        fc.pre(calendar.events.length > 0);
        const place = nth % calendar.events.length;
        const isList = link === 'categories' || link === 'tags' || link === 'organizer';
        const wrong = { ...calendar.events[place], [link]: isList ? ['nobody'] : 'nobody' };
        const fixture = {
          version: 1,
          calendar: { ...calendar, events: calendar.events.with(place, wrong) },
        };
        const path = `calendar.events.${place}.${link}${isList ? '.0' : ''}`;
        const issues = fixtureSchema.safeParse(fixture).error?.issues ?? [];
        expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
        const text = JSON.stringify(fixture, undefined, 1);
        const line = text.slice(0, text.indexOf('"nobody"')).split('\n').length;
        expect(readDocument(text).lineOf(path)).toBe(line);
      }),
    );
  });

  it('is refused for a member of another type', () => {
    const lists = ['images', 'categories', 'tags', 'venues', 'organizers', 'events'] as const;
    fc.assert(
      fc.property(
        calendarSection,
        fc.constantFrom(...lists),
        fc.nat(),
        fc.nat(),
        (calendar, list, nth, mth) => {
          const entries = calendar[list];
          fc.pre(entries.length > 0);
          const place = nth % entries.length;
          const entry = entries[place] ?? {};
          const members = Object.keys(entry);
          const member = members[mth % members.length] ?? '';
          const wrong = { ...entry, [member]: { not: 'so' } };
          const fixture = {
            version: 1,
            calendar: { ...calendar, [list]: entries.with(place, wrong) },
          };
          const places = (fixtureSchema.safeParse(fixture).error?.issues ?? []).map(({ path }) =>
            path.join('.'),
          );
          expect(places.length).toBeGreaterThan(0);
          for (const one of places) expect(one).toContain(`calendar.${list}.${place}.${member}`);
        },
      ),
    );
  });
});
