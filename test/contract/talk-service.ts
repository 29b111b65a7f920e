// A service for tests whose channels follow orders of their clients: echo, send unasked, close, fail.

import { createApp, type App } from '../../adapters/protocol/app.ts';
import type { Channel, Frame, Peer, UpgradeRequest } from '../../adapters/protocol/channel.ts';
import { json } from '../../adapters/protocol/messages.ts';
import type { Service } from '../../adapters/protocol/service.ts';
import { OverloadError, StoreError, type World } from '../../core/index.ts';
import { createTranscript, lineOf, type Transcript } from './transcript.ts';

export interface Talk {
  readonly app: App;
  /** The frames and closes that the sessions received, in order. */
  readonly heard: Transcript;
  /** Lets a session continue after `wait`, or opens the gate. */
  readonly release: () => void;
}

export const key = 'a-key';

export function createTalk(): Talk {
  const heard = createTranscript();
  let release: () => void = () => undefined;
  const waited = () => new Promise<void>((resolve) => (release = resolve));

  /** Sends megabytes at the pace of the client. */
  async function pour(count: number, peer: Peer): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      peer.send(binary(Buffer.alloc(1024 * 1024)));
      await peer.drained();
    }
  }

  /** Executes an order; echoes any other frame. */
  function obey(frame: Frame, peer: Peer): void | Promise<void> {
    heard.push(`heard ${lineOf(frame)}`);
    const [order = '', ...words] = frame.kind === 'text' ? frame.text.split(' ') : [];
    const count = Number(words[0]);
    switch (order) {
      case 'close':
        return words[0] === undefined ? peer.close() : peer.close(count, words.slice(1).join(' '));
      case 'count':
        for (let index = 0; index < count; index += 1) peer.send(text(String(index)));
        return undefined;
      case 'flood':
        for (let index = 0; index < count; index += 1) peer.send(binary(Buffer.alloc(1024 * 1024)));
        return undefined;
      case 'pour':
        return pour(count, peer);
      case 'twice': {
        const same = binary(Buffer.of(1));
        peer.send(same);
        return peer.send(same);
      }
      case 'later':
        return void setImmediate(() => {
          peer.send(text('unasked'));
          peer.send(binary(Buffer.of(1, 2, 3)));
          peer.close(4000, 'that was all');
        });
      case 'break':
        throw new Error('A bug of the session.');
      case 'reject':
        return Promise.reject(new OverloadError('Too much at once.'));
      case 'wait':
        return waited();
      default:
        return peer.send(frame);
    }
  }

  const session = ({ protocols }: UpgradeRequest, { record }: World, peer: Peer) => ({
    headers: { 'X-World': record.name, 'X-Request-Id': 'fixed' },
    ...(protocols.includes('token') ? { protocol: 'token' } : {}),
    receive: (frame: Frame) => obey(frame, peer),
    closed: (code: number, reason: string) => {
      heard.push(`closed ${code} '${reason}'`);
    },
  });

  const channels: Readonly<Record<string, Channel['open']>> = {
    '/talk/echo': (...given) => ({ kind: 'accepted', session: session(...given) }),
    '/talk/greeting': async (request, world, peer) => {
      peer.send(text(`Good day, ${world.record.name}`));
      await new Promise((resolve) => setImmediate(resolve));
      peer.send(binary(Buffer.of(0, 255)));
      if (request.query.get('brief') !== null) peer.close(1000, 'good bye');
      return { kind: 'accepted', session: session(request, world, peer) };
    },
    '/talk/gated': async (...given) => {
      heard.push('opening');
      await waited();
      return { kind: 'accepted', session: session(...given) };
    },
    '/talk/locked': (request, world, peer) => {
      const isKnown =
        request.headers['authorization'] === `Token ${key}` ||
        (request.protocols[0] === 'token' && request.protocols[1] === key);
      if (isKnown) return { kind: 'accepted', session: session(request, world, peer) };
      peer.send(text('never seen'));
      const headers = { 'dg-error': 'Invalid credentials.' };
      return {
        kind: 'refused',
        response: json(401, { err_code: 'INVALID_AUTH', é: '☃' }, headers),
      };
    },
    '/talk/foreign': (...given) => ({
      kind: 'accepted',
      session: { ...session(...given), protocol: 'nobody-offered-this' },
    }),
    '/talk/broken': () => {
      throw new Error('A bug of the channel.');
    },
    '/talk/full': async () => {
      throw new StoreError('unavailable', 'The disk is full.');
    },
  };

  const service: Service = {
    name: 'talk',
    isInWorld: true,
    owns: (path) => path.startsWith('/talk/'),
    answer: async () => json(200, { plain: true }),
    refuse: (_request, status, message) => json(status, { talk: status, message }),
    channelAt: (path) => {
      const open = channels[path];
      return open === undefined ? undefined : { open };
    },
  };
  const known = ['default', 'alice', 'bob'];
  const app = createApp({
    services: [service],
    worldNamed: async (name) =>
      known.includes(name) ? ({ record: { name } } as World) : undefined,
  });
  return { app, heard, release: () => release() };
}

function text(words: string): Frame {
  return { kind: 'text', text: words };
}

function binary(data: Buffer): Frame {
  return { kind: 'binary', data };
}
