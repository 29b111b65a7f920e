import { afterAll, beforeAll, expect, it } from 'vitest';
import { ciphertext, startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;

beforeAll(async () => (server = await startServer()));
afterAll(() => server.close());

it('creates one wallet set for many concurrent requests with one key', async () => {
  const idempotencyKey = '11111111-1111-4111-8111-111111111111';
  const sealed = await Promise.all(Array.from({ length: 20 }, () => ciphertext(server)));
  const answers = await Promise.all(
    sealed.map((entitySecretCiphertext) =>
      server.request('POST', '/v1/w3s/developer/walletSets', {
        idempotencyKey,
        entitySecretCiphertext,
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(19);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  const listed = await server.request('GET', '/v1/w3s/walletSets');
  expect(listed.body.data.walletSets).toHaveLength(1);
});
