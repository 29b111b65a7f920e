// The posts of a calendar as the studio shows them, from the packaged recordings.

import { describe, expect, it } from 'vitest';
import {
  countsByStatus,
  eventsByDay,
  listedPosts,
  nextLive,
  type ListedPost,
} from '../../../../../../adapters/studio/page/views/calendar/calendar-posts.ts';
import { monthGrid } from '../../../../../../adapters/studio/page/views/calendar/month-grid.ts';
import { postHistory } from '../../../../../../adapters/studio/page/views/calendar/post-history.ts';
import {
  viewerNamed,
  viewersOf,
} from '../../../../../../adapters/studio/page/views/calendar/seen-as.ts';
import {
  configAfter,
  siteSettings,
} from '../../../../../../adapters/studio/page/views/calendar/site-settings.ts';
import {
  printUntil,
  printWall,
} from '../../../../../../adapters/studio/page/views/calendar/zone-times.ts';
import type { JournalEntry } from '../../../../../../core/index.ts';
import { recordedCalendar } from '../../../../../support/calendar/recorded-states.ts';

const epochMs = Date.UTC(2026, 0, 1);

const newYork = siteSettings({
  calendar: {
    mode: 'wordpress',
    zone: 'America/New_York',
    users: [
      { id: 1, login: 'mayor', password: 'x', role: 'administrator' },
      { id: 5, login: 'susan', password: 'x', role: 'subscriber' },
    ],
  },
});

const asOf = (key: string) => viewerNamed(viewersOf(newYork), key);

