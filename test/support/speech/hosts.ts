// A whole Reprise behind each host, for clients of the speech service.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { WebSocket } from 'ws';
import { attachSockets } from '../../../adapters/hosts/node/attach-sockets.ts';
import type { SocketLimits } from '../../../adapters/protocol/channel.ts';
import { expressHandler } from '../../../adapters/hosts/node/express.ts';
import { createNodeServer } from '../../../adapters/hosts/node/node.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../../adapters/reprise.ts';
import type { World } from '../../../core/index.ts';
import { token, worldOf, type JsonBody } from '../server/server.ts';
import { shareVoice } from './shared-voice.ts';

export interface SpeechHost {
  /** The base address, with the scheme `http:`. */
  readonly url: string;
  readonly reprise: Reprise;
  /** A WebSocket that reaches this host. */
  readonly WebSocket: typeof WebSocket;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Sends a request to the control plane, which must accept it; resolves with the parsed answer. */
  readonly control: (method: string, path: string, body?: object) => Promise<JsonBody>;
  /** Sends frames in place of the client of a session. */
  readonly drive: (id: string, frames: readonly object[], world?: string) => Promise<DrivenFrames>;
  /** The texts of the events of a world. Default: `default`. */
  readonly eventTexts: (world?: string) => Promise<readonly string[]>;
  /** A world by name. Default: `default`. */
  readonly world: (name?: string) => World;
  readonly close: () => Promise<void>;
}

/** What a session sends to frames that an operator sends. */
export interface DrivenFrames {
  readonly frames: readonly { readonly text?: string; readonly data?: string }[];
  readonly closed: object | null;
}

export type StartSpeechHost = (options?: Partial<RepriseOptions>) => Promise<SpeechHost>;

async function open(options: Partial<RepriseOptions> = {}): Promise<Reprise> {
  shareVoice();
  return openReprise({
    store: createMemoryStore(),
    token,
    ...options,
    defaults: { clock: { mode: 'frozen', rate: 1 }, ...options.defaults },
  });
}

/** A host that is reached by `fetch`, with requests to the control plane. */
function speechHost(
  host: Pick<SpeechHost, 'url' | 'reprise' | 'WebSocket' | 'fetch' | 'close'>,
): SpeechHost {
  const control: SpeechHost['control'] = async (method, path, body) => {
    const response = await host.fetch(`/__reprise${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    ...host,
    control,
    drive: (id, frames, world = 'default') =>
      control('POST', `/worlds/${world}/sessions/${id}/frames`, { frames }),
    async eventTexts(world = 'default') {
      const { store } = host.reprise.engine;
      return (await store.events(world, { from: 1, limit: 10_000 })).map(({ text }) => text);
    },
    world: (name) => worldOf(host.reprise, name),
  };
}

async function onPort(reprise: Reprise, server: Server, mount = ''): Promise<SpeechHost> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  return speechHost({
    url,
    reprise,
    WebSocket,
    fetch: (path, init) => fetch(url + path, init),
    async close() {
      server.close();
      server.closeAllConnections();
      await reprise.close();
    },
  });
}

export const onNode: StartSpeechHost = async (options) => {
  const reprise = await open(options);
  return onPort(reprise, createNodeServer(reprise.app));
};

export const inExpress: StartSpeechHost = async (options) => {
  const reprise = await open(options);
  const site = express();
  site.use('/mounted', expressHandler(reprise.app));
  const server = createServer(site);
  attachSockets(server, reprise.app, '/mounted');
  return onPort(reprise, server, '/mounted');
};

export const inProcess = async (
  options?: Partial<RepriseOptions>,
  limits?: Partial<SocketLimits>,
): Promise<SpeechHost> => {
  const reprise = await open(options);
  const twin = createTwin(reprise.app, limits);
  const url = 'http://twin.test';
  return speechHost({
    url,
    reprise,
    WebSocket: twin.WebSocket as unknown as typeof WebSocket,
    fetch: (path, init) => twin.fetch(url + path, init),
    close: () => reprise.close(),
  });
};

export const speechHosts: readonly (readonly [string, StartSpeechHost])[] = [
  ['a Node server', onNode],
  ['an Express app', inExpress],
  ['the process itself', inProcess],
];
