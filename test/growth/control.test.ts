// The work of a request to the control plane grows linearly with its length, for any text in every field of every body and
// query, which the test reads from the schemas of the routes, and for fixtures.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { ControlRoute } from '../../adapters/contracts/control-route.ts';
import { controlRoutes } from '../../adapters/control/routes.ts';
import { bodyBytesMax } from '../../adapters/protocol/limits.ts';
import { createFundedWallets } from '../support/server/requests.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, repeatToLength, processorMs, units } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let server: TestServer;
let walletId = '';
let worlds = 0;
beforeAll(async () => {
  server = await startServer();
  walletId = (await createFundedWallets(server)).from.id;
});
afterAll(() => server.close());

/** Valid members of requests, so that a request with a text passes the other checks. */
const base: Readonly<Record<string, () => object>> = {
  'POST /worlds': () => ({ name: `w${(worlds += 1)}` }),
  'POST /worlds/:w/fork': () => ({ name: `w${(worlds += 1)}` }),
  'POST /worlds/:w/wallet/wallets/:id/mint': () => ({
    tokenAddress: `0x${'ab'.repeat(20)}`,
    standard: 'ERC721',
    nftTokenId: String((worlds += 1)),
  }),
  'POST /worlds/:w/wallet/wallet-sets': () => ({ custodyType: 'DEVELOPER' }),
};

/** Recordings write files, and a removed world has no text to process. */
const isMeasured = ({ methods, path }: ControlRoute) =>
  !methods.includes('DELETE') && !path.includes('/recording/');

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> => {
  if (schema === undefined) return {};
  const { shape, options = [] } = schema as { shape?: object; options?: readonly z.ZodType[] };
  return Object.assign({}, shape, ...options.map(shapeOf)) as Record<string, z.ZodType>;
};

const texts = controlRoutes
  .filter(isMeasured)
  .flatMap(({ methods: [method = 'GET'], path, reads }) => [
    ...Object.entries(shapeOf(reads?.schemas.body)).map(
      ([name, form]) => [method, path, name, form, 'body'] as const,
    ),
    ...Object.entries(shapeOf(reads?.schemas.query)).map(
      ([name, form]) => [method, path, name, form, 'query'] as const,
    ),
    ...(/:(?!w\b)/.test(path)
      ? [[method, path, 'a part of its path', undefined, 'path'] as const]
      : []),
  ]);

function send(method: string, path: string, body: object | undefined): Promise<number> {
  return processorMs(async () => {
    const answer = await server.control(method, path, body);
    expect(answer.status).toBeLessThan(500);
  });
}

describe('the work of a text', () => {
  it.each(texts)('%s %s %s grows with its length', async (method, path, name, form, place) => {
    const world = path.replace(':w', 'default');
    const target = world.replace(':id', walletId).replace(':blockchain', 'ETH-SEPOLIA');
    const { maxLength } = (form ?? {}) as { maxLength?: number | null };
    for (const unit of units) {
      if (place === 'body') {
        const within = maxLength ?? 1_000;
        const beside = () => base[`${method} ${path}`]?.() ?? {};
        const text = (length: number) => ({ ...beside(), [name]: repeatToLength(unit, length) });
        await expectLinearWork(unit, within, (length) => send(method, target, text(length)));
      } else {
        await expectLinearWork(unit, 2_900, (length) => {
          const text = encodeURIComponent(repeatToLength(unit, length)).slice(0, length);
          return place === 'query'
            ? send(method, `${target}?${name}=${text}`, undefined)
            : send(method, world.replaceAll(/:[a-z]+/g, text), method === 'GET' ? undefined : {});
        });
      }
    }
    if (place !== 'body') return;
    // A text beyond its limit is refused, alone and in a list.
    for (const unit of ['a', ' ', '1', '9,'])
      for (const wrap of [
        (text: string) => text,
        (text: string) => [text],
        (text: string) => Array.from(text),
      ])
        await expectLinearWork(unit, bodyBytesMax / 20, (length) =>
          send(method, target, {
            ...base[`${method} ${path}`]?.(),
            [name]: wrap(repeatToLength(unit, length)),
          }),
        );
  });
});

const list = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index));
const at = { start_date: '2026-05-01 10:00', end_date: '2026-05-01 12:00' };

