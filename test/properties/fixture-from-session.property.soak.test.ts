// A world of a fixture from a session answers as the world of the session did at its end: all that a client can read is equal, but
// for ids, dates of change and addresses, which each world chooses.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readDocument } from '../../adapters/fixture/document.ts';
import { fixtureSchema } from '../../adapters/fixture/format.ts';
import { fixtureOf } from '../../adapters/upstream/fixture/fixture-of.ts';
import { fixtureText } from '../../adapters/upstream/fixture/fixture-text.ts';
import { epochMsDefault } from '../../adapters/world-creation.ts';
import { calendarSection, type CalendarSection } from '../support/arbitraries/calendar-fixture.ts';
import { edited } from '../support/arbitraries/json-edits.ts';
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

it('is a valid file, whatever the service has answered', async () => {
  const both = await recordedSession('proxy', { version: 1, ...sample }, async (client) => {
    await readAccount(client);
    await readCalendar(client);
  });
  const answered = both.requests.filter(({ outcome }) => outcome !== undefined);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(answered.length - 1), fc.nat()), { minLength: 1, maxLength: 5 }),
      fc.gen(),
      (chosen, gen) => {
        const requests = both.requests.map((request) => {
          const isChosen = chosen.some(([index]) => answered[index] === request);
          const { outcome } = request;
          if (!isChosen || outcome === undefined || !('status' in outcome)) return request;
          const text = outcome.parts.map((part) => part.text ?? '').join('');
          const answer = gen(() => edited(fc.constant(JSON.parse(text))));
          const parts = [{ atMs: outcome.atMs, text: JSON.stringify(answer) }];
          return { ...request, outcome: { ...outcome, parts } };
        });
        const { document, comments } = fixtureOf({ ...both, requests });
        const { value } = readDocument(fixtureText(document, comments));
        expect(fixtureSchema.safeParse(value).error).toBeUndefined();
      },
    ),
  );
});

/** A small account, and a small site. */
const sample = {
  wallet: {
    walletSets: [
      {
        name: 'till',
        wallets: [
          {
            blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA'],
            funds: { native: '1.5', usdc: '20' },
            mints: [{ tokenAddress: `0x${'2'.repeat(40)}`, nftTokenId: '7' }],
          },
        ],
      },
    ],
  },
  calendar: {
    categories: [{ name: 'Choir', parent: 'music' }, { name: 'Music' }],
    tags: [{ name: 'Free' }],
    venues: [{ venue: 'Guild Hall', city: 'Ulm' }],
    organizers: [{ organizer: 'The Choir' }],
    events: [
      {
        title: 'Concert',
        start_date: '2026-03-01 20:00',
        end_date: '2026-03-01 22:00',
        cost: [8, 12],
        categories: ['choir'],
        tags: ['free'],
        venue: 'Guild Hall',
        organizer: ['The Choir'],
        image: 'https://example.org/river.jpg',
      },
    ],
  },
};
