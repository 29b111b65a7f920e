// `reprise tenants`: list, add, token, remove; and other verbs with the token of a tenant.

import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ auto: 'served' });

it('tenants: added, limited, listed and removed', async ({ shell, served }) => {
  expect(await shell.prints('tenants')).toBe('There are no tenants.');
  const [added, token = ''] = await shell.lines('tenants', 'add', 'acme', '--worlds', '2');
  expect(added).toBe(
    "Added tenant 'acme'. Its worlds begin with 'acme.'. Its token, which is not shown again:",
  );
  expect(token).toMatch(/^[\w-]{43}$/);
  const asAcme = (...args: string[]) => shell.run(args, { REPRISE_TOKEN: token });
  expect((await asAcme('worlds', 'create', 'acme.a')).out[0]).toMatch(/^Created world 'acme\.a'/);
  expect((await asAcme('worlds')).out.slice(1)).toEqual([expect.stringMatching(/^acme\.a /)]);
  expect(await asAcme('worlds', 'show', 'default')).toMatchObject({
    exitCode: 1,
    errors: ["There is no world 'default'; there are: acme.a."],
  });
  expect(await asAcme('tenants')).toMatchObject({
    exitCode: 1,
    errors: ['Only the operator of the server may do this.'],
  });
  expect(await shell.lines('tenants')).toEqual([
    'id    worlds  awake here  requests a minute  bytes a minute',
    'acme  1 of 2  1',
  ]);
  const flags = [
    '--awake-worlds',
    '3',
    '--requests-per-minute',
    '60',
    '--bytes-per-minute',
    '1000',
  ];
  expect(await shell.prints('tenants', 'add', 'acme', ...flags)).toBe(
    "Replaced the limits of tenant 'acme'. Its token is as before.",
  );
  expect(await shell.json('tenants')).toEqual({
    tenants: [
      {
        id: 'acme',
        limits: { awakeWorlds: 3, requestsPerMinute: 60, bytesPerMinute: 1_000 },
        worlds: 1,
        awakeWorlds: 1,
      },
    ],
  });
  expect(await shell.refuses('tenants', 'remove', 'acme')).toBe(
    "Tenant 'acme' has 1 worlds: remove them first, or add --with-worlds.",
  );
  await served.control('POST', '/worlds', { name: 'acme-a.b' });
  await served.control('POST', '/worlds', { name: 'zoo' });
  expect(await shell.prints('tenants', 'remove', 'acme', '--with-worlds')).toBe(
    "Removed tenant 'acme', and its worlds.",
  );
  const { body } = await served.control('GET', '/worlds');
  expect(body.worlds.map(({ name }: { name: string }) => name)).toEqual([
    'acme-a.b',
    'default',
    'zoo',
  ]);
  expect((await asAcme('worlds')).errors).toEqual([expect.stringMatching(/refuses the token/)]);
});

it('tenants: a new token in place of the one before', async ({ shell }) => {
  const { token } = await shell.json('tenants', 'add', 'acme');
  const [sentence, drawn = ''] = await shell.lines('tenants', 'token', 'acme');
  expect(sentence).toBe("The new token of tenant 'acme', which is not shown again:");
  const exits = [token, drawn].map(
    async (bearer: string) => (await shell.run(['worlds'], { REPRISE_TOKEN: bearer })).exitCode,
  );
  expect(await Promise.all(exits)).toEqual([1, 0]);
  expect(await shell.prints('tenants', 'remove', 'acme')).toBe("Removed tenant 'acme'.");
});

it('tenants: what is not there, or not valid', async ({ shell }) => {
  expect(await shell.refuses('tenants', 'token', 'none')).toBe(
    "There is no tenant 'none'; reprise tenants lists all.",
  );
  expect(await shell.refuses('tenants', 'add', 'a.b')).toBe(
    "The id of a tenant must be 1 to 32 letters, digits and dashes, and start with a letter or digit, not 'a.b'.",
  );
  expect((await shell.run(['tenants', 'add', 'acme', '--worlds', '-1'])).exitCode).toBe(1);
});