/** Bodies with the given number of items; the largest is nearly as long as a body may be. */
const bodies: readonly (readonly [string, string, string, number, (count: number) => object])[] = [
  [
    'unknown members',
    'POST',
    '/worlds/default/clock',
    40_000,
    (count) =>
      Object.fromEntries(
        list(count, (index) => [`m${index}`, { token: `${index}`.padStart(16, 'a') }]),
      ),
  ],
  [
    'users',
    'PATCH',
    '/worlds/default/config',
    1_000,
    (count) => ({
      calendar: {
        users: list(count, (id) => ({
          id: id + 1,
          login: `${repeatToLength('a', 50)}${id}`,
          password: repeatToLength('b', 500),
          role: 'editor',
        })),
      },
    }),
  ],
  [
    'equal users',
    'PATCH',
    '/worlds/default/config',
    1_000,
    (count) => ({
      calendar: {
        users: list(count, () => ({ id: 1, login: 'a', password: 'b', role: 'editor' })),
      },
    }),
  ],
  [
    'wallet keys',
    'PATCH',
    '/worlds/default/config',
    100,
    (count) => ({ walletKeys: list(count, (index) => `A:b:${repeatToLength('c', 480)}${index}`) }),
  ],
  [
    'colons in a wallet key',
    'PATCH',
    '/worlds/default/config',
    400_000,
    (count) => ({ walletKeys: [':a'.repeat(count)] }),
  ],
  [
    'namespaces',
    'PATCH',
    '/worlds/default/config',
    150_000,
    (count) => ({ calendar: { namespaces: ['a/'.repeat(count)] } }),
  ],
  [
    'digits of a zone',
    'PATCH',
    '/worlds/default/config',
    400_000,
    (count) => ({ calendar: { zone: '1'.repeat(count) } }),
  ],
  [
    'tokens to fund',
    'POST',
    '/worlds/default/wallet/wallets/:id/fund',
    20_000,
    (count) => ({ tokens: Object.fromEntries(list(count, (index) => [`t${index}`, '1'])) }),
  ],
  [
    'wallets that are described',
    'POST',
    '/worlds/default/wallet/wallets',
    200,
    (count) => ({
      walletSetId: 'a',
      blockchains: ['ETH'],
      metadata: list(count, () => ({
        name: repeatToLength('a', 1_000),
        refId: repeatToLength('b', 1_000),
      })),
    }),
  ],
  [
    'base64 of a frame',
    'POST',
    '/worlds/default/sessions/a/frames',
    200_000,
    (count) => ({ frames: [{ data: 'AAAA'.repeat(count) }] }),
  ],
];

const calendars: readonly (readonly [string, number, (count: number) => object])[] = [
  [
    'categories below each other',
    16_000,
    (count) => ({
      categories: list(count, (index) => ({
        name: `c${index}`,
        ...(index === 0 ? {} : { parent: `c${index - 1}` }),
      })),
    }),
  ],
  [
    'categories above each other',
    16_000,
    (count) => ({
      categories: list(count, (index) => ({ name: `c${index}`, parent: `c${index + 1}` })).concat([
        { name: `c${Math.floor(count)}` } as never,
      ]),
    }),
  ],
  [
    'categories in a circle',
    16_000,
    (count) => ({
      categories: list(count, (index) => ({
        name: `c${index}`,
        parent: `c${(index + 1) % Math.floor(count)}`,
      })),
    }),
  ],
  [
    'categories that lead into a circle',
    16_000,
    (count) => ({
      categories: list(count, (index) => ({
        name: `c${index}`,
        parent: `c${Math.max(0, index - 1)}`,
      })),
    }),
  ],
  [
    'events below each other',
    2_000,
    (count) => ({
      events: list(count, (index) => ({
        title: `e${index}`,
        ...at,
        ...(index === 0 ? {} : { parent: `e${index - 1}` }),
      })),
    }),
  ],
  ['tags of one name', 16_000, (count) => ({ tags: list(count, () => ({ name: 'a' })) })],
  [
    'links to duplicates',
    8_000,
    (count) => ({
      tags: [{ name: 'a' }, { name: 'a' }],
      events: list(count, (index) => ({ title: `e${index}`, ...at, tags: ['a'] })),
    }),
  ],
  [
    'events of one title',
    2_000,
    (count) => ({ events: list(count, () => ({ title: 'a', ...at })) }),
  ],
  ['venues', 2_000, (count) => ({ venues: list(count, (index) => ({ venue: `v${index}` })) })],
  [
    'links of an event',
    1_000,
    (count) => ({
      organizers: list(count, (index) => ({ organizer: `o${index}` })),
      events: list(20, (index) => ({
        title: `e${index}`,
        ...at,
        organizer: list(count, (place) => `o${place}`),
      })),
    }),
  ],
  [
    'signs in a description',
    400_000,
    (count) => ({
      events: list(count / 50_000, (index) => ({
        title: `e${index}`,
        ...at,
        description: repeatToLength('<a ', 50_000),
      })),
    }),
  ],
  [
    'a series',
    500,
    (count) => ({
      events: [
        { title: 'a', ...at, repeats: { every: 'week', times: Math.max(2, Math.floor(count)) } },
      ],
    }),
  ],
];

describe('the work of a body', () => {
  it.each(bodies)('of many %s grows with their number', async (about, method, path, most, of) => {
    const target = path.replace(':id', walletId);
    await expectLinearWork(about, most, (count) => send(method, target, of(count)));
  });

  it.each(calendars)('with a fixture of %s grows with its length', async (about, most, of) => {
    await expectLinearWork(about, most, async (count) => {
      const name = `f${(worlds += 1)}`;
      const work = await send('POST', '/worlds', {
        name,
        fixture: { version: 1, calendar: of(count) },
      });
      await server.control('DELETE', `/worlds/${name}`);
      return work;
    });
  });
});
