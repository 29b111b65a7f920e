// A world of a test: base URLs, keys, clock, steering, and what happened in it.

import { constants, publicEncrypt } from 'node:crypto';
import { z } from 'zod';
import {
  omitUndefined,
  type EventOf,
  type EventType,
  type World,
  type wallet,
} from '../../core/index.ts';
import { checkedOptions } from '../checked-options.ts';
import type {
  ChainChange,
  Event,
  Events,
  JournaledRequest,
  RunningBlockchain,
  State,
} from '../client/control-types.ts';
import type { Client } from '../client/client.ts';
import { RepriseError } from '../client/error.ts';
import type { WorldClient } from '../client/world.ts';
import type { Twin } from '../hosts/in-process/twin.ts';
import type { TwinSocketOptions } from '../hosts/in-process/twin-socket.ts';
import type { RsaBits } from '../services/module.ts';
import { entityKey } from '../services/wallet/entity-keys.ts';
import type { Synthesiser } from '../voice/synthesiser.ts';
import { checkEventType } from './event-type.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { speakIn, type SpeechOptions, type SpokenAudio } from './test-speech.ts';
import {
  testTransaction,
  walletNamed,
  walletsNamed,
  type TestTransaction,
  type TestWallet,
} from './test-wallet.ts';

/** What clients need to talk to a world. */
export interface WorldKeys {
  /** An API key of the wallet for test networks, and one for others. */
  readonly walletKey: string;
  readonly liveWalletKey: string;
  readonly speechKey: string;
  /** 32 bytes in hex; the first secret that a world sees is its own. */
  readonly entitySecret: string;
}

/** Which requests are listed; all members must agree. */
export interface RequestFilter {
  readonly service?: 'wallet' | 'calendar' | 'speech';
  readonly method?: string;
  /** Without the world's prefix. `*` is one segment, `**` at the end any number of segments. */
  readonly path?: string;
  /** Such as 201, or a class of them such as `4xx`. */
  readonly status?: number | string;
  /** Only requests without a route (true), or with one (false). */
  readonly unmatched?: boolean;
}

/** The data of an event of this type, without values that the client picked at random. */
export type EventDataOf<Type extends EventType> = MembersOf<EventOf<Type>>;

type MembersOf<Of> = Of extends unknown ? Omit<Of, 'type' | 'aside'> : never;

/** An event whose type is known. */
export interface TypedEvent<Type extends EventType> extends Omit<Event, 'type' | 'data'> {
  readonly type: Type;
  readonly data: EventDataOf<Type>;
}

export interface ListEvents {
  <Type extends EventType>(type: Type): Promise<readonly TypedEvent<Type>[]>;
  (type?: EventType): Promise<readonly Event[]>;
}

