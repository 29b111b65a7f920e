// A valid fixture, edited at random, starts a world or is refused with a message. A refused fixture leaves nothing behind.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { edited } from '../support/arbitraries/json-edits.ts';
import { runs } from '../support/runner/runs.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ outboundWaitMs: 1, post: () => new Promise(() => undefined) });
});
afterAll(() => server.close());

function packaged(file: string): unknown {
  return parse(readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8'));
}

const town = packaged('calendar/town-year.yaml') as { calendar: { events: unknown[] } };
const treasury = packaged('wallet/treasury.json');
/** The town with some of its events: a world with the whole year takes too long to create. */
const smallTown = fc
  .shuffledSubarray(town.calendar.events, { maxLength: 12 })
  .map((events) => ({ ...town, calendar: { ...town.calendar, events } }));

const fixture = edited(fc.oneof(fc.constant(treasury), smallTown));

it('an edited fixture starts a world, or is refused and leaves nothing', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fixture, async (given) => {
      const { status, body } = await server.control('POST', '/worlds', {
        name: 'edited',
        seed: 's',
        fixture: given,
      });
      statuses.add(status);
      if (status === 201) {
        const again = await server.control('POST', '/worlds/edited/reset');
        expect(again.body.digest).toBe(body.digest);
        expect((await server.control('DELETE', '/worlds/edited')).status).toBe(204);
      } else {
        expect({ status, body }).toEqual({
          status: 400,
          body: { error: { code: expect.any(String), message: expect.stringMatching(/\w/) } },
        });
      }
      expect((await server.control('GET', '/worlds/edited')).status).toBe(404);
    }),
    runs(240),
  );
  expect(statuses).toEqual(new Set([201, 400]));
});
