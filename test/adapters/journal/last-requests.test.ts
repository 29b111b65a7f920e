// The request journal without a server: its limits, dropped requests, and reused records.

import { expect, it } from 'vitest';
import { JournaledRequest } from '../../../adapters/journal/journaled-request.ts';
import { RequestJournal } from '../../../adapters/journal/request-journal.ts';
import { journaledRequestsMax } from '../../../adapters/protocol/limits.ts';
import type { HttpRequest } from '../../../adapters/protocol/messages.ts';
import type { World } from '../../../core/index.ts';

const worldAt = (name: string, ms: number) => ({ record: { name }, nowMs: () => ms }) as World;
const world = worldAt('default', 5);
const at = { atMs: 1, inputs: 0, position: 7 };

function request(path: string, body = ''): HttpRequest {
  return {
    method: body === '' ? 'GET' : 'POST',
    path,
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(body),
    baseUrl: '',
    worldName: 'default',
  };
}

function fill(journal: RequestJournal, count: number, of: World | undefined = world): void {
  for (let n = 0; n < count; n += 1) {
    journal.begin(request(`/${n}`), 'wallet', of).answered({ status: 200 });
  }
}

const pathsOf = (journal: RequestJournal, of: World | undefined = world) =>
  journal.requestsOf(of).map(({ path }) => path);

it('lists the last requests in order, with their own tasks', () => {
  const journal = new RequestJournal();
  fill(journal, journaledRequestsMax + 3);
  const first = journal.begin(request('/a', '{}'), 'wallet', world);
  const second = journal.begin(request('/b'), 'wallet', world);
  second.afterTask(at);
  first.afterTask({ ...at, atMs: 2, input: 9 });
  second.answered({ status: 200 });
  first.answered({ status: 201 });
  expect(journal.requestsOf(world)).toHaveLength(journaledRequestsMax);
  expect(pathsOf(journal)[0]).toBe('/5');
  expect(journal.requestsOf(world).slice(-3)).toMatchObject([
    { n: journaledRequestsMax + 3, atMs: 5, status: 200, inputs: [] },
    { path: '/a', atMs: 2, status: 201, inputs: [9], details: { body: '{}' } },
    { path: '/b', atMs: 1, status: 200, inputs: [], position: 7, details: undefined },
  ]);
});

it('ignores late results of requests whose record is reused', () => {
  const journal = new RequestJournal();
  const answered = journal.begin(request('/answered'), 'wallet', world);
  answered.answered({ status: 200 });
  const slow = journal.begin(request('/slow'), 'wallet', world);
  const socket = journal.begin(request('/socket'), 'speech', world, true);
  socket.opened();
  fill(journal, journaledRequestsMax);
  const before = JSON.stringify(journal.requestsOf(world));
  answered.afterTask({ ...at, input: 1 });
  answered.answered({ status: 500, body: 'late' });
  slow.afterTask({ ...at, input: 2 });
  slow.answered({ status: 500, body: 'slow' });
  socket.onFrame('received');
  socket.closed(1000, 'done');
  expect(JSON.stringify(journal.requestsOf(world))).toBe(before);
});

it('drops the older halves of all worlds at the limit of bytes', () => {
  const journal = new RequestJournal({ bytesMax: 20_000 });
  const other = worldAt('other', 6);
  fill(journal, 10);
  fill(journal, 10, other);
  const refused = journal.begin(request('/refused'), 'wallet', other);
  refused.answered({ status: 404, body: 'x'.repeat(4_000) });
  expect([pathsOf(journal).length, pathsOf(journal, other).length]).toEqual([10, 11]);
  for (let n = 0; n < 3; n += 1) {
    journal.begin(request('/long', 'x'.repeat(3_000)), 'wallet', world);
  }
  expect(pathsOf(journal)).toEqual(['/7', '/8', '/9', '/long', '/long', '/long']);
  expect(pathsOf(journal, other)).toEqual(['/6', '/7', '/8', '/9', '/refused']);
  journal.clear(other); // releases its bytes
  fill(journal, 8, other);
  expect([pathsOf(journal).length, pathsOf(journal, other).length]).toEqual([6, 8]);
  expect(journal.requestsOf(other)[0]?.n).toBe(12);
  journal.remove('other');
  fill(journal, 1, other);
  expect(journal.requestsOf(other)[0]?.n).toBe(1);
});

it('keeps the requests of a world that sleeps for the World that wakes', () => {
  const journal = new RequestJournal();
  fill(journal, 2);
  journal.release(world);
  expect(pathsOf(journal)).toEqual(['/0', '/1']);
  const woken = worldAt('default', 60_000);
  journal.begin(request('/woken'), 'wallet', woken).answered({ status: 200 });
  expect(journal.requestsOf(woken).map(({ n, path, atMs }) => [n, path, atMs])).toEqual([
    [1, '/0', 5],
    [2, '/1', 5],
    [3, '/woken', 60_000],
  ]);
  journal.release(worldAt('other', 6)); // has none
});

it('forgets a world that sleeps once all its requests are dropped', () => {
  const journal = new RequestJournal({ bytesMax: 10_000 });
  const [asleep, awake] = [worldAt('a', 5), worldAt('b', 5)];
  const nextNumberOf = (of: World) => {
    fill(journal, 1, of);
    return journal.requestsOf(of).at(-1)?.n;
  };
  fill(journal, 1, asleep);
  fill(journal, 1, awake);
  journal.release(asleep);
  for (let n = 0; n < 5; n += 1) {
    journal.begin(request('/long', 'x'.repeat(3_000)), 'wallet', undefined);
  }
  expect(nextNumberOf(asleep)).toBe(1);
  expect(nextNumberOf(awake)).toBe(2);
});

it('counts what names the client into the memory of a request', () => {
  const bytesWith = (userAgent?: string) => {
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
    const record = new JournaledRequest();
    const arrived = { request: { ...request('/'), headers }, service: 'wallet' };
    record.reset(1, { ...arrived, isInWorld: true, isUpgrade: false });
    return record.bytes;
  };
  expect(bytesWith('x'.repeat(5_000)) - bytesWith()).toBe(5_000);
});