describe('what goes live next', () => {
  it('is the scheduled post, until it is published', async () => {
    const { statesAt } = await recordedCalendar('calendar/scheduled-post-goes-live');
    const listAt = (position: number, key: string) =>
      listedPosts(statesAt(position), asOf(key), newYork, epochMs).posts;
    const [scheduled] = nextLive(listAt(1, 'operator'));
    expect(scheduled).toMatchObject({ id: 1, status: 'future' });
    const moved = nextLive(listAt(2, 'operator'))[0]?.dateUtcSeconds ?? 0;
    expect(printWall(moved, newYork.zone)).toBe('2025-12-31 23:00 EST');
    expect(printUntil(moved - epochMs / 1_000)).toBe('in 4 h');
    expect(nextLive(listAt(3, 'operator'))).toEqual([]);
    expect(listAt(3, 'operator')).toMatchObject([{ id: 1, status: 'publish' }]);
  });

  it('is not shown to those who may not see it', async () => {
    const { statesAt } = await recordedCalendar('calendar/scheduled-post-goes-live');
    const counts = ['operator', '1', '5', 'anonymous'].map((key) => [
      listedPosts(statesAt(2), asOf(key), newYork, epochMs).total,
      listedPosts(statesAt(3), asOf(key), newYork, epochMs).total,
    ]);
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('posts by status', () => {
  it('are counted as the viewer sees them: only the operator sees the trash', async () => {
    const { statesAt } = await recordedCalendar('calendar/publishers-day');
    const counts = (key: string) =>
      countsByStatus(listedPosts(statesAt(Infinity), asOf(key), newYork, epochMs).posts);
    expect(Object.fromEntries(counts('operator'))['trash']).toBe(2);
    expect(Object.fromEntries(counts('1'))['trash']).toBeUndefined();
    expect(counts('anonymous').map(([status]) => status)).toEqual(['publish']);
  });
});

describe('the month', () => {
  const post = (id: number, from: string, to: string, isAllDay = false): ListedPost => ({
    id,
    kind: 'event',
    title: `event ${id}`,
    status: 'publish',
    authorId: 1,
    dateUtcSeconds: 0,
    event: {
      startUtcSeconds: Date.parse(from) / 1_000,
      endUtcSeconds: Date.parse(to) / 1_000,
      startSeconds: Date.parse(from) / 1_000,
      endSeconds: Date.parse(to) / 1_000,
      zone: 'UTC',
      isAllDay,
    },
  });
  const daysIn = (posts: readonly ListedPost[]) => {
    const weeks = monthGrid({ year: 2026, month: 3 }, newYork.zone);
    const days = eventsByDay(posts, weeks, newYork.zone);
    return Object.fromEntries(
      weeks
        .flat()
        .filter(({ isInMonth }) => isInMonth)
        .flatMap(({ wallSeconds, day }) => {
          const ids = days.get(wallSeconds)?.map(({ id }) => id);
          return ids === undefined ? [] : [[day, ids]];
        }),
    );
  };

  it('has events on the days of the site, which are others than those in UTC', () => {
    expect(
      daysIn([
        post(1, '2026-03-10T02:00:00Z', '2026-03-10T03:00:00Z'),
        post(2, '2026-03-09T14:00:00Z', '2026-03-09T15:00:00Z'),
      ]),
    ).toEqual({ 9: [2, 1] });
  });

  it('has events of several days on each of them, but not where they end at midnight', () => {
    expect(
      daysIn([
        post(1, '2026-03-07T15:00:00Z', '2026-03-09T04:00:00Z'), // midnight, after clocks were changed
        post(2, '2026-02-27T15:00:00Z', '2026-03-01T16:00:00Z'),
      ]),
    ).toEqual({ 1: [2], 7: [1], 8: [1] });
  });

  it('has whole days as they are in the zone of the event', () => {
    expect(daysIn([post(1, '2026-03-20T00:00:00Z', '2026-03-20T23:59:59Z', true)])).toEqual({
      20: [1],
    });
  });
});

describe('the history of a post', () => {
  it('has the fields before and after each event, and when it goes live', async () => {
    const { events, past } = await recordedCalendar('calendar/scheduled-post-goes-live');
    const { changes, left } = await postHistory(past, events, 1, 3);
    expect(left).toBe(0);
    expect(changes.map(({ position, event, goesLive }) => [position, event, goesLive])).toEqual([
      [1, 'EventCreated', false],
      [2, 'EventUpdated', false],
      [3, 'PostPublished', true],
    ]);
    expect(changes[1]?.changes['dateUtcSeconds']).toEqual({
      before: 1_767_232_800,
      after: 1_767_240_000,
    });
    expect(changes[2]?.changes['status']).toEqual({ before: 'future', after: 'publish' });
    expect((await postHistory(past, events, 1, 1)).changes).toHaveLength(1);
  });
});

describe('the settings of a site', () => {
  it('are those after the last change before the scrubber', () => {
    const entry = (zone: string | undefined) =>
      ({
        input:
          zone === undefined
            ? { kind: 'time' }
            : { kind: 'config', settings: { config: { calendar: { zone } } } },
      }) as unknown as JournalEntry;
    const entries = [entry(undefined), entry('Asia/Tokyo'), entry(undefined), entry('UTC+2')];
    const zoneAfter = (inputs: number) =>
      siteSettings(configAfter({ calendar: { zone: 'Europe/Berlin' } }, entries, inputs)).zone.name;
    expect([0, 1, 2, 3, 4, 9].map(zoneAfter)).toEqual([
      'Europe/Berlin',
      'Europe/Berlin',
      'Asia/Tokyo',
      'Asia/Tokyo',
      'UTC+2',
      'UTC+2',
    ]);
  });

  it('are the defaults where a recording has none, or nonsense', () => {
    for (const config of [null, 7, { calendar: [] }, { calendar: { zone: 'Mars', users: [{}] } }]) {
      const { mode, zone, users } = siteSettings(config);
      expect({ mode, zone: zone.name, users }).toEqual({
        mode: 'open',
        zone: 'UTC',
        users: [{ id: 1, login: 'admin', role: 'administrator' }],
      });
    }
    expect(viewersOf(siteSettings(null)).map(({ key }) => key)).toEqual([
      'operator',
      'anyone',
      'anonymous',
      '1',
    ]);
  });
});
