// Tests over HTTP: each has a server if it names it, and may start more, which are closed after it.

import { test, type TestAPI } from 'vitest';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { startServer, type TestServer } from '../server/server.ts';

export interface ServerFixtures {
  /** A server in memory with a frozen clock. */
  readonly server: TestServer;
  /** Starts another server. */
  readonly serve: typeof startServer;
}

export interface ServerOptions extends Partial<RepriseOptions> {
  /** Whether tests of a file have one server each, or share one, which none of them changes. Default: `test`. */
  readonly scope?: 'test' | 'file';
}

export function serverTest({ scope = 'test', ...options }: ServerOptions = {}) {
  return test.extend<ServerFixtures>({
    server: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const server = await startServer(options);
        await use(server);
        await server.close();
      },
      { scope },
    ],
    // oxlint-disable-next-line no-empty-pattern
    serve: async ({}, use) => {
      const servers: TestServer[] = [];
      await use(async (...given) => {
        const server = await startServer(...given);
        servers.push(server);
        return server;
      });
      await Promise.all(servers.map((server) => server.close()));
    },
  }) as TestAPI<ServerFixtures>;
}
