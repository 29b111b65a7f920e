// The content of a message whose connection fails before it was read.

import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { ArrivedContent } from '../../../../adapters/upstream/relay/arrived-content.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';

const longBytes = 200_000;

it.each(['reset', 'closed'])('has all that came before its connection was %s', async (end) => {
  let endIt: () => void = () => undefined;
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'audio/wav' });
    response.write(Buffer.alloc(longBytes));
    endIt = () => void (end === 'reset' ? request.socket.resetAndDestroy() : request.socket.end());
  });
  const sending = httpRequest(await listening(server), { agent: false });
  sending.on('error', () => undefined);
  sending.end();
  const [message] = (await once(sending, 'response')) as [IncomingMessage];
  const content = new ArrivedContent(message);
  let arrived = 0;
  message.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived === longBytes) endIt();
  });
  message.on('error', () => undefined);
  await new Promise((resolve) => message.once('close', resolve));
  let bytes = 0;
  const read = async () => {
    for await (const chunk of content) bytes += chunk.length;
  };
  await expect(read()).rejects.toThrow('aborted');
  expect(bytes).toBe(longBytes);
  await closed(server);
});

it('takes no more than a part of what is not read', async () => {
  const manyBytes = 32 * 1024 * 1024;
  const server = createServer((_request, response) => response.end(Buffer.alloc(manyBytes)));
  const sending = httpRequest(await listening(server), { agent: false });
  sending.end();
  const [message] = (await once(sending, 'response')) as [IncomingMessage];
  const content = new ArrivedContent(message);
  await once(message, 'pause');
  let bytes = 0;
  for await (const chunk of content) bytes += chunk.length;
  expect(bytes).toBe(manyBytes);
  await closed(server);
});
