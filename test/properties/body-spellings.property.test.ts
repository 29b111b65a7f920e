import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventBody, linkedBodies, termBody } from '../support/arbitraries/calendar-requests.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import {
  formPairs,
  multipartBody,
  urlencodedText,
  type FormFields,
} from '../support/calendar/body-spellings.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** A request in one spelling: its query, and its body with its type. */
interface Spelled {
  readonly query?: string;
  readonly type?: string;
  readonly body?: string;
}

const formType = 'application/x-www-form-urlencoded';
const spellings: Readonly<Record<string, (said: FormFields) => Spelled>> = {
  json: (said) => ({ type: 'application/json', body: JSON.stringify(said) }),
  form: (said) => ({ type: formType, body: urlencodedText(formPairs(said, 'empty')) }),
  indexed: (said) => ({ type: formType, body: urlencodedText(formPairs(said)) }),
  parts: (said) => {
    const { type, body } = multipartBody(formPairs(said));
    return { type, body: body.toString('utf8') };
  },
  query: (said) => ({ query: urlencodedText(formPairs(said)) }),
};
const names = Object.keys(spellings);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  for (const name of names) await server.control('POST', '/worlds', { name, seed: 'one' });
});
afterAll(() => server.close());

/** The response of a world to a request in its own spelling, without the world's name. */
async function answerIn(name: string, method: string, path: string, said: FormFields) {
  const { query = '', type, body } = spellings[name]?.(said) ?? {};
  // Longer queries do not fit into a URL: they go as a form, so that the worlds stay alike.
  const isLong = query.length > 2_500;
  const answer = await server.request(
    method,
    `/w/${name}/calendar/events/v1${path}${isLong ? '' : `?${query}`}`,
    isLong ? query : (body ?? ''),
    { 'Content-Type': isLong ? formType : (type ?? '') },
  );
  return { status: answer.status, body: JSON.stringify(answer.body).replaceAll(`/w/${name}`, '') };
}

const collections: readonly (readonly [collection: string, body: fc.Arbitrary<FormFields>])[] = [
  ['/events', eventBody],
  ['/venues', linkedBodies.venue],
  ['/organizers', linkedBodies.organizer],
  ['/categories', termBody],
  ['/tags', termBody],
];
const request = fc.constantFrom(...collections).chain(([collection, body]) =>
  fc.record({
    body,
    method: fc.constantFrom('POST', 'PUT', 'PATCH'),
    id: fc.option(fc.integer({ min: 1, max: 30 })),
    collection: fc.constant(collection),
  }),
);

it('a request has one effect and one response in any spelling', async () => {
  const statuses = new Set<number>();
  const digestOf = async (name: string) =>
    (await server.control('GET', `/worlds/${name}`)).body.digest as string;
  let before = await digestOf('json');
  await fc.assert(
    fc.asyncProperty(request, async ({ body, method, id, collection }) => {
      const path = id === null ? collection : `${collection}/${id}`;
      const used = id === null ? 'POST' : method;
      const answers = [];
      const digests = [];
      for (const name of names) {
        answers.push(await answerIn(name, used, path, body));
        digests.push(await digestOf(name));
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(new Set(digests).size).toBe(1);
      const status = answers[0]?.status ?? 0;
      if (status >= 400) expect(digests[0]).toBe(before);
      before = digests[0] ?? '';
      statuses.add(status);
    }),
    runs(100, firstCases({ seed: 25, count: 7 }, request)),
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400]));
});
