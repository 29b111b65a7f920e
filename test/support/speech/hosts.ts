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
import { token } from '../server/server.ts';
import { shareVoice } from './shared-voice.ts';

export interface SpeechHost {
  /** The base address, with the scheme `http:`. */
  readonly url: string;
  readonly reprise: Reprise;
  /** A WebSocket that reaches this host. */
  readonly WebSocket: typeof WebSocket;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
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

async function onPort(reprise: Reprise, server: Server, mount = ''): Promise<SpeechHost> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  return {
    url,
    reprise,
    WebSocket,
    fetch: (path, init) => fetch(url + path, init),
    async close() {
      server.close();
      server.closeAllConnections();
      await reprise.close();
    },
  };
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
  return {
    url,
    reprise,
    WebSocket: twin.WebSocket as unknown as typeof WebSocket,
    fetch: (path, init) => twin.fetch(url + path, init),
    close: () => reprise.close(),
  };
};

export const speechHosts: readonly (readonly [string, StartSpeechHost])[] = [
  ['a Node server', onNode],
  ['an Express app', inExpress],
  ['the process itself', inProcess],
];
