// The control routes of faults: a shown fault can be added again, and errors name the invalid member.

import { expect, it } from 'vitest';
import { faults } from '../../../core/index.ts';
import { serverForEach } from '../../support/server/requests.ts';

const server = serverForEach();
const path = '/worlds/default/faults';
const add = (fault: object) => server().control('POST', path, fault);

it('shows a fault in the form in which it can be added', async () => {
  const fault = {
    id: 'f',
    service: 'wallet',
    route: 'POST /v1/w3s/developer/*',
    when: { count: 2, between: ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'] },
    kind: 'slow',
    delay: 2_000,
    jitter: 500,
  };
  const added = await add(fault);
  expect(added).toMatchObject({ status: 201 });
  expect(added.body).toEqual({ ...fault, tried: 0, struck: 0 });
  expect((await server().control('DELETE', `${path}/f`)).status).toBe(204);
  expect((await add(fault)).body).toEqual(added.body);
});

it.each(faults.faultKinds)('shows %s with its counts', async (kind) => {
  const delay = ['slow', 'late-webhook', 'swap-webhooks', 'delay-frame'].includes(kind);
  const added = await add({ id: 'f', kind, ...(delay ? { delay: '1s' } : {}) });
  const shown = { id: 'f', kind, ...(delay ? { delay: 1_000 } : {}), tried: 0, struck: 0 };
  expect(added).toMatchObject({ status: 201, body: shown });
});

it('removes one, or all', async () => {
  for (const id of ['a', 'b', 'c']) await add({ id, kind: 'cut' });
  const ids = async () =>
    (await server().control('GET', path)).body.faults.map(({ id }: { id: string }) => id);
  await server().control('DELETE', `${path}/b`);
  expect(await ids()).toEqual(['a', 'c']);
  await server().control('DELETE', path);
  expect(await ids()).toEqual([]);
});

it.each([
  [{ kind: 'slow' }, 'body.delay: is missing: it must be a duration'],
  [{ kind: 'slo' }, 'body.kind: must be one of refuse, lose-request'],
  [{ kind: 'cut', status: 500 }, 'must not have "status"'],
  [{ kind: 'stick', service: 'speech' }, "body.service: must be 'wallet'"],
  [{ kind: 'deny', reason: 'NO_SUCH_REASON' }, 'body.reason: must be one of '],
  [{ kind: 'refuse', status: 200 }, 'body.status: must be at least 400'],
  [
    { kind: 'cut', route: 'GET v1' },
    'body.route: must be a path without a query, with * (not :id)',
  ],
  [
    { kind: 'cut', service: 'calendar', route: 'GET /v1/w3s/wallets' },
    'body.route: must fit a path of requests: /calendar/events/v1/**',
  ],
  [{ kind: 'cut', service: 'walet' }, 'body.service: must be one of wallet, calendar, speech'],
  [{ kind: 'drop-frame', route: 'GET /v1/listen' }, 'optionally after WS: WS /v1/listen'],
  [{ kind: 'close-socket', code: 1006 }, 'body.code: must be 1000 to 1003'],
  [{ kind: 'cut', id: 'a/b' }, 'body.id: must have 1 to 64 letters'],
  [{ kind: 'cut', when: { chance: 2 } }, 'body.when.chance: must be at most 1'],
  [
    { kind: 'cut', when: { between: ['2026-01-02', '2026-01-01'] } },
    'body.when.between: must be an instant and a later one',
  ],
])('refuses %j', async (fault, message) => {
  const { status, body } = await add(fault);
  expect({ status, ...body.error }).toMatchObject({
    status: 400,
    code: 'invalid-request',
    message: expect.stringContaining(message),
  });
});

it('names a used or unknown fault id', async () => {
  await add({ id: 'f', kind: 'cut' });
  expect(await add({ id: 'f', kind: 'cut' })).toMatchObject({
    status: 409,
    body: { error: { code: 'fault-id-taken', message: expect.stringContaining("'f'") } },
  });
  expect(await server().control('DELETE', `${path}/g`)).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringContaining('GET /__reprise/worlds/default/faults') } },
  });
});
