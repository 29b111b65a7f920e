// A server with the studio, for tests in a browser.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createNodeServer } from '../../../adapters/hosts/node/node.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../../adapters/reprise.ts';
import { lazySite } from '../../../adapters/studio/site/lazy-site.ts';
import { createClient, type Client } from '../../../adapters/client/index.ts';
import { token } from '../server/server.ts';

export interface StudioServer {
  readonly url: string;
  readonly reprise: Reprise;
  readonly client: Client;
  /** The address of the studio with the token, at this place of the page. */
  readonly studio: (place?: string) => string;
  readonly close: () => Promise<void>;
}

/** `port`: 0 for a free one, or that of a server that was closed. */
export async function startStudio(
  options: Partial<RepriseOptions> = {},
  port = 0,
): Promise<StudioServer> {
  const reprise = await openReprise({
    token,
    version: '0.0.0-test',
    ...options,
    defaults: { clock: 'frozen', ...options.defaults },
  });
  const server = createNodeServer(reprise.app, { site: lazySite('0.0.0-test') });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reprise,
    client: createClient({ url, token }),
    studio: (place = '/') => `${url}/__reprise/studio/#token=${token}&${place}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await reprise.close();
    },
  };
}
