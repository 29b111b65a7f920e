// The work of a request grows linearly with its terms, organizers, costs, parts and brackets.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '../support/server/server.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, repeatToLength, processorMs } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let made = 0;
const list = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index));
const event = { title: 'a', start_date: '2026-05-01', end_date: '2026-05-02' };

function send(body: string | URLSearchParams | FormData, isJson = false): Promise<number> {
  return processorMs(async () => {
    const answer = await fetch(`${server.url}/calendar/events/v1/events`, {
      method: 'POST',
      body,
      ...(isJson ? { headers: { 'content-type': 'application/json' } } : {}),
    });
    await answer.text();
    expect(answer.status).toBeLessThan(500);
  });
}

const fields: readonly (readonly [string, (count: number) => object])[] = [
  ['new tags', (count) => ({ tags: list(count, () => `t${(made += 1)}`) })],
  [
    'tags of one slug',
    (count) => ({ tags: list(count, (index) => `a${' '.repeat(index % 500)}!`) }),
  ],
  ['new categories', (count) => ({ categories: list(count, () => `c${(made += 1)}`) })],
  [
    'new organizers',
    (count) => ({ organizer: list(count, () => ({ organizer: `o${(made += 1)}` })) }),
  ],
  ['organizers of one name', (count) => ({ organizer: list(count, () => ({ organizer: 'a' })) })],
  [
    'long organizers',
    (count) => ({ organizer: list(count, () => ({ organizer: repeatToLength('<', 900) })) }),
  ],
  ['ids of organizers', (count) => ({ organizer: list(count, (index) => index) })],
  [
    'prices',
    (count) => ({
      cost: list(count, (index) => index)
        .join(',')
        .slice(0, 1_000),
    }),
  ],
];

describe('the work of an event', () => {
  it.each(fields)('with many %s grows with their number', async (about, of) => {
    await expectLinearWork(about, 1_000, (count) =>
      send(JSON.stringify({ ...event, ...of(count) }), true),
    );
  });

  const names: readonly (readonly [string, (index: number) => string])[] = [
    ['brackets', (index) => `a${'[b]'.repeat(1 + (index % 8))}`],
    ['open brackets', () => repeatToLength('[', 490)],
    ['closed brackets', () => repeatToLength('][', 490)],
    [
      'permutations of brackets',
      (index) => `a${list(8, (bit) => ((index >> bit) & 1 ? '[' : ']')).join('')}`,
    ],
    ['members', (index) => `a[${index}]`],
    ['members of members', (index) => `a[${index % 30}][${index}]`],
    ['far members', (index) => `a[${10 ** (index % 15)}]`],
    ['items', () => 'tags[]'],
    ['long names', (index) => `${repeatToLength('a', 480)}${index}`],
  ];

  it.each(names)(
    'as a form or in parts with many %s grows with their number',
    async (about, nameOf) => {
      await expectLinearWork(about, 990, (count) =>
        send(new URLSearchParams(list(count, (index): [string, string] => [nameOf(index), 'a']))),
      );
      await expectLinearWork(about, 990, (count) => {
        const parts = new FormData();
        for (const name of list(count, nameOf)) parts.append(name, repeatToLength('a', 300));
        return send(parts);
      });
    },
  );

  it.each(['--x', '\r\n', '--x\r\n', '\r\n--', '\r\n--x\r\n', 'a: b\r\n', '-'])(
    'as a body of parts made of %j grows with its length',
    async (unit) => {
      await expectLinearWork(unit, 900_000, (length) =>
        processorMs(async () => {
          const answer = await fetch(`${server.url}/calendar/events/v1/events`, {
            method: 'POST',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
            body: `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${repeatToLength(unit, length)}`,
          });
          await answer.text();
          expect(answer.status).toBeLessThan(500);
        }),
      );
    },
  );
});
