// The typed client of the control plane: of a server, or of one in this process. It runs in browsers, too.

import type { NewWorld, Operations, World, Worlds } from './control-types.ts';
import { createSender, type Answer, type Fetch, type OperationInput, type Send } from './send.ts';
import { reconnectionDefault, type Reconnection } from './server-sent.ts';
import { createWorldClient, type WorldClient } from './world.ts';

export interface ClientOptions {
  /** The address of the server; `http://127.0.0.1:4600` by default. */
  readonly url?: string;
  /** The token that the server printed at startup. */
  readonly token: string;
  /** As the global fetch, which is the default; that of `createTwin` needs no port. */
  readonly fetch?: Fetch;
  /** When streams connect again after a disconnect. */
  readonly reconnection?: Partial<Reconnection>;
}

/** All promises reject with RepriseError. */
export interface Client {
  readonly url: string;
  readonly health: () => Promise<Operations['getHealth']['answer']>;
  readonly worlds: {
    /** All worlds, in the order of creation; abbreviated for those that are not loaded. */
    readonly list: () => Promise<Worlds['worlds']>;
    readonly create: (world: NewWorld) => Promise<World>;
  };
  /** The names of the packaged fixtures, from which worlds can be created. */
  readonly fixtures: () => Promise<readonly string[]>;
  /** Replays a recording, and gives what the studio shows of it; no world of the server is touched. */
  readonly replay: (
    upload: OperationInput<'replayUpload'>['body'],
  ) => Promise<Answer<'replayUpload'>>;
  /** The journal of requests that no world got. */
  readonly strayRequests: {
    readonly list: (
      query?: OperationInput<'listStrayRequests'>['query'],
    ) => Promise<Answer<'listStrayRequests'>>;
    readonly clear: () => Promise<void>;
  };
  /** A world by its name; nothing is sent, and it need not exist. */
  readonly world: (name: string) => WorldClient;
  /** Sends an operation of the OpenAPI document. */
  readonly send: Send;
}

/** The default port of `reprise serve`. */
const urlDefault = 'http://127.0.0.1:4600';

export function createClient({
  url = urlDefault,
  token,
  fetch = globalThis.fetch,
  reconnection = {},
}: ClientOptions): Client {
  const [server = ''] = /^.*[^/]/s.exec(url) ?? []; // without slashes at its end
  const sender = createSender(server, token, (target, init) => fetch(target, init));
  const { send } = sender;
  return {
    url: server,
    health: () => send('getHealth', {}),
    worlds: {
      list: async () => (await send('listWorlds', {})).worlds,
      create: (body) => send('createWorld', { body }),
    },
    fixtures: async () => (await send('listFixtures', {})).fixtures,
    replay: (body) => send('replayUpload', { body }),
    strayRequests: {
      list: (query = {}) => send('listStrayRequests', { query }),
      clear: () => send('clearStrayRequests', {}),
    },
    world: (name) =>
      createWorldClient(name, server, sender, { ...reconnectionDefault, ...reconnection }),
    send,
  };
}
