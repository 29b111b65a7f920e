// Refused requests and reads leave the world as it is; other requests change it once.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { longMs } from '../support/runner/timeouts.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { calendarKinds, type RequestSpec } from '../support/session-requests/request-kit.ts';
import { createDriver, openForSessions } from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const requestSpec: fc.Arbitrary<RequestSpec> = fc.record({
  kind: fc.constantFrom(...calendarKinds),
  x: fc.nat({ max: 1_000 }),
  y: fc.nat({ max: 1_000 }),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
});
const requestSpecs = fc.array(requestSpec, { minLength: 5, maxLength: 60, size: 'max' });
const users = fc.constantFrom('open' as const, 'wordpress' as const);

it('refused requests and reads leave the digest of their world unchanged', async () => {
  const seen = { refused: new Set<number>(), read: 0, done: 0 };
  await fc.assert(
    fc.asyncProperty(requestSpecs, users, async (all, mode) => {
      const { reprise, host } = await openForSessions({ mode });
      const driver = createDriver(reprise, 'default', { host });
      const shown = async () => reprise.engine.world('default')?.describe();
      for (const one of all) {
        const before = await shown();
        const [exchanged] = await driver.run({ requests: [one] });
        const after = await shown();
        const { method = '', url = '' } = exchanged?.request ?? {};
        const { status = 0 } = exchanged?.response ?? {};
        const isControl = url.startsWith('/__reprise');
        if (status >= 400 || method === 'GET') {
          expect({ url, status, digest: after?.digest }).toEqual({
            url,
            status,
            digest: before?.digest,
          });
          expect(after?.position).toBe(before?.position);
          if (status >= 400) seen.refused.add(status);
          else seen.read += 1;
        } else if (!isControl) {
          expect(status).toSatisfy((code: number) => code === 200 || code === 201);
          if (status === 201 && /\/events\/?$/.test(url)) {
            expect(after?.digest).not.toBe(before?.digest);
            seen.done += 1;
          }
        }
      }
      await reprise.close();
    }),
    runs(25, firstCases({ seed: 7, count: 1 }, requestSpecs, users)),
  );
  expect([...seen.refused]).toEqual(expect.arrayContaining([400, 401, 403, 404]));
  expect(Math.min(seen.read, seen.done)).toBeGreaterThan(0);
});
