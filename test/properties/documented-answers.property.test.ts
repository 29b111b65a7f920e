// Every response of the wallet and of the control plane to a random session conforms to the OpenAPI document.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type Reprise } from '../../adapters/reprise.ts';
import { createAnswerCheck, type AnswerCheck } from '../support/openapi/answer-check.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { token } from '../support/server/server.ts';
import {
  createDriver,
  malformedSteps,
  prelude,
  openForSessions,
  wireSession,
  type Exchange,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const prefix = '/__reprise';

async function checkOf({ app }: Reprise, name: string): Promise<AnswerCheck> {
  const { body = '' } = await app.handle({
    method: 'GET',
    url: `${prefix}${name}`,
    headers: { host: '127.0.0.1', authorization: `Bearer ${token}` },
    body: Buffer.alloc(0),
    origin: 'http://127.0.0.1',
  });
  return createAnswerCheck(JSON.parse(body));
}

it('every response of the wallet and of the control plane is in its document', async () => {
  const operations = new Set<string>();
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(wireSession, async (session) => {
      const { reprise, host } = await openForSessions();
      const wallet = await checkOf(reprise, '/openapi/wallet.json');
      const control = await checkOf(reprise, '/openapi.json');
      const expectDocumented = ({ request: { method, url }, response }: Exchange) => {
        const isControl = url.startsWith(prefix);
        const check = isControl ? control : wallet;
        const path = isControl ? url.slice(prefix.length) : url.replace(/^\/w\/[^/]+/, '');
        // Skips requests that reach no route: unknown paths and methods, and bodies that no host accepts.
        if (!check.has(method, path) || [413, 414, 415].includes(response.status)) return;
        const { status, body } = response;
        if (response.headers['Content-Type']?.includes('json') === false) return;
        const parsed = body === undefined ? undefined : (JSON.parse(body) as unknown);
        operations.add(check.expectDocumented(method, path, { status, body: parsed }));
        statuses.add(status);
      };
      const driver = createDriver(reprise, 'default', { host });
      for (const step of [...prelude, ...malformedSteps, ...session]) {
        for (const exchanged of await driver.run(step)) expectDocumented(exchanged);
      }
      await reprise.close();
    }),
    runs(50),
  );
  expect(operations.size).toBeGreaterThan(40);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
});
