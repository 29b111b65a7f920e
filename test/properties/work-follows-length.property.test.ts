// The work that a text leads to grows with its length, whatever it says: for every parameter of every route of the calendar,
// found by the routes' own tables, with the longest texts that the limits allow. Work is processor time.

import { cpuUsage } from 'node:process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../adapters/http/calendar/routes.ts';
import { createTwin, type Twin } from '../../adapters/http/twin.ts';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { openReprise, type Reprise } from '../../adapters/reprise.ts';
import { longMs } from '../support/patience.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let reprise: Reprise;
let twin: Twin;
beforeAll(async () => {
  reprise = await openReprise({
    store: createMemoryStore(),
    token: 'a-token-for-tests',
    version: '0.0.0-test',
    defaults: { clock: { mode: 'frozen', rate: 1 } },
  });
  twin = createTwin(reprise.app);
  // What searches and lists are carried out in: texts as hostile as the searches.
  for (const unit of ['<', '<a ', 'ab'])
    await post('/events', { ...event, description: full(unit, 100_000) });
  await post('/venues', { venue: 'a', description: full('<', 20_000) });
  await post('/organizers', { organizer: 'a', description: full('<', 20_000) });
  for (const kind of ['categories', 'tags']) await post(`/${kind}`, { name: full('<', 1_000) });
});
afterAll(() => reprise.close());

const root = 'http://localhost/calendar/events/v1';
const event = { title: 'a', start_date: '2026-05-01', end_date: '2026-05-02' };

/** What texts are made of that have been, or could be, slow to read. */
const units = [
  '<',
  '<a ',
  '<!--',
  '<b>',
  '</p>',
  '<title>',
  '&',
  '&a',
  '"',
  '-',
  '._',
  '\n',
  '\n\n ',
  ' ',
  '\t',
  '%e3',
  '%',
  '1',
  '1,111',
  '1.111.',
  '+1 day ',
  '\u0301\u0316',
  "Σ'",
  'ß',
  '語',
  ',',
  '/',
  '(',
  '[a]',
  'http://a',
  'a@',
  '2026-05-01 ',
];

const full = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function textOf(unit: string, middle: string, length: number): string {
  const half = full(unit, Math.floor((length - middle.length) / 2));
  return half + middle + half;
}

async function post(path: string, fields: object): Promise<number> {
  return send('POST', path, fields);
}

/** Processor time of a request in milliseconds. */
async function send(method: string, path: string, fields: object): Promise<number> {
  const isRead = method === 'GET' || method === 'DELETE';
  const entries = Object.entries(fields).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const query = isRead ? `?${new URLSearchParams(entries).toString()}` : '';
  const before = cpuUsage();
  const answer = await twin.fetch(root + path + query, {
    method,
    ...(isRead
      ? {}
      : { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
  });
  await answer.text();
  const { user, system } = cpuUsage(before);
  expect(answer.status).toBeLessThan(500);
  return (user + system) / 1_000;
}

/** What is quicker is quick enough, and tells nothing about how it grows. */
const floorMs = 12;
/** The growth from a quarter of a length on: 4 if the work follows the length, 16 if its square. */
const growthMax = 9;

const texts = routes.flatMap(({ methods, path, parameters }) => {
  const required = Object.entries(parameters).filter(([, { isRequired }]) => isRequired);
  const base = Object.fromEntries(
    required.map(([name]) => [name, name.endsWith('_date') ? '2026-05-01' : 'a']),
  );
  // One method for each path: updates are alike by any of them.
  const [method = 'GET'] = methods;
  return Object.entries(parameters).map(
    ([name, { form }]) => [method, path, name, Number(form['maxLength'] ?? 1_000), base] as const,
  );
});

describe('the work of a text', () => {
  it.each(texts)('%s %s %s grows with its length', async (method, path, name, longest, base) => {
    const target = path.replace(':id', '1').replace(':slug', 'a');
    // A search fails latest where it differs in its middle.
    const middles = name === 'search' ? ['', '!'] : [''];
    for (const [unit, middle] of units.flatMap((each) =>
      middles.map((one) => [each, one] as const),
    )) {
      const workOf = (length: number) =>
        send(method, target, { ...base, [name]: textOf(unit, middle, length) });
      const least = async (length: number) =>
        Math.min(await workOf(length), await workOf(length), await workOf(length));
      if ((await workOf(longest)) < floorMs || (await least(longest)) < floorMs) continue;
      const growth = (await least(longest)) / Math.max(await least(longest / 4), floorMs / 4);
      expect({ unit, isLinear: growth < growthMax, growth }).toMatchObject({ isLinear: true });
    }
  });
});
