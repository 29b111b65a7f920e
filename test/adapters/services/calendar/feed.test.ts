// The feed of events, parsed by two libraries: one has its own zone rules, one uses those of the feed.

import ical from 'ical.js';
import { sync, type VEvent } from 'node-ical';
import { describe, expect } from 'vitest';
import { pageCharsMax } from '../../../../adapters/protocol/limits.ts';
import { calendar as limits } from '../../../../core/index.ts';
import { calendarTest, type Calendar } from '../../../support/runner/calendar-test.ts';

/** The feed of a calendar with two events, as text and as events. */
type ReadFeed = (
  query?: string,
  path?: string,
) => Promise<{ readonly text: string; readonly events: readonly VEvent[] }>;

const it = calendarTest({ scope: 'file' }).extend<{ readFeed: ReadFeed }>({
  readFeed: [
    async ({ server, calendar: { create } }, use) => {
      for (const fields of fishAndHoliday) await create('events', fields);
      await use(async (query = '', path = '/calendar/events.ics') => {
        const headers = path.endsWith('.ics') ? {} : { Accept: 'text/calendar' };
        const answered = await fetch(`${server.url}${path}?${query}`, { headers });
        expect(answered.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
        const text = await answered.text();
        const parts = Object.values(sync.parseICS(text));
        return { text, events: parts.filter((part): part is VEvent => part?.type === 'VEVENT') };
      });
    },
    { scope: 'file', auto: true },
  ],
});

const fishAndHoliday = [
  {
    title: 'Fish & Chips; “Friday”',
    description: 'First.\n\nSecond, <b>bold</b> line; with a very long tail: ' + 'ä'.repeat(100),
    start_date: '2026-03-29 01:30:00',
    end_date: '2026-03-29 04:00:00',
    timezone: 'Europe/Paris',
    venue: { venue: 'Harbour, Pier 1', city: 'Brest', country: 'France' },
    organizer: [{ organizer: 'Ann "A" B', email: 'ann@example.org' }, { organizer: 'Ben' }],
    categories: ['Food, hot', 'Harbour'],
  },
  {
    title: 'Holiday',
    start_date: '2026-04-01',
    end_date: '2026-04-03',
    all_day: true,
    timezone: 'America/New_York',
  },
];

describe('the feed of events', () => {
  it('is parsed by a public iCalendar library', async ({ readFeed }) => {
    const { text, events } = await readFeed();
    expect(events).toHaveLength(2);
    expect(text).toContain('CATEGORIES:Food\\, hot,Harbour\r\n'); // the parser above does not support escaped commas
    const [fish, holiday] = events;
    expect(fish).toMatchObject({
      summary: 'Fish & Chips; “Friday”',
      location: 'Harbour, Pier 1, Brest, France',
      start: new Date('2026-03-29T00:30:00Z'),
      end: new Date('2026-03-29T02:00:00Z'),
      status: 'CONFIRMED',
    });
    expect(fish?.description).toMatch(/^First\.\n\nSecond, bold line; .*ä{100}$/);
    expect(holiday).toMatchObject({ datetype: 'date', summary: 'Holiday' });
    expect(holiday?.start.toDateString()).toBe('Wed Apr 01 2026');
    expect(holiday?.end?.toDateString()).toBe('Sat Apr 04 2026');
  });

  it('has the events of the list with the same filters', async ({ readFeed }) => {
    const query = 'search=holiday&start_date=2026-01-01';
    const { events } = await readFeed(query, '/calendar/events/v1/events');
    expect(events.map(({ summary }) => summary)).toEqual(['Holiday']);
    const again = await readFeed(query);
    expect(again.events.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
  });

  it('folds lines at 75 octets and ends them with CRLF', async ({ readFeed }) => {
    const { text } = await readFeed();
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('removes tags only, in linear time', async ({ calendar, readFeed }) => {
    const signs = '<'.repeat(90_000);
    await calendar.create('events', {
      title: 'Signs',
      description: `1 < 2 <b>and</b> 3 > 2 ${signs}`,
      start_date: '2026-05-01 09:00:00',
      end_date: '2026-05-01 10:00:00',
    });
    const { text } = await readFeed('search=signs&start_date=2026-05-01');
    expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:1 < 2 and 3 > 2 ${signs}\r\n`);
  });

  it('has a VTIMEZONE for the zones in the years of its events', async ({ calendar, readFeed }) => {
    const { utc, add } = await timesOfMany(calendar);
    const { text, events } = await readFeed(allZoned);
    const program = new ical.Component(ical.parse(text));
    const zones = new Map(
      program.getAllSubcomponents('vtimezone').map((component) => {
        const zone = new ical.Timezone(component);
        return [zone.tzid, zone];
      }),
    );
    expect([...zones.keys()]).toEqual([...zones.keys()].sort());
    const read = program.getAllSubcomponents('vevent').map((component) => {
      const at = (name: string) => {
        const property = component.getFirstProperty(name);
        const tzid = property?.getFirstParameter('tzid');
        const time = (component.getFirstPropertyValue(name) as ical.Time).clone();
        const zone = tzid === undefined ? ical.Timezone.utcTimezone : zones.get(tzid);
        if (zone === undefined) throw new Error(`The feed lacks the zone ${tzid}.`);
        time.zone = zone;
        return time.toUnixTime();
      };
      return [component.getFirstPropertyValue('summary'), at('dtstart'), at('dtend')];
    });
    expect(new Map(read.map(([name, ...times]) => [name, times]))).toEqual(utc);
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260110T180000\r\n');
    expect(text).toContain('DTSTART;TZID=UTC+5.5:20260110T180000\r\n');
    expect(text).toContain('DTSTART:20260110T180000Z\r\n'); // an event in UTC
    expect(zones.has('UTC')).toBe(false);
    const york = /BEGIN:VTIMEZONE\r\nTZID:America\/New_York\r\n(.*?)END:VTIMEZONE/s.exec(text)?.[1];
    const starts = [...(york ?? '').matchAll(/DTSTART:(\d{4})/g)].map(([, year]) => year);
    expect(starts).toEqual([
      '1995',
      '1996',
      '1996',
      '2025',
      '2026',
      '2026',
      '2549',
      '2550',
      '2550',
    ]);
    // The other library has its own rules for such years.
    for (const { summary: title, start, end } of events) {
      const summary = title as string;
      const [from = 0, to = 0] = utc.get(summary) ?? [];
      if (
        /Berlin|York|Kolkata/.test(summary) &&
        from > Date.UTC(1971) / 1000 &&
        from < Date.UTC(2037) / 1000
      )
        expect([summary, start, end]).toMatchObject([
          summary,
          new Date(from * 1000),
          new Date(to * 1000),
        ]);
    }
    expect(add).toBeGreaterThan(20);
  });

  it('has one ORGANIZER with a URI, and the others as CONTACT', async ({
    server,
    calendar,
    readFeed,
  }) => {
    const { text } = await readFeed('search=fish&start_date=2026-01-01');
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => /^(ORGANIZER|CONTACT)/.test(line))).toEqual([
      "ORGANIZER;CN=Ann 'A' B:mailto:ann@example.org",
      'CONTACT:Ben',
    ]);
    await calendar.create('events', {
      title: 'Picnic',
      start_date: '2026-06-01 10:00',
      end_date: '2026-06-01 12:00',
      organizer: [{ organizer: 'Parks; and “more”' }, { organizer: 'Cy', email: 'cy@example.org' }],
    });
    const picnic = await readFeed('search=picnic&start_date=2026-06-01');
    const [event] = new ical.Component(ical.parse(picnic.text)).getAllSubcomponents('vevent');
    const organizer = event?.getFirstProperty('organizer');
    expect(organizer?.getFirstParameter('cn')).toBe('Parks; and “more”');
    expect(organizer?.getFirstValue()).toBe(`${server.url}/organizer/parks-and-more/`);
    expect(event?.getAllProperties('organizer')).toHaveLength(1);
    expect(event?.getFirstPropertyValue('contact')).toBe('Cy, cy@example.org');
  });

  it('has UIDs that depend on neither host nor port nor world name', async ({ serve }) => {
    const fields = { title: 'Known', start_date: '2026-02-01 10:00', end_date: '2026-02-01 11:00' };
    const uids = await Promise.all(
      ['one', 'other'].map(async (seed) => {
        const another = await serve({ defaults: { seed } });
        const create = await another.control('POST', '/worlds', { name: 'elsewhere', seed: 'one' });
        expect(create.status).toBe(201);
        const found: unknown[] = [];
        for (const world of ['', '/w/elsewhere']) {
          await another.request('POST', `${world}/calendar/events/v1/events`, fields);
          await another.request('PUT', `${world}/calendar/events/v1/events/1`, {
            start_date: '2026-02-02 10:00',
          });
          for (const host of ['127.0.0.1', 'localhost']) {
            const url = another.url.replace('127.0.0.1', host);
            const text = await (await fetch(`${url}${world}/calendar/events.ics`)).text();
            found.push(/^UID:(.*)$/m.exec(text)?.[1]?.trim());
          }
        }
        return found;
      }),
    );
    const [[own, ...ofSeed] = [], [foreign, same, ...rest] = []] = uids;
    expect(own).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}@reprise$/,
    );
    expect(new Set([own, ...ofSeed, ...rest])).toEqual(new Set([own]));
    expect(same).toBe(foreign);
    expect(foreign).not.toBe(own);
  });
});

const allZoned = 'search=zoned&start_date=1900-01-01&end_date=2600-01-01&per_page=50';

/** Events around clock changes of many zones and years: their instants by title. */
async function timesOfMany({ create, send }: Calendar) {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'UTC+5.5',
    'UTC',
    'Africa/Casablanca',
  ];
  const dates = [
    '2026-01-10 18:00',
    '2026-03-29 02:30',
    '2026-10-25 02:30',
    '2026-11-01 01:30',
    '1996-07-01 12:00',
    '2550-07-01 12:00',
  ];
  const utc = new Map<string, readonly number[]>();
  for (const timezone of zones) {
    for (const start of dates) {
      const title = `Zoned ${timezone} ${start}`;
      const end = `${start} +90 minutes`;
      await create('events', { title, start_date: start, end_date: end, timezone });
    }
  }
  const { body } = await send('GET', `/events?${allZoned}`);
  const seconds = (text = '') => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
  for (const { title = '', utc_start_date: start, utc_end_date: end } of body.events)
    utc.set(title, [seconds(start), seconds(end)]);
  expect(utc.size).toBe(zones.length * dates.length);
  return { utc, add: utc.size };
}

it('a feed that would be too long is refused with a hint how to shorten it', async ({
  server,
  calendar,
  readFeed,
}) => {
  // Each semicolon has two characters in the feed, and lines are folded.
  const description = ';'.repeat(limits.htmlCharsMax);
  const count = Math.ceil(pageCharsMax / (2 * description.length));
  for (let index = 0; index < count; index += 1) {
    const day = `2031-${1 + Math.floor(index / 28)}-${1 + (index % 28)}`;
    const fields = { title: 'Long', description, start_date: day, end_date: day };
    await calendar.create('events', fields);
  }
  const whole = 'search=long&start_date=2031-01-01&end_date=2032-01-01';
  expect(await server.request('GET', `/calendar/events.ics?${whole}`)).toMatchObject({
    status: 400,
    body: {
      message:
        'The feed is longer than 16,000,000 characters: request fewer events with start_date and end_date.',
    },
  });
  const some = await readFeed('search=long&start_date=2031-01-01&end_date=2031-01-05');
  expect(some.text.match(/BEGIN:VEVENT/g)).toHaveLength(5);
});