export interface TestWorld extends WorldKeys {
  readonly name: string;
  /** The seed of its ids and random numbers. */
  readonly seed: string;
  /** Base URLs of clients, on a free port of the loopback. */
  readonly url: string;
  readonly ws: string;
  /** As the global ones, in this process: paths count, hosts do not, so that clients may keep their production URLs. */
  readonly fetch: Twin['fetch'];
  readonly WebSocket: Twin['WebSocket'];
  /** The entity secret, encrypted for one request, for clients that do not encrypt it themselves. */
  readonly entitySecretCiphertext: () => string;
  readonly clock: TestClock;
  /** The only wallet with this name or refId; on a blockchain, if there is one on several. */
  readonly wallet: (name: string, blockchain?: wallet.Blockchain) => TestWallet;
  readonly wallets: (name?: string, blockchain?: wallet.Blockchain) => readonly TestWallet[];
  readonly tx: (id: string) => TestTransaction;
  /** Speaks a text, which this world hears word for word, on all listening channels. */
  readonly say: (text: string, options?: SpeechOptions) => Promise<SpokenAudio>;
  /** Changes the conditions on a blockchain. */
  readonly chain: (blockchain: RunningBlockchain, change: ChainChange) => Promise<void>;
  /** The events since the fixture, of one type or all. */
  readonly events: ListEvents;
  /** Events as they are stored: those of `running`. */
  readonly events$: World['events$'];
  /** The last requests to it, oldest first, with what they caused; unmatched ones with the nearest route. */
  readonly requests: (filter?: RequestFilter) => Promise<readonly JournaledRequest[]>;
  /** Faults to inject: add, list, remove. */
  readonly faults: WorldClient['faults'];
  /** The rows of all tables. */
  readonly state: () => Promise<State>;
  /** What went over the wire so far, without secrets: the text of a whole recording. */
  readonly recording: () => Promise<string>;
  /** The control plane of this world: everything that an operator can do, except `reset`. */
  readonly operator: WorldClient;
  /** The running world: streams of events and entities. */
  readonly running: World;
  /** Removes the world; its sockets end. A request that a fault hangs ends when its client leaves. */
  readonly dispose: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface TestWorldParts {
  readonly world: World;
  /** The same. Throws if the name is that of another world by now, or of a reset one. */
  readonly running: () => World;
  readonly keys: WorldKeys;
  readonly twin: Twin;
  /** Of the server. */
  readonly url: string;
  readonly client: Client;
  readonly rsaBits: RsaBits;
  readonly synthesiser: () => Synthesiser;
  readonly recording: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

/** Node 20.0 has no such symbol. */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/** What to do instead of a reset. */
export const createAnother = 'dispose of it, and create another with createWorld().';

const eventsPerPage = 1_000;

/** Its values are checked by the control plane. */
const requestFilterSchema = z.strictObject({
  service: z.string().exactOptional(),
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z.union([z.number(), z.string()]).exactOptional(),
  unmatched: z.boolean().exactOptional(),
});

export function createTestWorld(parts: TestWorldParts, from: number): TestWorld {
  const { world, running, keys, twin, url, client, rsaBits, recording, dispose } = parts;
  const { name } = world.record;
  const operator: WorldClient = {
    ...client.world(name),
    reset: async () => {
      const message = `World '${name}' of a test cannot be reset: ${createAnother}`;
      throw new RepriseError('invalid-argument', message);
    },
  };
  return {
    ...keys,
    name,
    seed: world.settings().forkSeed ?? world.record.seed,
    url: `${url}/w/${name}`,
    ws: `${url.replace(/^http/, 'ws')}/w/${name}`,
    fetch: (input, init) => {
      const request = new Request(input instanceof Request ? input : absolute(input), init);
      request.headers.set(worldHeader, name);
      return twin.fetch(request);
    },
    WebSocket: socketsOf(twin, name),
    entitySecretCiphertext: () => encrypted(keys.entitySecret, rsaBits),
    clock: createTestClock(running, operator),
    wallet: (named, blockchain) => walletNamed(running(), operator, named, blockchain),
    wallets: (named, blockchain) => walletsNamed(running(), operator, named, blockchain),
    tx: (id) => testTransaction(running, operator, id),
    say: (text, options = {}) => speakIn(running(), parts.synthesiser(), text, options),
    chain: async (blockchain, change) =>
      void (await operator.wallet.chains.change(blockchain, change)),
    events: ((type?: EventType) => eventsSince(operator, from, type)) as ListEvents,
    events$: world.events$,
    requests: async (given = {}) => {
      checkedOptions(requestFilterSchema, given, 'world.requests');
      const { status, unmatched, ...filter } = given;
      const query = {
        ...filter,
        ...(status === undefined ? {} : { status: String(status) }),
        ...(unmatched === undefined ? {} : ({ unmatched: unmatched ? 'true' : 'false' } as const)),
      };
      return (await client.send('listRequests', { path: { w: name }, query })).requests;
    },
    faults: operator.faults,
    state: () => operator.state(),
    recording,
    operator,
    running: world,
    dispose,
    [asyncDispose]: dispose,
  };
}

const worldHeader = 'X-Reprise-World';

/** The URL of a request that is given by its path. */
function absolute(input: string | URL): URL {
  return new URL(input, 'http://localhost');
}

/** The twin's sockets, in a world. */
function socketsOf({ WebSocket }: Twin, world: string): Twin['WebSocket'] {
  return class extends WebSocket {
    constructor(
      url: string | URL,
      protocols?: string | readonly string[],
      options?: TwinSocketOptions,
    ) {
      super(url, protocols, { ...options, headers: { ...options?.headers, [worldHeader]: world } });
    }
  };
}

function encrypted(secret: string, bits: RsaBits): string {
  const key = entityKey(bits).publicPem;
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return publicEncrypt({ key, ...padding }, Buffer.from(secret, 'hex')).toString('base64');
}

async function eventsSince(
  operator: WorldClient,
  first: number,
  type: EventType | undefined,
): Promise<readonly Event[]> {
  if (type !== undefined) checkEventType(type);
  const events: Event[] = [];
  for (let from: number | null = first; from !== null;) {
    const page: Events = await operator.events({
      from,
      limit: eventsPerPage,
      ...omitUndefined({ type }),
    });
    events.push(...page.events);
    from = page.next;
  }
  return events;
}
