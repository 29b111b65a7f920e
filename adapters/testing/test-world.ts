// A world of a test: base URLs, keys, clock, steering, and what happened in it.

import { constants, publicEncrypt } from 'node:crypto';
import {
  eventTypes,
  isEventType,
  type EventType,
  type World,
  type wallet,
} from '../../core/index.ts';
import type { Twin } from '../http/twin.ts';
import type { TwinSocketOptions } from '../http/twin-socket.ts';
import { entityKey, type RsaBits } from '../services/wallet/entity-keys.ts';
import { choices, quoted } from '../wording.ts';
import type { ControlCall } from './control-calls.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import {
  testTransaction,
  walletNamed,
  walletsNamed,
  type ChainChange,
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

/** An event of the log, as the control plane shows it. */
export interface LogEvent {
  readonly position: number;
  /** Such as `wallet/transaction/<id>`, and its place in this stream. */
  readonly stream: string;
  readonly version: number;
  /** Virtual time in milliseconds. */
  readonly at: number;
  /** The position of the event that scheduled this one. */
  readonly cause?: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The rows of all tables. */
export interface LogState {
  readonly position: number;
  readonly digest: string;
  readonly now: string;
  readonly tables: Readonly<
    Record<string, { readonly count: number; readonly rows: readonly Record<string, unknown>[] }>
  >;
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
  /** Changes the conditions on a blockchain. */
  readonly chain: (blockchain: wallet.Blockchain, change: ChainChange) => Promise<void>;
  /** The events since the fixture, of one type or all. */
  readonly events: (type?: EventType) => Promise<readonly LogEvent[]>;
  readonly state: () => Promise<LogState>;
  /** What went over the wire so far, without secrets, as the lines of a recording. */
  readonly recording: () => Promise<string>;
  /** Any call of the control plane below `/__reprise/worlds/<name>`. */
  readonly control: ControlCall;
  /** The running world: streams of events and entities. */
  readonly running: World;
  /** Removes the world; its connections end. */
  readonly dispose: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface TestWorldParts {
  readonly world: World;
  readonly keys: WorldKeys;
  readonly twin: Twin;
  /** Of the server. */
  readonly url: string;
  readonly control: ControlCall;
  readonly rsaBits: RsaBits;
  readonly recording: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

/** Node 20.0 has no such symbol. */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

const eventsPerPage = 1_000;

export function createTestWorld(parts: TestWorldParts, from: number): TestWorld {
  const { world, keys, twin, url, control, rsaBits, recording, dispose } = parts;
  const { name } = world.record;
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
    clock: createTestClock(world, control),
    wallet: (named, blockchain) => walletNamed(world, control, named, blockchain),
    wallets: (named, blockchain) => walletsNamed(world, control, named, blockchain),
    tx: (id) => testTransaction(world, control, id),
    chain: async (blockchain, change) => {
      await control('PATCH', `/wallet/chains/${blockchain}`, change);
    },
    events: (type) => eventsSince(control, from, type),
    state: () => control('GET', '/state'),
    recording,
    control,
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
  control: ControlCall,
  first: number,
  type: EventType | undefined,
): Promise<readonly LogEvent[]> {
  if (type !== undefined && !isEventType(type)) {
    throw new TypeError(
      `There is no event type ${quoted(type)}: use ${choices(eventTypes, type)}.`,
    );
  }
  const events: LogEvent[] = [];
  for (let from: number | null = first; from !== null;) {
    const query = new URLSearchParams({ from: String(from), limit: String(eventsPerPage) });
    if (type !== undefined) query.set('type', type);
    const page: { readonly events: readonly LogEvent[]; readonly next: number | null } =
      await control('GET', `/events?${query.toString()}`);
    events.push(...page.events);
    from = page.next;
  }
  return events;
}
