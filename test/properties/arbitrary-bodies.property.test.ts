// Any bytes as a body, under any content type, on every route: there is a response, and it is never a 5xx error.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as calendarRoutes } from '../../adapters/services/calendar/routes.ts';
import { controlRoutes } from '../../adapters/control/routes.ts';
import { createTwin, type Twin } from '../../adapters/hosts/in-process/twin.ts';
import { routes as walletRoutes } from '../../adapters/services/wallet/routes.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../adapters/reprise.ts';
import { runs } from '../support/runner/runs.ts';
import { testKey, token } from '../support/server/server.ts';

let reprise: Reprise;
let twin: Twin;
beforeAll(async () => {
  reprise = await openReprise({ store: createMemoryStore(), token, version: '0.0.0-test' });
  twin = createTwin(reprise.app);
});
afterAll(() => reprise.close());

const uuid = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
const root = '/calendar/events/v1';

const routes: readonly (readonly [method: string, path: string])[] = [
  ...calendarRoutes.flatMap(({ methods, path }) =>
    methods.map(
      (method) => [method, root + path.replace(':id', '1').replace(':slug', 'a')] as const,
    ),
  ),
  ...walletRoutes.map(
    ({ methods: [method = 'GET'], path }) => [method, path.replaceAll(/:\w+/g, uuid)] as const,
  ),
  // Routes that remove a world or write a file get the name of a world that does not exist.
  ...controlRoutes.map(({ methods: [method = 'GET'], path, isUnrecorded }) => {
    const world = isUnrecorded === true ? 'nowhere' : 'default';
    return [method, `/__reprise${path.replace(':w', world).replaceAll(/:\w+/g, uuid)}`] as const;
  }),
];

const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each));
const someName = fc.oneof(
  fc.constantFrom('name', 'title', 'venue', 'a[b]').map((name) => Buffer.from(name)),
  bytes,
);
const joined = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const part = fc
  .tuple(someName, bytes, fc.constantFrom('', 'Content-Type: text/plain; charset=x\r\n'), bytes)
  .map(([name, text, header, tail]) =>
    joined(
      '--B\r\nContent-Disposition: form-data; name="',
      name,
      '"',
      tail.length % 3 === 0 ? joined(';', tail) : '',
      '\r\n',
      header,
      '\r\n',
      text,
      '\r\n',
    ),
  );

const bodies = fc.oneof(
  bytes,
  fc.tuple(someName, bytes).map(([name, text]) => joined('{"', name, '":"', text, '"}')),
  fc.tuple(someName, bytes).map(([name, text]) => joined(name, '=', text, '&%', text)),
  fc.array(part, { minLength: 1, maxLength: 3 }).map((all) => joined(...all, '--B--\r\n')),
);

const types = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=B',
    'multipart/form-data',
    'text/plain',
    '',
  ),
  fc.string({ maxLength: 20 }).filter((text) => /^[ -~]*$/.test(text)),
);

async function sendBody(
  method: string,
  path: string,
  type: string,
  body: Buffer,
): Promise<Response> {
  const isControl = path.startsWith('/__reprise');
  return twin.fetch(`http://localhost${path}`, {
    method,
    headers: {
      authorization: `Bearer ${isControl ? token : testKey}`,
      ...(type === '' ? {} : { 'content-type': type }),
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: Uint8Array.from(body) }),
  });
}

describe.each(routes)('%s %s', (method, path) => {
  it('answers any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(types, bodies, async (type, body) => {
        // The calendar has credentials of its own; without users it is open.
        const answer = await sendBody(method, path, type, body);
        await answer.body?.cancel();
        expect(answer.status).toBeLessThan(500);
      }),
      runs(method === 'GET' ? 2 : 60),
    );
  });
});

describe('bytes that are not UTF-8', () => {
  const noText = Buffer.from([0x61, 0xff]);

  it.each([
    [
      'the text of a part',
      joined('--B\r\nContent-Disposition: form-data; name="name"\r\n\r\n', noText, '\r\n--B--\r\n'),
    ],
    [
      'the name of a part',
      joined('--B\r\nContent-Disposition: form-data; name="', noText, '"\r\n\r\na\r\n--B--\r\n'),
    ],
    [
      'a header of a part',
      joined(
        '--B\r\nX: ',
        noText,
        '\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--B--\r\n',
      ),
    ],
  ])('in %s are refused by name', async (_, body) => {
    const answer = await sendBody('POST', `${root}/tags`, 'multipart/form-data; boundary=B', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'rest_invalid_form' });
  });

  it('in a file are ignored, as the file is', async () => {
    const file = joined(
      '--B\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n',
      noText,
      '\r\n--B\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--B--\r\n',
    );
    const answer = await sendBody('POST', `${root}/tags`, 'multipart/form-data; boundary=B', file);
    expect(answer.status).toBe(201);
  });

  it.each([
    [`${root}/tags`, 'rest_invalid_json'],
    ['/v1/w3s/developer/walletSets', 2],
    ['/__reprise/worlds', 'invalid-request'],
  ])('in JSON are refused at %s', async (path, code) => {
    const answer = await sendBody(
      'POST',
      path,
      'application/json',
      joined('{"name":"', noText, '"}'),
    );
    expect(answer.status).toBe(400);
    const { error, ...body } = (await answer.json()) as { error?: object };
    expect(error ?? body).toMatchObject({ code });
  });
});
