// The URL of a database as operators give it: shown without its password, and refused in a sentence that does not have it.

import { expect, it } from 'vitest';
import { connectionUrl, shownUrl, urlFlaw } from '../../../../adapters/stores/postgres/url.ts';

it.each([
  ['postgres://app:pw@db:5432/app', 'postgres://app:***@db:5432/app'],
  ['postgresql://app@db/app', 'postgresql://app@db/app'],
  ['postgres://db/app', 'postgres://db/app'],
  ['postgres:///app?host=/run/postgresql', 'postgres:///app?host=/run/postgresql'],
  ['postgres://:pw@db/app', 'postgres://:***@db/app'],
  ['postgres://app:p@w:x@db/app', 'postgres://app:***@db/app'],
  ['postgres://app:p@ss:w/rd#x@db/app', 'postgres://***'],
  ['postgres://app:p?w@db/app', 'postgres://***'],
  ['postgres://db/app#password=pw', 'postgres://***'],
  ['postgres://app:pw', 'postgres://app:***'],
  ['postgres://[::1]:5432/app', 'postgres://[::1]:5432/app'],
  ['postgres://u@db/app?password=p@ss', 'postgres://u@db/app?password=***'],
  [
    'postgres://db:5432/app?user=me@srv&password=pw',
    'postgres://db:5432/app?user=***&password=***',
  ],
  [
    'postgres://db/app?password=pw&sslmode=disable',
    'postgres://db/app?password=***&sslmode=disable',
  ],
  ['postgres://db/app?token=pw=pw', 'postgres://db/app?token=***'],
])('%s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});

it.each([
  'postgres://app:a@b/c@db/app',
  'postgres://app:w#x@db/app',
  'postgres://app:w?x@db/app',
  'postgres://a/b@db/app',
])('%s is refused: what to encode is said', (url) => {
  expect(urlFlaw(url)).toMatch(/write @ as %40, \/ as %2F/);
});

it.each([
  ['postgres://db:port/app', 'it cannot be parsed as a URL'],
  ['postgres://db/app?sslmode=bogus', /^its sslmode is not one of prefer, require, verify-ca, /],
  ['postgres://db/app?sslrootcert=/nofile', 'its sslrootcert /nofile cannot be read (ENOENT)'],
])('%s is refused', (url, flaw) => {
  expect(urlFlaw(url)).toMatch(flaw);
});

it.each([
  'postgres://app:p%40w@db/app',
  'postgres://app:p@w@db:1/app',
  'postgresql:///app?host=/run/postgresql',
  'postgres://db/app?sslmode=no-verify',
  'postgres://u@db/app?password=p@ss',
  'postgres://db/app?application_name=me@box',
])('%s is used as it is', (url) => {
  expect([urlFlaw(url), connectionUrl(url)]).toEqual([undefined, url]);
});

it.each(['prefer', 'require', 'verify-ca'])('%s verifies all, without a warning', (mode) => {
  const url = `postgres://db/app?sslmode=${mode}`;
  expect([urlFlaw(url), connectionUrl(url)]).toEqual([
    undefined,
    'postgres://db/app?sslmode=verify-full',
  ]);
});
