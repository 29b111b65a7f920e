// The options of `openReprise`: their types, their check, and the defaults of worlds in the form that records store.

import { z } from 'zod';
import {
  changedClock,
  type EngineOptions,
  type EventStore,
  type Host,
  type StoredFixture,
  type StoreError,
  type WorldRecord,
} from '../core/index.ts';
import { callable, checkedOptions } from './checked-options.ts';
import type { OnRequest } from './contracts/request-control.ts';
import type { ConfigChange } from './contracts/world-spec.ts';
import { createWorldBody } from './control/wire/worlds.ts';
import { readGivenFixture, type GivenFixture } from './fixture/given.ts';
import { storedFixture } from './fixture/seed-commands.ts';
import { nodeAddressOf, nodeAddressRule, type NodeOptions } from './nodes/node-options.ts';
import type { CallEndpoint } from './outbound/call-endpoint.ts';
import type { PostWebhook } from './outbound/post.ts';
import type { RecordingsOptions } from './recording/record/recordings.ts';
import { mergedSettings } from './services/merged-settings.ts';
import type { RsaBits } from './services/rsa-bits.ts';
import { isPostgresUrl } from './stores/postgres/url.ts';
import type { GivenClock } from './worlds.ts';

/** Defaults of new worlds. */
export interface WorldDefaults {
  /** Default: `reprise`. */
  readonly seed?: string;
  /** The first instant, as ISO-8601 text. Default: 2026-01-01T00:00:00Z. */
  readonly epoch?: string;
  /** The same in milliseconds. */
  readonly epochMs?: number;
  /** What ids derive from: the order of creation (default), or idempotency keys. */
  readonly ids?: WorldRecord['ids'];
  /** Default: `real`. */
  readonly clock?: GivenClock;
  /** Settings, as for `PATCH /worlds/:w/config`; they override those of the fixture. */
  readonly config?: ConfigChange;
  readonly fixture?: GivenFixture | StoredFixture;
}

export interface RepriseOptions {
  /** The store, or the URL of a database of PostgreSQL. Default: a new one in memory. */
  readonly store?: EventStore | string;
  /** The token of the control plane, 8 to 200 characters without spaces. Default: a random one. */
  readonly token?: string;
  /** The version that `health` returns. */
  readonly version?: string;
  /** Defaults for new worlds; the world `default` is created with them if it does not exist. */
  readonly defaults?: WorldDefaults;
  /** A request to an unknown world creates it, seeded by its name. */
  readonly worldsOnDemand?: boolean;
  /** Whether the last requests of each world are kept (default): see Reprise.requests. It costs about 3 % of a GET. */
  readonly journal?: boolean;
  /** Called with each request when it is answered, and when its socket is closed. Needs the journal. */
  readonly onRequest?: OnRequest;
  readonly rsaBits?: RsaBits;
  /** Host names under which the control plane may be called, besides those of the loopback. */
  readonly allowHosts?: readonly string[];
  /** Hosts that webhooks, callbacks and calls may be sent to, besides the loopback. */
  readonly outboundHosts?: readonly string[];
  /** The longest time that an advance waits for the outcome of a webhook or call; two seconds by default. */
  readonly outboundWaitMs?: number;
  /** Posts webhooks; over HTTP by default. */
  readonly post?: PostWebhook;
  /** Calls endpoints of clients; over HTTP by default. */
  readonly callEndpoint?: CallEndpoint;
  /** The path of a recording that is started without one; by default in a temporary folder. */
  readonly newRecordingFile?: (world: string) => string;
  /** Called when a recording ends by itself. */
  readonly onRecordingEnded?: NonNullable<RecordingsOptions['onEnded']>;
  /**
   * Worlds that are unused for so long are put to sleep: they cost no memory, and the next request wakes them. A World of the program is
   * of no use then; `engine.open` gives another. Default: none is put to sleep.
   */
  readonly sleepAfterMs?: number;
  /**
   * Worlds that are unused for longer are removed, except `default`. Uses are requests, sockets, streams and calls of `engine.open`; the
   * store has the time of the last one, so that it outlives a restart. Default: none is removed.
   */
  readonly worldTtlMs?: number;
  /** The most worlds that are awake. Default: 10,000. */
  readonly worldsMax?: number;
  /** How other processes that share the store reach this one, which shares the worlds with them then. Default: they do not. */
  readonly node?: NodeOptions;
  /** Whether time passes by itself (default); otherwise worlds move only at requests. */
  readonly isPaced?: boolean;
  /** The host of the engine and its pacing; this process by default. */
  readonly host?: Host;
  /** The time of day for display; nothing depends on it. */
  readonly now?: () => Date;
  readonly onBroken?: NonNullable<EngineOptions['onBroken']>;
  readonly onDamaged?: NonNullable<EngineOptions['onDamaged']>;
  /** Called when a node cannot reach its store any more, with the reason; with undefined when it can again. */
  readonly onStoreAway?: (error: StoreError | undefined) => void;
  /** Called with the error of an observer of a stream, which is unsubscribed. Default: a warning of the process. */
  readonly onObserverFailed?: NonNullable<EngineOptions['onObserverFailed']>;
}

