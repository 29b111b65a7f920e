// The limits of levels and names at every door that reads JSON: bodies, queries, frames, fixtures, scripts, settings, recordings,
// conditions of faults, and JSON within JSON. Each refuses one level or name more in its own form, and is well afterwards.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocument } from '../../../adapters/fixture/document.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { agentCommandOf } from '../../../adapters/services/speech/agent/messages.ts';
import { messageIn } from '../../../adapters/services/speech/frames/json-frame.ts';
import { routes as calendarRoutes } from '../../../adapters/services/calendar/routes.ts';
import { walletRoutes } from '../../../adapters/services/wallet/routes/wallets.ts';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { jsonLevelsMax, jsonNamesMax } from '../../../core/index.ts';
import { createFundedWallets } from '../../support/server/requests.ts';
import { ciphertext, startServer, type TestServer } from '../../support/server/server.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';

let server: TestServer;
const folder = temporaryFolder();
let walletId: string;
beforeAll(async () => {
  server = await startServer();
  walletId = (await createFundedWallets(server)).from.id;
});
afterAll(async () => {
  await server.close();
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const tooDeep = `{"a":${nested(jsonLevelsMax)}}`;
const reason = `has more than ${jsonLevelsMax} levels of lists and objects`;

/** An object with so many names, of which the first is also that of a member in each value. */
const named = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":{"m0":1}`).join(',')}}`;
const tooManyNames = named(jsonNamesMax + 1);
const namesReason = `has more than ${jsonNamesMax} different names of members`;

/** One body beyond each limit, and why it is refused. */
const excesses = [
  [tooDeep, reason],
  [tooManyNames, namesReason],
] as const;

const bodies = (routes: readonly { methods: readonly string[]; path: string }[], prefix: string) =>
  routes
    .filter(({ methods: [method] }) => method !== 'GET' && method !== 'DELETE')
    .map(({ methods: [method = 'POST'], path }) => [method, prefix + path] as const);

const bound = (path: string) =>
  path.replace(':w', 'default').replace(':id', walletId).replaceAll(/:\w+/g, 'a');

const reading = controlRoutes.filter(({ reads }) => reads?.schemas.body !== undefined);

it.each(bodies(reading, ''))('%s %s of the control plane', async (method, path) => {
  for (const [sent, why] of excesses) {
    const { status, body } = await server.control(method, bound(path), sent);
    if (status === 404) return; // there is no such record
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid-request' } },
    });
    expect(body.error.message).toBe(`body: ${why}.`);
  }
});

it.each(bodies(walletRoutes, ''))('%s %s of the wallet', async (method, path) => {
  for (const [sent, why] of excesses) {
    const { status, body } = await server.request(method, bound(path), sent);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 2 } });
    expect(JSON.stringify(body)).toContain(why);
  }
});

it.each(bodies(calendarRoutes, '/calendar/events/v1'))('%s %s', async (method, path) => {
  const target = path.replace(':id', '1').replace(':slug', 'a');
  for (const [sent] of excesses) {
    const { status, body } = await server.request(method, target, sent, { Authorization: '' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'rest_invalid_json' });
  }
});

it('the journal of requests keeps such a body as a text', async () => {
  const path = '/calendar/events/v1/none';
  await server.request('POST', path, nested(2_000));
  const { body } = await server.control('GET', `/worlds/default/requests?path=${path}`);
  expect(body.requests[0].body).toBe(nested(2_000));
});

it('the condition of a fault, and a body that is compared with one', async () => {
  const fault = (json: string) =>
    server.control('POST', '/worlds/default/faults', `{"kind":"refuse","when":{"json":${json}}}`);
  const { status, body } = await fault(`{"a":${nested(5_000)}}`);
  expect({ status, message: body.error.message }).toEqual({
    status: 400,
    message: `body: ${reason}.`,
  });
  expect((await fault(`{"a":${nested(jsonLevelsMax - 3)}}`)).status).toBe(201);
  const deep = await server.request('POST', '/v1/w3s/developer/walletSets', tooDeep);
  expect(deep.status).toBe(400);
  await server.control('DELETE', '/worlds/default/faults');
});

it('JSON in a text to sign', async () => {
  const sign = async (path: string, data: object) => {
    const { status, body } = await server.request('POST', `/v1/w3s/developer/sign/${path}`, {
      walletId,
      entitySecretCiphertext: await ciphertext(server),
      ...data,
    });
    expect({ status, body: JSON.stringify(body) }).toMatchObject({ status: 400 });
  };
  await sign('typedData', { data: tooDeep });
  await sign('transaction', { transaction: tooDeep });
});

it('a frame of each channel', () => {
  const rules = {} as Parameters<typeof agentCommandOf>[1];
  const frameWith = (value: string) => `{"type":"KeepAlive","a":${value}}`;
  for (const [value, why] of excesses) {
    const frame = frameWith(value);
    const said = `The text frame ${why}.`;
    expect(messageIn(frame, 'KeepAlive')).toEqual({ problem: said });
    expect(agentCommandOf(frame, rules).command).toMatchObject({
      type: 'RejectMessage',
      code: 'UNPARSABLE_CLIENT_MESSAGE',
      description: said,
    });
  }
  for (const value of [nested(jsonLevelsMax - 1), named(jsonNamesMax - 2)]) {
    expect(messageIn(frameWith(value), 'KeepAlive')).not.toHaveProperty('problem');
  }
});

it('a fixture or a file of settings, as JSON and as YAML', () => {
  for (const text of [tooDeep, `${'- '.repeat(2 * jsonLevelsMax + 2)}a`]) {
    expect(() => readDocument(text)).toThrow(`It nests deeper than ${jsonLevelsMax} levels.`);
  }
  expect(readDocument(nested(jsonLevelsMax)).value).toBeDefined();
});

it('a line of a recording', async () => {
  for (const [text, why] of excesses) {
    const file = join(folder, 'refused.jsonl');
    writeFileSync(file, `${text}\n`);
    await expect(readRecording(file)).rejects.toThrow(`it ${why}`);
  }
});

it('a key of idempotency is unused after a refused body', async () => {
  const body = { idempotencyKey: randomUUID(), entitySecretCiphertext: await ciphertext(server) };
  const { status } = await server.request('POST', '/v1/w3s/developer/walletSets', {
    ...body,
    name: 'a',
  });
  expect(status).toBe(201);
});
