// The typed client of the control plane: of a server, or of one in this process. It runs in browsers, too.

import type { NewWorld, Operations, Tenant, TenantLimits, World, Worlds } from './control-types.ts';
import { RepriseError } from './error.ts';
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
  /** Rejects with RepriseError 'not-ready' unless the server is ready for requests. */
  readonly ready: () => Promise<Operations['getReadiness']['answer']>;
  readonly worlds: {
    /** All worlds, in the order of their names; abbreviated for those that sleep. */
    readonly list: () => Promise<Worlds['worlds']>;
    readonly create: (world: NewWorld) => Promise<World>;
  };
  /** The processes that share the store; none if it is for one process. */
  readonly nodes: {
    readonly list: () => Promise<Answer<'listNodes'>['nodes']>;
    /** Has the one with that address hand its worlds over to the others, and take no more. */
    readonly drain: (address: string) => Promise<Answer<'drainNode'>['nodes']>;
  };
  /** The text that Prometheus reads. */
  readonly metrics: () => Promise<string>;
  /** For the operator of a server, whose token this is. */
  readonly tenants: {
    /** With their limits, and the numbers of their worlds. */
    readonly list: () => Promise<readonly Tenant[]>;
    /** Creates a tenant, and gives its token; or replaces the limits of one that exists. An omitted limit does not limit it. */
    readonly put: (
      id: string,
      limits: TenantLimits,
    ) => Promise<Tenant & { readonly token?: string }>;
    /** Draws a new token, in place of the one that the tenant has. */
    readonly drawToken: (id: string) => Promise<string>;
    /** Removes a tenant that has no worlds; `withWorlds`: after its worlds. */
    readonly remove: (id: string, options?: { readonly withWorlds?: boolean }) => Promise<void>;
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
    ready: () => send('getReadiness', {}),
    worlds: {
      list: () => allWorlds(send),
      create: (body) => send('createWorld', { body }),
    },
    nodes: {
      list: async () => (await send('listNodes', {})).nodes,
      drain: async (address) => (await send('drainNode', { body: { address } })).nodes,
    },
    metrics: () => send('getMetrics', {}),
    tenants: {
      list: async () => (await send('listTenants', {})).tenants,
      put: (id, body) => send('putTenant', { path: { id }, body }),
      drawToken: async (id) => (await send('drawTenantToken', { path: { id } })).token,
      async remove(id, { withWorlds = false } = {}) {
        if (withWorlds) await removeWorlds(send, id);
        const query = withWorlds ? ({ worlds: 'remove' } as const) : {};
        await send('removeTenant', { path: { id }, query });
      },
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

/** Removes the worlds of a tenant, each where it is served: a server removes those of other processes only one by one. */
async function removeWorlds(send: Send, id: string): Promise<void> {
  const start = `${id}.`;
  for await (const { worlds } of worldPages(send, `${id}-`)) {
    for (const { name } of worlds.filter((world) => world.name.startsWith(start))) {
      await send('removeWorld', { path: { w: name } }).catch((error: unknown) => {
        const isGone = error instanceof RepriseError && error.code === 'world-unknown';
        if (!isGone) throw error;
      });
    }
    const { name = '' } = worlds.at(-1) ?? {};
    if (name > start && !name.startsWith(start)) return; // the others follow all of its own
  }
}

/** All pages of the list of worlds. */
async function allWorlds(send: Send): Promise<Worlds['worlds']> {
  const worlds: Worlds['worlds'][number][] = [];
  for await (const page of worldPages(send)) worlds.push(...page.worlds);
  return worlds;
}

async function* worldPages(send: Send, after?: string): AsyncGenerator<Worlds, void, void> {
  let next = after ?? null;
  do {
    const page: Worlds = await send('listWorlds', { query: next === null ? {} : { after: next } });
    yield page;
    ({ next } = page);
  } while (typeof next === 'string'); // a server of an earlier version lists all at once, without it
}
