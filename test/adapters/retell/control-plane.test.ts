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

const msMax = 50;
const unreachable = { name: 'RepriseError', code: 'unreachable' };

/** The client of a server, and how to send a request of the operator to it. */
async function targetOf(answer: RequestListener) {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  const closed = new Promise((resolve) =>
    server.on('connection', (socket) => socket.on('close', resolve)),
  );
  const token = 'token';
  const client = controlClient({ url: await listening(server), token, msMax });
  const connector = new Connector();
  onTestFinished(() => connector.close());
  const world = client.world('shop');
  const operate = () => {
    const url = '/__reprise/worlds/recorded/wallet/fund';
    const request = { method: 'POST', url, body: Buffer.from('{}') };
    return sendAsOperator(request, { control: { client, token, world }, connector, msMax });
  };
  return { world, operate, closed };
}

const silent: Readonly<Record<string, RequestListener>> = {
  'never answers': () => undefined,
  'never ends its answer': (_request, response) => void response.writeHead(200).write('{'),
};

it.each(Object.entries(silent))('are given up if it %s', async (_how, answer) => {
  const { world, operate, closed } = await targetOf(answer);
  await expect(operate()).rejects.toMatchObject(unreachable);
  await closed;
  await expect(world.clock.get()).rejects.toMatchObject(unreachable);
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

it('have as long as the work of a world, whatever is waited for', () => {
  expect([1, 60_000].map(controlMsMax)).toEqual([20_000, 60_000]);
});
