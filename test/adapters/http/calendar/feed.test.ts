// The feed of events, read by a calendar program's parser that the product does not use.

import { sync, type VEvent } from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
const at = (path: string) => `${server.url}${path}`;

async function post(fields: object): Promise<void> {
  const made = await fetch(at('/calendar/events/v1/events'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  expect(made.status).toBe(201);
}

async function feedAt(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answered = await fetch(at(path), { headers });
  expect(answered.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await answered.text();
  const events = Object.values(sync.parseICS(text)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  );
  return { text, events };
}

beforeAll(async () => {
  server = await startServer();
  await post({
    title: 'Fish & Chips; “Friday”',
    description: 'First.\n\nSecond, <b>bold</b> line; with a very long tail: ' + 'ä'.repeat(100),
    start_date: '2026-03-29 01:30:00',
    end_date: '2026-03-29 04:00:00',
    timezone: 'Europe/Paris',
    venue: { venue: 'Harbour, Pier 1', city: 'Brest', country: 'France' },
    organizer: [{ organizer: 'Ann "A" B', email: 'ann@example.org' }, { organizer: 'Ben' }],
    categories: ['Food, hot', 'Harbour'],
  });
  await post({
    title: 'Holiday',
    start_date: '2026-04-01',
    end_date: '2026-04-03',
    all_day: true,
    timezone: 'America/New_York',
  });
});
afterAll(() => server.close());

describe('the feed of events', () => {
  it('is what a calendar program shows', async () => {
    const { text, events } = await feedAt('/calendar/events.ics');
    expect(events).toHaveLength(2);
    expect(text).toContain('CATEGORIES:Food\\, hot,Harbour\r\n'); // the parser above does not know such commas
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

  it('is the list in another form, with its filters', async () => {
    const query = '?search=holiday&start_date=2026-01-01';
    const { events } = await feedAt(`/calendar/events/v1/events${query}`, {
      Accept: 'text/calendar',
    });
    expect(events.map(({ summary }) => summary)).toEqual(['Holiday']);
    const again = await feedAt(`/calendar/events.ics${query}`);
    expect(again.events.map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid));
  });

  it('has lines of 75 octets at most, which end as the standard says', async () => {
    const { text } = await feedAt('/calendar/events.ics');
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('takes away tags and nothing else, however many signs look like the beginning of one', async () => {
    const signs = '<'.repeat(90_000);
    await post({
      title: 'Signs',
      description: `1 < 2 <b>and</b> 3 > 2 ${signs}`,
      start_date: '2026-05-01 09:00:00',
      end_date: '2026-05-01 10:00:00',
    });
    const { text } = await feedAt('/calendar/events.ics?search=signs&start_date=2026-05-01');
    expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:1 < 2 and 3 > 2 ${signs}\r\n`);
  });
});
