// Faults of a fixture are active from the epoch, and stored in the form of the fixture.

import { expect } from 'vitest';
import { serverTest } from '../../support/runner/server-test.ts';

const it = serverTest();

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

it('adds its faults to a new world, and to a reset one', async ({ server: { control } }) => {
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
});

it('rejects two faults with one id, and names the second', async ({ server: { control } }) => {
  const fixture = { version: 1, faults: [{ kind: 'cut' }, faults[0], { id: 'late', kind: 'cut' }] };
  const { status, body } = await control('POST', '/worlds', { name: 'a', fixture });
  const message = "faults.2: fault id taken, 'late' is that of faults.1.";
  expect([status, body]).toEqual([400, { error: { code: 'fixture-refused', message } }]);
});
