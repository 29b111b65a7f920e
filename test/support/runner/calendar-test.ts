// Tests of the calendar over HTTP: each has a server, requests below its API, and a fair if it names them.

import { expect, type TestAPI } from 'vitest';
import type { Answer, Fields } from '../server/requests.ts';
import type { JsonBody } from '../server/server.ts';
import { serverTest, type ServerFixtures, type ServerOptions } from './server-test.ts';

export interface Calendar {
  /** Sends a request below `/calendar/events/v1`, by default without credentials. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** Creates a post or a term, and returns it. */
  readonly create: (collection: string, fields: Fields) => Promise<JsonBody>;
}

/** A world `town`, to be created from a fixture. */
interface Town {
  readonly create: (fixture: unknown, more?: Fields) => Promise<Pick<Answer, 'status' | 'body'>>;
  /** Reads below `/calendar/events/v1`, without credentials. */
  readonly get: (path: string) => Promise<Answer>;
  /** The records of a table, such as `events`. */
  readonly rows: (table: string) => Promise<readonly Fields[]>;
}

interface CalendarFixtures {
  readonly calendar: Calendar;
  /** Creates an event of tomorrow at the venue 1 of the organizer 2: with the id 3, if it is the first. */
  readonly createFair: (more?: Fields) => Promise<number>;
  readonly town: Town;
}

export function calendarTest({ scope = 'test', ...options }: ServerOptions = {}) {
  return serverTest({ scope, ...options }).extend<CalendarFixtures>({
    calendar: [
      async ({ server }, use) => {
        const send: Calendar['send'] = (method, path, body, headers = { Authorization: '' }) =>
          server.request(method, `/calendar/events/v1${path}`, body, headers);
        const create: Calendar['create'] = async (collection, fields) => {
          const { status, body } = await send('POST', `/${collection}`, fields);
          expect(status).toBe(201);
          return body;
        };
        await use({ send, create });
      },
      { scope },
    ],
    createFair: [
      async ({ calendar: { create } }, use) =>
        use(async (more = {}) => {
          const { id } = await create('events', { ...fair, ...more });
          return id;
        }),
      { scope },
    ],
    town: [
      async ({ server: { control, request } }, use) =>
        use({
          create: (fixture, more = {}) =>
            control('POST', '/worlds', { name: 'town', fixture, clock: 'frozen', ...more }),
          get: (path) =>
            request('GET', `/w/town/calendar/events/v1${path}`, undefined, { Authorization: '' }),
          async rows(table) {
            const name = `calendar/${table}`;
            const { body } = await control('GET', `/worlds/town/state?table=${name}&limit=1000`);
            return body.tables[name].rows;
          },
        }),
      { scope },
    ],
  }) as TestAPI<ServerFixtures & CalendarFixtures>;
}

const fair = {
  title: 'Fair',
  start_date: 'tomorrow 9am',
  end_date: 'tomorrow 5pm',
  description: 'Stalls and music.',
  venue: { venue: 'Town Hall', city: 'Delft' },
  organizer: { organizer: 'The Board', phone: '015 123' },
};
