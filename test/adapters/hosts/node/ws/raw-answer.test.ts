// Upgrades that are refused: the whole answer arrives, and the connection ends although its client does not end it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { answerUpgrade } from '../../../../../adapters/hosts/node/ws/raw-answer.ts';
import { closed, listening } from '../../../../support/upstream/conversations.ts';

it('closes a connection that its client leaves open', async () => {
  const server = createServer();
  const refused = new Promise<void>((resolve) => {
    server.on('upgrade', (request, stream) => {
      const headers = { 'X-A': ['1', '2'] };
      answerUpgrade(request, stream, { status: 403, reason: 'No', headers, body: 'no' }, 20);
      stream.once('close', resolve);
    });
  });
  const { port } = new URL(await listening(server));
  const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  let text = '';
  client.on('data', (data) => (text += data.toString('latin1')));
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(client, 'end');
  await refused;
  expect(text).toMatch(/^HTTP\/1.1 403 No\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 2\r\n/);
  expect(text.endsWith('\r\n\r\nno')).toBe(true);
  client.destroy();
  await closed(server);
});
