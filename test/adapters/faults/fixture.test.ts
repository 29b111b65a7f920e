// Faults of a fixture are active from the epoch, and stored in the form of the fixture.

import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../../adapters/reprise.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { token } from '../../support/server/server.ts';

const faults = [
  { id: 'late', kind: 'slow', delay: '800ms', jitter: '1s', service: 'calendar' },
  {
    id: 'busy',
    kind: 'refuse',
    when: { between: ['2026-01-01', '2026-01-02'], json: { a: [1, { b: null }] } },
  },
  {
    id: 'next',
    kind: 'deny',
    reason: 'INTERNAL_ERROR',
    when: { json: { refId: 'R-7' }, count: 1 },
  },
  { id: 'hooks', kind: 'swap-webhooks' },
] as const;

async function opened() {
  const reprise = await openReprise({ store: createMemoryStore(), token, isPaced: false });
  const { fetch } = createTwin(reprise.app);
  const control = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`/__reprise${path}`, { method, headers, ...sent });
    return { status: response.status, body: await response.json() };
  };
  return { reprise, control };
}

it('adds its faults to a new world, and to a reset one', async () => {
  const { reprise, control } = await opened();
  const fixture = { version: 1, faults };
  expect(await control('POST', '/worlds', { name: 'a', fixture })).toMatchObject({ status: 201 });
  const listed = {
    faults: [
      {
        id: 'late',
        service: 'calendar',
        kind: 'slow',
        delay: 800,
        jitter: 1_000,
        tried: 0,
        struck: 0,
      },
      {
        id: 'busy',
        when: {
          json: { a: [1, { b: null }] },
          between: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
        },
        kind: 'refuse',
        status: 503,
        tried: 0,
        struck: 0,
      },
      { ...faults[2], tried: 0, struck: 0 },
      { ...faults[3], delay: 600_000, tried: 0, struck: 0 },
    ],
  };
  expect((await control('GET', '/worlds/a/faults')).body).toEqual(listed);
  await control('POST', '/worlds/a/reset', {});
  expect((await control('GET', '/worlds/a/faults')).body).toEqual(listed);
  await reprise.close();
});

it('rejects two faults with one id, and names the second', async () => {
  const { reprise, control } = await opened();
  const fixture = { version: 1, faults: [{ kind: 'cut' }, faults[0], { id: 'late', kind: 'cut' }] };
  expect(await control('POST', '/worlds', { name: 'a', fixture })).toEqual({
    status: 400,
    body: {
      error: {
        code: 'fixture-refused',
        message: "faults.2: fault id taken, 'late' is that of faults.1.",
      },
    },
  });
  await reprise.close();
});
