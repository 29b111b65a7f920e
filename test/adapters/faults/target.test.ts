// Faults that could never strike are refused, wherever they are added.

import { describe, expect, it } from 'vitest';
import { faultsFixture } from '../../../adapters/faults/fixture.ts';
import { faultProfiles } from '../../../adapters/faults/profiles.ts';
import { targetProblem } from '../../../adapters/faults/target.ts';
import { faultBody } from '../../../adapters/faults/wire.ts';
import { serverForEach } from '../../support/server/requests.ts';

const problemOf = (fault: object) => targetProblem(faultBody.parse(fault));

const transfer = '/v1/w3s/developer/transactions/transfer';

describe('a fault that could never strike names the member, and what is allowed', () => {
  it.each<[object, string, RegExp]>([
    [
      { kind: 'cut', service: 'calendar', route: `POST ${transfer}` },
      'route',
      /^must fit a path of requests: \/calendar\/events\/v1\/\*\*, .*; '\/v1\/w3s\/developer\/.*' is of the service wallet$/,
    ],
    [
      { kind: 'cut', route: '/v2/w3s/wallets' },
      'route',
      /^must fit .*: \/v1\/w3s\/\*\*, .*\/v2\/listen\/\*\*; '\/v2\/w3s\/wallets' is of no service$/,
    ],
    [
      { kind: 'cut', route: '/w/x/v1/w3s/wallets' },
      'route',
      /^must fit a path of requests, without the prefix of its world: /,
    ],
    [{ kind: 'cut', route: '/__reprise/worlds' }, 'route', /is of no service$/],
    [{ kind: 'cut', route: '/v1/w3s/wallets/:id' }, 'route', /with \* \(not :id\) for one segment/],
    [{ kind: 'cut', route: '/v1/**/wallets' }, 'route', /and \*\* at the end/],
    [{ kind: 'cut', route: '/v1/w3s/wallets?pageSize=1' }, 'route', /a path without a query/],
    [{ kind: 'cut', route: 'PSOT /v1/w3s/wallets' }, 'route', /an HTTP method such as .* 'PSOT'$/],
    [{ kind: 'refuse', route: 'WS /v1/listen' }, 'route', /there are no requests by 'WS'$/],
    [
      { kind: 'drop-frame', service: 'wallet' },
      'service',
      /^must be speech or left out: wallet has no sockets$/,
    ],
    [{ kind: 'refuse-upgrade', service: 'calendar' }, 'service', /^must be speech or left out/],
    [
      { kind: 'half-open', route: 'WS /v1/auth/grant' },
      'route',
      /^must fit a path of sockets: \/v1\/speak, \/v1\/listen, \/v2\/listen, \/v1\/agent\/converse; /,
    ],
    [
      { kind: 'refuse-upgrade', when: { json: { type: 'Flush' } } },
      'when.json',
      /^must be left out: an upgrade has no body$/,
    ],
    [
      { kind: 'lose-webhook', service: 'calendar' },
      'service',
      /^must be wallet, speech or left out: calendar has no webhooks$/,
    ],
    [
      { kind: 'stick', route: 'POST /v1/w3s/developer/wallets' },
      'route',
      /^must fit a path of requests that initiate transactions: \/v1\/w3s\/developer\/transactions\/transfer, /,
    ],
    [{ kind: 'deny', route: `GET ${transfer}` }, 'route', /^must begin with POST or its path/],
  ])('%j', (fault, member, message) => {
    expect(problemOf(fault)).toEqual({ member, message: expect.stringMatching(message) });
  });
});

it.each([
  { kind: 'cut', route: '/**' },
  { kind: 'cut', route: 'GET /' },
  { kind: 'cut', route: '/event/fair' },
  { kind: 'cut', route: '/v1/w3s/nothing/here' }, // its error is struck
  { kind: 'cut', service: 'calendar', route: '/wp-json/mine/v1/events' },
  { kind: 'cut', service: 'calendar', route: '/calendar/*' }, // the feed
  { kind: 'cut', route: 'DELETE /*/w3s/*' },
  { kind: 'drop-frame', route: '/v1/*' },
  { kind: 'refuse-upgrade', route: 'WS /v1/agent/**' },
  { kind: 'lose-webhook', route: 'PUT /w/x/my/hook' },
  { kind: 'stick', route: '/v1/w3s/developer/**' },
])('%j may strike', (fault) => {
  expect(problemOf(fault)).toBeUndefined();
});

it('the faults of profiles may strike', () => {
  const all = Object.values(faultProfiles).flatMap(({ faults }) => faults as readonly object[]);
  expect(all.map(problemOf)).toEqual(all.map(() => undefined));
});

describe('one in a fixture', () => {
  const server = serverForEach();
  const faults = [{ kind: 'cut' }, { kind: 'cut', route: '/nowhere/*' }];
  const message = 'faults.1.route: must fit a path of requests: /v1/w3s/**';

  it('is refused by requests that create worlds', async () => {
    const fixture = { version: 1, faults };
    const { status, body } = await server().control('POST', '/worlds', { name: 'a', fixture });
    expect({ status, ...body.error }).toMatchObject({
      status: 400,
      code: 'fixture-refused',
      message: expect.stringContaining(message),
    });
  });

  it('is refused by programs that create worlds', async () => {
    const { worlds } = server().reprise;
    const created = worlds.create({ name: 'a', fixture: { version: 1, faults } });
    await expect(created).rejects.toThrow(message);
  });

  it('is accepted in a stored one, which may be older than the rule', () => {
    const parsed = faultsFixture.schema.parse(faults);
    expect(faultsFixture.commands(parsed, {})).toHaveLength(2);
  });
});
