// The ids of answers that are sent before a request reaches its world.

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import { headerBytesMax, headerBytesReadMax } from '../../../../adapters/protocol/limits.ts';
import type { HttpResponse } from '../../../../adapters/protocol/messages.ts';
import { handshake } from '../../../contract/raw-frames.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';
import { speechKey } from '../../../support/speech/client.ts';
import {
  inProcess,
  onNode,
  speechHosts,
  type SpeechHost,
  type StartSpeechHost,
} from '../../../support/speech/hosts.ts';

const it = speechTest();
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const long = `/v1/listen?keyterm=${'x'.repeat(12_000)}`;
const large = { 'X-Large': 'x'.repeat(headerBytesMax) };

interface Refusal {
  readonly status: number;
  readonly id: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The answer to a refused upgrade. */
async function refusalOf(
  { url, WebSocket: Socket }: SpeechHost,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Refusal> {
  const socket = new Socket(url.replace('http', 'ws') + path, [], { headers });
  if (Socket !== WebSocket) {
    await new Promise((resolve) => socket.addEventListener('error', resolve));
    const { response } = socket as unknown as { readonly response: HttpResponse };
    return refusal(response.status, response.headers['dg-request-id'], response.body ?? '');
  }
  const [, response] = await once(socket, 'unexpected-response');
  const parts: Buffer[] = await response.toArray();
  socket.on('error', () => undefined).terminate();
  return refusal(response.statusCode, response.headers['dg-request-id'], parts.join(''));
}

function refusal(status: number, id: unknown, body: string): Refusal {
  return { status, id, body: JSON.parse(body) as Refusal['body'] };
}

/** The answers to these refused upgrades, from a new server. */
async function refusals(start: StartSpeechHost, paths: readonly string[]) {
  const host = await start();
  try {
    for (const name of ['alice', 'bob']) {
      await host.control('POST', '/worlds', { name, seed: name });
    }
    const all: Refusal[] = [];
    for (const path of paths) all.push(await refusalOf(host, path));
    return all;
  } finally {
    await host.close();
  }
}

const idsOf = (answers: readonly Refusal[]) => answers.map(({ id }) => id);

describe.each(speechHosts)('upgrades that are refused unread by %s', (_name, start) => {
  const paths = [
    long,
    long,
    '/v3/foo',
    '/v3/foo',
    '/v1/nothing',
    '/v1/speak/more',
    '/w/nowhere/v1/speak',
    '/w/nowhere/v1/speak',
    `/w/nowhere${long}`,
    '/w/nowhere/v3/foo',
  ];

  it('have different ids, which are equal for equal requests on every host', async () => {
    const answers = await refusals(start, paths);
    expect(answers.map(({ status }) => status)).toEqual([
      414, 414, 404, 404, 404, 404, 404, 404, 414, 404,
    ]);
    for (const { id, body } of answers) {
      expect(id).toEqual(isUuid);
      expect(body).toEqual({
        err_code: expect.stringMatching(/^(URI_TOO_LONG|NOT_FOUND)$/),
        err_msg: expect.stringMatching(/./),
        request_id: id,
      });
    }
    expect(new Set(idsOf(answers)).size).toBe(paths.length);
    expect(idsOf(await refusals(inProcess, paths))).toEqual(idsOf(answers));
  });

  it('have ids of the world that they name', async () => {
    const ofAlice = [`/w/alice${long}`, '/w/alice/v3/foo', '/w/alice/v1/speak'];
    const alone = idsOf(await refusals(start, ofAlice));
    const others = ['/w/bob/v3/foo', '/v3/foo', '/w/nowhere/v3/foo'];
    const among = await refusals(
      start,
      ofAlice.flatMap((path, index) => [others[index] ?? '', path]),
    );
    expect(idsOf(among.filter((_answer, index) => index % 2 === 1))).toEqual(alone);
    expect(new Set(idsOf(among)).size).toBe(6);
  });
});

describe('headers that are too large', () => {
  it.each([
    ['a Node server', onNode],
    ['the process itself', inProcess],
  ])('are refused by %s in the form of the service', async (_name, start) => {
    const host = await start();
    const answers = [
      await refusalOf(host, '/v1/speak', large),
      await refusalOf(host, '/v1/speak', large),
      await refusalOf(host, '/v3/foo', large),
    ];
    for (const { status, id, body } of answers) {
      expect({ status, body }).toEqual({
        status: 431,
        body: {
          err_code: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
          err_msg: `The headers are larger than ${headerBytesMax} bytes, the most that is taken.`,
          request_id: id,
        },
      });
    }
    expect(new Set(idsOf(answers)).size).toBe(3);
    const response = await host.fetch('/v1/auth/grant', { method: 'POST', headers: large });
    expect([response.status, response.headers.get('dg-request-id')]).toEqual([431, isUuid]);
    await host.close();
  });
});

describe('requests without a known service', () => {
  async function idOf(host: SpeechHost, bytes: string): Promise<string | undefined> {
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
    socket.write(bytes);
    const parts: Buffer[] = await socket.toArray();
    return /^dg-request-id: (\S+)\r$/m.exec(parts.join(''))?.[1];
  }

  it('have different ids, too', async () => {
    const host = await onNode();
    const unread = handshake('/v1/speak', { 'X-Large': 'x'.repeat(headerBytesReadMax) });
    const plain = 'GET /v3/foo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const ids: unknown[] = [];
    for (const bytes of [unread, unread, plain, plain, 'nonsense\r\n\r\n']) {
      ids.push(await idOf(host, bytes));
    }
    expect(ids).toEqual(ids.map(() => isUuid));
    expect(new Set(ids).size).toBe(5);
    await host.close();
  });
});

describe('a recording', () => {
  it('replays with its ids between refused upgrades', async ({ host, record }) => {
    const { file, stop } = await record(host);
    const headers = { authorization: `Token ${speechKey}` };
    const ids: unknown[] = [];
    for (const path of [long, '/v3/foo', '/v1/agent', long]) {
      ids.push((await refusalOf(host, path)).id);
      const granted = await host.fetch('/v1/auth/grant', { method: 'POST', headers });
      ids.push(granted.headers.get('dg-request-id'));
      ids.push((await refusalOf(host, '/v1/speak', { authorization: 'Token another' })).id);
    }
    expect(new Set(ids).size).toBe(12);
    await stop();
    const { replay } = await expectEqual(file);
    expect(replay.compared.answers).toBeGreaterThanOrEqual(4);
  });
});
