// Webhooks pass the proxy byte for byte, since services sign them, and are sent again so.

import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { webhookPath } from '../../../../adapters/upstream/relay/destination.ts';
import { sendWebhooks } from '../../../../adapters/upstream/play/webhooks.ts';
import { trafficIn } from '../../../support/upstream/compared.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** A webhook as it arrives. */
interface Arrived {
  readonly url: string | undefined;
  readonly body: string;
  readonly signatures: readonly string[];
}

/** An endpoint of webhooks. */
async function startEndpoint() {
  const waiting: ((arrived: Arrived) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      response.end();
      const { url, rawHeaders } = request;
      const signatures = rawHeaders.filter(
        (_value, index) => rawHeaders[index - 1]?.toLowerCase() === 'x-signature',
      );
      waiting.shift()?.({ url, body: Buffer.concat(chunks).toString('base64'), signatures });
    });
  });
  return {
    url: `${await listening(server)}/hook`,
    next: () => new Promise<Arrived>((resolve) => waiting.push(resolve)),
    close: () => closed(server),
  };
}

function post(url: string, headers: Record<string, string | string[]>, body: Buffer) {
  return new Promise<void>((resolve, reject) => {
    const sending = httpRequest(url, { agent: false, method: 'POST', headers }, (answer) => {
      answer.resume().once('close', resolve);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const contents = {
  'is not UTF-8': Buffer.of(0x7b, 0xff, 0x00, 0xe9, 0x0d, 0x0a, 0x7d),
  'ends within a character': Buffer.of(0x22, 0xc3),
  'has a byte order mark': Buffer.from('\ufeff{"a":"é"}'),
  'has other spaces': Buffer.from('{ "a" : 1 }\r\n'),
  'has no bytes': Buffer.alloc(0),
};

it.each(
  Object.entries(contents).flatMap(([name, body]) =>
    [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'application/octet-stream' },
      { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' },
      {},
    ].map((headers) => [name, headers, body] as const),
  ),
)('that %s stays as it is: %j', async (_name, headers, body) => {
  const endpoint = await startEndpoint();
  const service = createServer((request, response) => {
    request.resume().once('end', () => response.end('ok'));
  });
  const upstream = await listening(service);
  await inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const arriving = endpoint.next();
    await recordThrough(
      upstream,
      file,
      async (proxy) => {
        await fetch(`${proxy}/write`, { method: 'POST' });
        const signed = { ...headers, 'X-Signature': ['a, b', 'caf\xe9'] };
        await post(`${proxy}${webhookPath}/of/it`, signed, body);
      },
      { webhook: endpoint.url },
    );
    const expected = {
      url: '/hook/of/it',
      body: body.toString('base64'),
      signatures: ['a, b', 'caf\xe9'],
    };
    expect(await arriving).toEqual(expected);
    expect((await trafficIn(file)).webhooks).toHaveLength(1);
    const sending = endpoint.next();
    const problems: string[] = [];
    await playing(
      file,
      async (player) => {
        await fetch(`${player}/write`, { method: 'POST' });
        expect(await sending).toEqual(expected);
      },
      {
        onWebhooks: (webhooks, context) =>
          sendWebhooks(webhooks, endpoint.url, context, (line) => problems.push(line)),
      },
    );
    expect(problems).toEqual([]);
  });
  await closed(service);
  await endpoint.close();
});

it.each([
  ['as it is', 'application/json', (url: string) => JSON.stringify({ hook: url })],
  [
    'with escaped slashes',
    'application/json',
    (url: string) => JSON.stringify({ hook: url }).replaceAll('/', String.raw`\/`),
  ],
  [
    'in a form',
    'application/x-www-form-urlencoded',
    (url: string) => new URLSearchParams({ hook: url }).toString(),
  ],
])('the address of the proxy for webhooks reaches the service: %s', async (_name, type, bodyOf) => {
  const bodies: string[] = [];
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.once('end', () => {
      bodies.push(body);
      response.end('ok');
    });
  });
  const upstream = await listening(service);
  await inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const send = (at: string, path: string) =>
      fetch(`${at}/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: bodyOf(`${at}${path}`),
      });
    await recordThrough(
      upstream,
      file,
      async (proxy) => {
        await send(proxy, webhookPath);
        await send(proxy, '/elsewhere');
        expect(bodies).toEqual([bodyOf(`${proxy}${webhookPath}`), bodyOf(`${upstream}/elsewhere`)]);
      },
      { webhook: 'http://127.0.0.1:9/hook' },
    );
    await playing(file, async (player) => {
      expect((await send(player, webhookPath)).status).toBe(200);
    });
  });
  await closed(service);
});

it('a webhook that names an address below its receiver stays as it is', async () => {
  const endpoint = await startEndpoint();
  const service = createServer((_request, response) => response.end('ok'));
  const upstream = await listening(service);
  const body = Buffer.from(JSON.stringify({ to: endpoint.url + webhookPath }));
  await inFolder(async (folder) => {
    await recordThrough(
      upstream,
      join(folder, 'real.jsonl'),
      async (proxy) => {
        const arriving = endpoint.next();
        await post(`${proxy}${webhookPath}`, { 'Content-Type': 'application/json' }, body);
        expect((await arriving).body).toBe(body.toString('base64'));
      },
      { webhook: endpoint.url },
    );
  });
  await closed(service);
  await endpoint.close();
});
