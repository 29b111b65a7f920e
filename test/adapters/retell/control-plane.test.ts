// Requests to a control plane that accepts connections and never answers, or never ends its answer.

import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import {
  controlClient,
  controlMsMax,
  sendAsOperator,
} from '../../../adapters/retell/control-plane.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { listening } from '../../support/upstream/conversations.ts';

/** The client of a server for a replay that is over, so that no request has long; and how to send one of the operator to it. */
async function targetOf(answer: RequestListener) {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  const closed = new Promise((resolve) =>
    server.on('connection', (socket) => socket.on('close', resolve)),
  );
  const token = 'token';
  const connector = new Connector();
  onTestFinished(() => connector.close());
  const options = { connector, waitMsMax: 60_000, stopped: AbortSignal.abort() };
  const url = await listening(server);
  const client = controlClient({ url, token, ...options });
  const world = client.world('shop');
  const operate = () => {
    const path = '/__reprise/worlds/recorded/wallet/fund';
    const request = { method: 'POST', url: path, body: Buffer.from('{}') };
    return sendAsOperator(request, { client, token, world }, options);
  };
  return { url, world, operate, closed, connector };
}

const silent: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'never ends its answer': (_request, response) => void response.writeHead(200).write('{'),
};

it.each(Object.entries(silent))('are given up if it %s', async (_how, answer) => {
  const { url, world, operate, closed } = await targetOf(answer);
  const late = (sent: string) => ({
    name: 'RepriseError',
    code: 'unreachable',
    message: `${url} has not answered ${sent} within 1 s.`,
  });
  await expect(operate()).rejects.toMatchObject(late('POST /__reprise/worlds/shop/wallet/fund'));
  await closed;
  await expect(world.requests.list({ since: 1 })).rejects.toMatchObject(
    late('GET /__reprise/worlds/shop/requests'),
  );
});

it('are given up as soon as connections are closed', async () => {
  const { url, world, connector } = await targetOf(() => connector.close());
  await expect(world.clock.get()).rejects.toThrow(`No server answers at ${url}.`);
});

it('are sent for the world of the target', async () => {
  const urls: (string | undefined)[] = [];
  const { operate } = await targetOf(({ url }, response) => {
    urls.push(url);
    response.writeHead(404).end(); // it is refused as in the recording, or differs later
  });
  await operate();
  expect(urls).toEqual(['/__reprise/worlds/shop/wallet/fund']);
});

it.each([
  ['GET', 4_000, 4_000],
  ['GET', 1, 1_000],
  ['POST', 4_000, 20_000],
  ['POST', 60_000, 60_000],
])('have, as %s where %i ms are waited, %i ms', (method, waitMsMax, expected) => {
  expect(controlMsMax(method, { waitMsMax })).toBe(expected);
});

it('only clean up, and have little time, once the replay is to end', () => {
  const stopped = AbortSignal.abort();
  expect(controlMsMax('DELETE', { waitMsMax: 60_000, stopped })).toBe(1_000);
});
