// A world of a fixture from a session answers as the world of the session did at its end: all that a client can read is equal, but
// for ids, dates of change and addresses, which each world chooses.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readDocument } from '../../adapters/fixture/document.ts';
import { fixtureOf } from '../../adapters/upstream/fixture/fixture-of.ts';
import { fixtureText } from '../../adapters/upstream/fixture/fixture-text.ts';
import { epochMsDefault } from '../../adapters/world-creation.ts';
import { calendarSection, type CalendarSection } from '../support/arbitraries/calendar-fixture.ts';
import { walletSection } from '../support/arbitraries/wallet-fixture.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  comparable,
  inWorldOf,
  readAccount,
  readCalendar,
  recordedSession,
  type WorldClient,
} from '../support/upstream/shown-worlds.ts';

vi.setConfig({ testTimeout: longMs });

const recorder = fc.constantFrom('world' as const, 'proxy' as const);

/** What is read of a world, and of one from the fixture of that session, as it is written. */
async function bothReadings(
  by: 'world' | 'proxy',
  fixture: object,
  read: (client: WorldClient) => Promise<object>,
): Promise<readonly [object, object]> {
  let first = {};
  const traffic = await recordedSession(by, fixture, async (client) => {
    first = await read(client);
  });
  const { document, comments } = fixtureOf(traffic, { epochMs: epochMsDefault });
  const written = readDocument(fixtureText(document, comments)).value as object;
  expect(written).toEqual(document);
  return [first, await inWorldOf(written, read)];
}

it('has the same account', async () => {
  await fc.assert(
    fc.asyncProperty(recorder, walletSection, async (by, wallet) => {
      const [real, again] = await bothReadings(by, { version: 1, wallet }, readAccount);
      expect(again).toEqual(real);
    }),
    { numRuns: 25 },
  );
});

/** A session shows no passwords and nothing of the content that they protect, and lists do not show hidden events. */
function readable(section: CalendarSection): object {
  const bare = (entries: readonly object[]) =>
    entries.map((entry) => ({ ...entry, password: undefined, hide_from_listings: undefined }));
  const { venues, organizers, events } = section;
  const open = {
    ...section,
    venues: bare(venues),
    organizers: bare(organizers),
    events: bare(events),
  };
  return JSON.parse(JSON.stringify(open)) as object;
}

it('has the same calendar', async () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'UTC+5.5');
  await fc.assert(
    fc.asyncProperty(recorder, calendarSection, zone, async (by, section, siteZone) => {
      const fixture = {
        version: 1,
        config: { calendar: { zone: siteZone } },
        calendar: readable(section),
      };
      const [real, again] = await bothReadings(by, fixture, readCalendar);
      expect(comparable(again)).toEqual(comparable(real));
    }),
    { numRuns: 25 },
  );
});