/** The defaults of worlds as their records store them. */
export type RecordDefaults = Partial<Omit<WorldRecord, 'name'>>;

const { seed, epoch, clock, config } = createWorldBody.shape;

const defaultsSchema = z.strictObject({
  seed,
  epoch,
  epochMs: z.int().exactOptional(),
  ids: z.enum(['ordinal', 'idempotency-key']).exactOptional(),
  clock,
  config,
  fixture: z.unknown(),
});

const nodeAddress = z.string().transform((text, context) => {
  const address = nodeAddressOf(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: nodeAddressRule });
  return z.NEVER;
});

const optionsSchema = z.strictObject({
  store: objectWith(
    'append',
    'an event store, such as createMemoryStore() returns, or a URL that begins with postgres://',
  ),
  token: z
    .string()
    .regex(/^\S{8,200}$/, 'must have 8 to 200 characters, without spaces')
    .exactOptional(),
  version: z.string().exactOptional(),
  defaults: defaultsSchema.partial({ fixture: true }).exactOptional(),
  worldsOnDemand: z.boolean().exactOptional(),
  journal: z.boolean().exactOptional(),
  onRequest: callable(),
  rsaBits: z.literal([2048, 4096]).exactOptional(),
  allowHosts: z.array(z.string()).exactOptional(),
  outboundHosts: z.array(z.string()).exactOptional(),
  outboundWaitMs: z.number().min(0).exactOptional(),
  post: callable(),
  callEndpoint: callable(),
  newRecordingFile: callable(),
  onRecordingEnded: callable(),
  sleepAfterMs: z.number().min(0).exactOptional(),
  worldTtlMs: z.number().min(1_000).exactOptional(),
  worldsMax: z.int().min(1).exactOptional(),
  node: z.strictObject({ address: nodeAddress }).exactOptional(),
  isPaced: z.boolean().exactOptional(),
  host: objectWith('hash', 'a host of the engine, with hash, monotonicMs and defer'),
  now: callable(),
  onBroken: callable(),
  onDamaged: callable(),
  onStoreAway: callable(),
  onObserverFailed: callable(),
});

export type CheckedOptions = Omit<RepriseOptions, 'defaults'> & {
  readonly defaults: RecordDefaults;
};

/** Checks the options, and reads the default fixture. Rejects with OptionsError. */
export async function checkedRepriseOptions(options: RepriseOptions): Promise<CheckedOptions> {
  const { store } = (options as RepriseOptions | null) ?? {};
  const isUrl = typeof store === 'string' && isPostgresUrl(store);
  const given = isUrl ? { ...options, store: undefined } : options;
  const checked = checkedOptions(optionsSchema, given, 'openReprise');
  const { node, defaults = {} } = checked;
  return {
    ...options,
    ...(node === undefined ? {} : { node }),
    defaults: await recordDefaults(defaults),
  };
}

async function recordDefaults({
  epoch,
  clock,
  config = {},
  fixture: given,
  ...rest
}: Partial<z.infer<typeof defaultsSchema>>): Promise<RecordDefaults> {
  const isStored = isStoredFixture(given);
  const fixture =
    given === undefined || isStored ? undefined : await readGivenFixture(given as GivenFixture);
  const { ids, ...settings } = mergedSettings<ConfigChange>(fixture?.config ?? {}, config);
  return {
    ...(ids === undefined ? {} : { ids }),
    ...rest,
    ...(epoch === undefined ? {} : { epochMs: epoch }),
    ...(clock === undefined ? {} : { clock: changedClock({ mode: 'real', rate: 1 }, clock) }),
    ...(Object.keys(settings).length === 0 ? {} : { config: settings }),
    ...(isStored ? { fixture: given } : {}),
    ...(fixture === undefined ? {} : { fixture: storedFixture(fixture) }),
  };
}

function isStoredFixture(given: unknown): given is StoredFixture {
  return typeof given === 'object' && given !== null && 'content' in given && 'digest' in given;
}

function objectWith(member: string, described: string) {
  const isFine = (value: unknown) => typeof value === 'object' && value !== null && member in value;
  return z.custom(isFine, `must be ${described}`).exactOptional();
}
