// The work (processor time) of every text parameter of every route grows linearly with its length, for hostile texts up to
// the limits.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '../../adapters/services/calendar/routes.ts';
import { createTwin, type Twin } from '../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../adapters/reprise.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, repeatToLength, processorMs, units } from './work.ts';

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
  // Records with texts as hostile as the searched ones.
  for (const unit of ['<', '<a ', 'ab'])
    await post('/events', { ...event, description: repeatToLength(unit, 100_000) });
  await post('/venues', { venue: 'a', description: repeatToLength('<', 20_000) });
  await post('/organizers', { organizer: 'a', description: repeatToLength('<', 20_000) });
  for (const kind of ['categories', 'tags'])
    await post(`/${kind}`, { name: repeatToLength('<', 1_000) });
});
afterAll(() => reprise.close());

const root = 'http://localhost/calendar/events/v1';
const event = { title: 'a', start_date: '2026-05-01', end_date: '2026-05-02' };

function textOf(unit: string, middle: string, length: number): string {
  const half = repeatToLength(unit, Math.floor((length - middle.length) / 2));
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
  return processorMs(async () => {
    const answer = await twin.fetch(root + path + query, {
      method,
      ...(isRead
        ? {}
        : { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
    });
    await answer.text();
    expect(answer.status).toBeLessThan(500);
  });
}

const texts = routes.flatMap(({ methods, path, reads }) => {
  const parameters = reads?.table ?? {};
  const required = Object.entries(parameters).filter(([, { isRequired }]) => isRequired);
  const base = Object.fromEntries(
    required.map(([name]) => [name, name.endsWith('_date') ? '2026-05-01' : 'a']),
  );
  // One method for each path suffices: all update methods are the same.
  const [method = 'GET'] = methods;
  return Object.entries(parameters).map(
    ([name, { form }]) => [method, path, name, Number(form['maxLength'] ?? 1_000), base] as const,
  );
});

describe('the work of a text', () => {
  it.each(texts)('%s %s %s grows with its length', async (method, path, name, longest, base) => {
    const target = path.replace(':id', '1').replace(':slug', 'a');
    // A search that differs in its middle fails after the most work.
    const middles = name === 'search' ? ['', '!'] : [''];
    for (const [unit, middle] of units.flatMap((each) =>
      middles.map((one) => [each, one] as const),
    )) {
      await expectLinearWork(unit + middle, longest, (length) =>
        send(method, target, { ...base, [name]: textOf(unit, middle, length) }),
      );
    }
  });
});
