// After any requests to the calendar, every response, record and list agrees with a model of plain arrays.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../adapters/reprise.ts';
import { calendarList, calendarStep, treeStep } from '../support/arbitraries/calendar-calls.ts';
import { CalendarModel } from '../support/calendar/model.ts';
import { expectedList, expectedSingle, type Filters } from '../support/calendar/model-views.ts';
import type { Body, Call, Caller, Expected, Kind } from '../support/calendar/model-records.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { epochMs } from '../support/engine/pure-world.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { token } from '../support/server/server.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const users = [
  { id: 1, login: 'admin', password: 'admin', role: 'administrator' },
  { id: 2, login: 'author', password: 'author', role: 'author' },
] as const;

async function openCalendar() {
  const reprise = await openReprise({
    store: createMemoryStore(),
    token,
    defaults: {
      clock: { mode: 'frozen', rate: 1 },
      epochMs,
      config: { calendar: { mode: 'wordpress', users: [...users] } },
    },
  });
  async function ask(method: string, url: string, authorization?: string, body?: object) {
    const answer = await reprise.app.handle({
      method,
      url,
      headers: { host: '127.0.0.1:4600', 'content-type': 'application/json', authorization },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      origin: 'http://127.0.0.1:4600',
    });
    return { status: answer.status, body: JSON.parse(answer.body ?? '{}') as object };
  }
  return {
    pass: (seconds: number) =>
      ask('POST', '/__reprise/worlds/default/clock/advance', `Bearer ${token}`, {
        by: `${seconds}s`,
      }),
    ask: (caller: Caller, method: string, path: string, body?: object) =>
      ask(
        method,
        `/calendar/events/v1/${path}`,
        caller === 'nobody'
          ? undefined
          : `Basic ${Buffer.from(`${caller}:${caller}`).toString('base64')}`,
        body,
      ),
    close: () => reprise.close(),
  };
}

/** Selects from a response the members that the expectation has. */
function part(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((one, index) => part(one, expected[index]));
  }
  if (typeof expected !== 'object' || typeof actual !== 'object' || actual === null) return actual;
  return Object.fromEntries(
    Object.entries(expected ?? {}).map(([name, value]) => [
      name,
      part((actual as Readonly<Record<string, unknown>>)[name], value),
    ]),
  );
}

/** Translates indices to ids of a kind. */
function idsIn(model: CalendarModel) {
  const idOf = (kind: Kind, place: number) => {
    const all = [...model.posts, ...model.terms].filter((one) => one.kind === kind);
    return place === 12 ? 1 : (all[place % all.length]?.id ?? 99);
  };
  const named = <T>(kind: Kind, value: T) =>
    typeof value === 'number' ? idOf(kind, value) : value;
  return {
    inCall({ id, ...call }: Call): Call {
      const { venue, organizer, categories, tags, parent } = call.body;
      const body: Body = {
        ...call.body,
        ...(venue === undefined ? {} : { venue: named('venues', venue) }),
        ...(typeof organizer === 'object'
          ? { organizer: organizer.map((one) => named('organizers', one)) }
          : {}),
        ...(categories === undefined
          ? {}
          : { categories: categories.map((one) => named('categories', one)) }),
        ...(tags === undefined ? {} : { tags: tags.map((one) => named('tags', one)) }),
        ...(parent === undefined ? {} : { parent: idOf('categories', parent) }),
      };
      return { ...call, body, ...(id === undefined ? {} : { id: idOf(call.kind, id) }) };
    },
    inFilters(kind: Kind, filters: Filters): Filters {
      const kindOf: Partial<Record<string, Kind>> = {
        include: 'events',
        event: 'events',
        venue: 'venues',
        organizer: 'organizers',
        categories: 'categories',
        tags: 'tags',
        parent: kind,
      };
      return Object.fromEntries(
        Object.entries(filters).map(([name, value]) => {
          const of = kindOf[name];
          return [name, of === undefined ? value : named(of, value)];
        }),
      ) as unknown as Filters;
    },
  };
}

const session = (step: fc.Arbitrary<Call | number>) => {
  const viewer = fc.constantFrom<Caller>('admin', 'nobody');
  const one = fc.record({ step, list: calendarList, viewer });
  return fc.array(one, { minLength: 1, maxLength: 60, size: 'max' });
};

const sessions = fc.oneof(session(calendarStep), session(calendarStep), session(treeStep));

it('the calendar agrees with a model of plain arrays over random requests', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(sessions, async (steps) => {
      const model = new CalendarModel(epochMs);
      const service = await openCalendar();
      const agree = async (
        expected: Expected,
        asked: Parameters<typeof service.ask>,
      ): Promise<void> => {
        const actual = await service.ask(...asked);
        expect({ asked, ...(part(actual, expected) as object) }).toEqual({ asked, ...expected });
        seen.add(
          `${asked[1]} ${'code' in expected.body ? String(expected.body.code) : expected.status}`,
        );
      };
      for (const { step: taken, list, viewer } of steps) {
        if (typeof taken === 'number') {
          model.pass(taken);
          expect(await service.pass(taken)).toMatchObject({ status: 200 });
        } else {
          const { caller, method, kind, id, body } = idsIn(model).inCall(taken);
          const path = id === undefined ? kind : `${kind}/${id}`;
          const expected = model.take({
            caller,
            method,
            kind,
            body,
            ...(id === undefined ? {} : { id }),
          });
          await agree(expected, [caller, method, path, body]);
        }
        for (const { kind, id } of [...model.posts, ...model.terms]) {
          const single = expectedSingle(model, kind, id, viewer);
          await agree(single, [viewer, 'GET', `${kind}/${id}`]);
        }
        const { kind } = list;
        const filters = idsIn(model).inFilters(kind, { ...list.filters, ...list.page });
        const lists = expectedList(model, kind, filters, viewer);
        const dates = { start_date: '2020-01-01', end_date: '2030-01-01' };
        const query = Object.entries({ ...dates, ...filters }).map(
          ([name, value]) => `${name}=${value}`,
        );
        await agree(lists, [viewer, 'GET', `${kind}?${query.join('&')}`]);
      }
      await service.close();
    }),
    runs(30, firstCases({ seed: 7, count: 2 }, sessions)),
  );
  const usual =
    'GET 200,POST 201,PUT 200,DELETE 200,POST term_exists,GET event-not-accessible,PUT rest_forbidden';
  expect([...seen]).toEqual(expect.arrayContaining(usual.split(',')));
});
