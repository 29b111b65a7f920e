// The three hosts of an app, each started on its own: node:http, Express under a mount path, and the in-process twin.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expressHandler } from '../../../adapters/hosts/node/express.ts';
import { createNodeServer } from '../../../adapters/hosts/node/node.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import type { Reprise } from '../../../adapters/reprise.ts';

/** A started host; `fetch` sends requests to paths below its mount path. */
export interface Host {
  readonly base: string;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export type StartHost = (reprise: Pick<Reprise, 'app'>) => Promise<Host>;

export async function listen(server: Server, mount = ''): Promise<Host> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  return {
    base,
    fetch: (path, init) => fetch(base + path, init),
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

export const node: StartHost = ({ app }) => listen(createNodeServer(app));

export const inExpress =
  (mount: string): StartHost =>
  ({ app }) => {
    const site = express().disable('x-powered-by');
    site.use(mount === '' ? '/' : mount, expressHandler(app));
    return listen(createServer(site), mount);
  };

export const twin: StartHost = async ({ app }) => {
  const { fetch } = createTwin(app);
  const base = 'http://twin.test';
  return { base, fetch: (path, init) => fetch(base + path, init), close: async () => undefined };
};
