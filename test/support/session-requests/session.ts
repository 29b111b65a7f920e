// Random sessions over the wire: requests of clients and an operator to all routes, valid and malformed, some of them
// concurrent, while the clock is moved, set and runs.

import fc from 'fast-check';
import type { HttpResponse, RawRequest } from '../../../adapters/protocol/messages.ts';
import { entityKey } from '../../../adapters/services/wallet/entity-keys.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../../adapters/reprise.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Host } from '../../../core/index.ts';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { idempotentBody } from '../wallet/idempotent-body.ts';
import { token } from '../server/server.ts';
import { malformedMax, sessionUsers } from './calendar-requests.ts';
import {
  calendarKinds,
  recordKinds,
  otherKinds,
  plainKinds,
  sessionKeys,
  type RequestSpec,
  type Kit,
  type RecordIds,
  type ChainAddress,
} from './request-kit.ts';
import { requestOf } from './requests.ts';

export { sessionKeys };

/** Concurrent requests, or a number of milliseconds by which host time passes. */
export type SessionStep =
  { readonly requests: readonly RequestSpec[] } | { readonly passMs: number };

const requestSpec: fc.Arbitrary<RequestSpec> = fc.record({
  kind: fc.constantFrom(...plainKinds, ...otherKinds, ...calendarKinds),
  x: fc.nat({ max: 1_000 }),
  y: fc.nat({ max: 1_000 }),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
});

export const wireSession: fc.Arbitrary<readonly SessionStep[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ requests: fc.array(requestSpec, { minLength: 1, maxLength: 4 }) }),
    },
    { weight: 1, arbitrary: fc.record({ passMs: fc.nat({ max: 20_000 }) }) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** The prerequisites of a session: a set, wallets on some chains, and funds. */
export const prelude: readonly SessionStep[] = [
  { requests: [{ kind: 'set', x: 0, y: 0, text: 'first' }] },
  { requests: [{ kind: 'wallets', x: 0, y: 8, text: '' }] },
  { requests: [{ kind: 'wallets', x: 0, y: 5, text: '' }] },
  { requests: [{ kind: 'smart', x: 0, y: 0, text: '' }] },
  { requests: [0, 1, 3, 4, 6].map((x) => ({ kind: 'fund', x, y: 8, text: '' })) },
  { requests: [{ kind: 'announce', x: 8, y: 3, text: 'Fair' }] },
  { requests: [{ kind: 'announce', x: 2, y: 1, text: 'Market' }] },
];

/** Every malformed request, once. */
export const malformedSteps: readonly SessionStep[] = [
  ...Array.from({ length: 19 }, (_none, x) => ({ kind: 'bad' as const, x, y: 0, text: '' })),
  ...Array.from({ length: malformedMax }, (_none, x) => ({
    kind: 'odd' as const,
    x,
    y: 0,
    text: '',
  })),
].map((one) => ({ requests: [one] }));

/** A host whose time only passes by calls of `pass`. */
export function manualHost(): Host & { readonly pass: (ms: number) => void } {
  let nowMs = 0;
  return {
    hash: nodeHash,
    monotonicMs: () => nowMs,
    defer: (task) => void setImmediate(task),
    pass: (ms) => (nowMs += ms),
  };
}

interface DrivenOptions extends Partial<Omit<RepriseOptions, 'host'>> {
  /** Of the calendar. Default: `open`. */
  readonly mode?: 'open' | 'wordpress';
  /** What the clock of the host shows at first. Default: 0. */
  readonly hostMs?: number;
}

/** A Reprise for sessions, with their keys and users: time is passed by hand, and the clock is frozen. */
export async function openForSessions({
  mode = 'open',
  hostMs = 0,
  defaults,
  ...options
}: DrivenOptions = {}) {
  const host = manualHost();
  host.pass(hostMs);
  const reprise = await openReprise({
    store: createMemoryStore(),
    token,
    host,
    isPaced: false,
    ...options,
    defaults: {
      clock: { mode: 'frozen', rate: 1 },
      config: {
        walletKeys: [sessionKeys.test, sessionKeys.live],
        calendar: { mode, users: [...sessionUsers] },
      },
      ...defaults,
    },
  });
  return { reprise, host };
}

/** A request and its answer. */
export interface Exchange {
  readonly request: RawRequest;
  readonly response: HttpResponse;
}

/** Runs the steps of a session; equal steps send equal requests, except for ciphertexts. */
export interface Driver {
  readonly run: (step: SessionStep) => Promise<readonly Exchange[]>;
  /** All secrets sent so far. */
  readonly secrets: Set<string>;
  /** The ids of all records. */
  readonly ids: RecordIds;
  readonly addresses: Map<string, ChainAddress>;
}

/** Ciphertexts to reuse, so that two sessions can send the same. */
export type Ciphertexts = string[];

const { publicPem } = entityKey(2048);
const origin = 'http://reprise.test:4600';

export function createDriver(
  { app, engine }: Pick<Reprise, 'app' | 'engine'>,
  world: string,
  {
    host,
    ciphertexts = [],
    before,
    drawKey,
    alter = (request) => request,
  }: {
    readonly host: ReturnType<typeof manualHost>;
    readonly ciphertexts?: Ciphertexts;
    /** Draws an idempotency key; the default counts. */
    readonly drawKey?: () => string;
    /** Changes a request before it is sent. */
    readonly alter?: (request: RawRequest) => RawRequest;
    /** An earlier driver of the world, to continue from. */
    readonly before?: Driver;
  },
): Driver {
  const ids: RecordIds = before?.ids ?? noIds();
  const addresses = before?.addresses ?? new Map<string, ChainAddress>();
  const sent: RawRequest[] = [];
  const passwords = sessionUsers.map(({ password }) => password);
  const secrets = new Set<string>([
    ...Object.values(sessionKeys).map(secretPart),
    ...passwords,
    token,
  ]);
  let keys = ids.set.length + ids.transaction.length + (before === undefined ? 0 : 1_000);
  let ciphers = 0;

  const of = (list: readonly string[], index: number) =>
    list.length === 0 ? '00000000-0000-4000-8000-000000000000' : (list[index % list.length] ?? '');

  function ciphertext(): string {
    const known =
      ciphertexts[ciphers] ??
      (idempotentBody(publicPem, '', {})['entitySecretCiphertext'] as string);
    ciphertexts[ciphers] = known;
    ciphers += 1;
    secrets.add(known);
    return known;
  }

  function idempotencyKey(): string {
    if (drawKey !== undefined) return drawKey();
    keys += 1;
    return `00000000-0000-4000-9000-${String(keys).padStart(12, '0')}`;
  }

  function raw(method: string, url: string, body?: unknown, key = sessionKeys.test): RawRequest {
    const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
    const headers = {
      host: 'reprise.test:4600',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    };
    return { method, url: `/w/${world}${url}`, headers, body: content, origin };
  }

  function control(method: string, path: string, body?: unknown): RawRequest {
    const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
    const headers = { host: '127.0.0.1:4600', authorization: `Bearer ${token}` };
    return { method, url: `/__reprise/worlds/${world}${path}`, headers, body: content, origin };
  }

  const sealed = (path: string, fields: object, key?: string) =>
    raw('POST', `/v1/w3s/${path}`, { ...fields, entitySecretCiphertext: ciphertext() }, key);

  const hide = (secret: string) => {
    secrets.add(secret);
    return secret;
  };

  const keyed = (path: string, fields: object, key?: string) => {
    const body = {
      ...fields,
      idempotencyKey: idempotencyKey(),
      entitySecretCiphertext: ciphertext(),
    };
    return raw('POST', `/v1/w3s/developer/${path}`, body, key);
  };

  function addIds({ body, headers }: HttpResponse): void {
    if (body === undefined || !/json/.test(headers['Content-Type'] ?? '')) return;
    const answer = JSON.parse(body) as AnswerBody & { data?: AnswerBody };
    if (typeof answer.id === 'number') return addPostId(answer);
    const { walletSet, wallet, wallets = [], id, state, endpoint } = answer.data ?? answer;
    if (walletSet !== undefined) addId(ids.set, walletSet.id);
    for (const one of wallet === undefined ? wallets : [wallet]) {
      addId(ids.wallet, one.id);
      if (one.address !== undefined) addresses.set(one.id, one as ChainAddress);
    }
    if (id !== undefined && state !== undefined) addId(ids.transaction, id);
    if (id !== undefined && endpoint !== undefined) addId(ids.subscription, id);
  }

  function addPostId({ id, ...record }: AnswerBody): void {
    const { taxonomy, parent } = record;
    if (taxonomy !== undefined) addId(parent === undefined ? ids.tag : ids.category, id ?? '');
    else if ('title' in record) addId(ids.event, id ?? '');
    else addId('organizer' in record ? ids.organizer : ids.venue, id ?? '');
  }

  const kit: Kit = {
    ids,
    addresses,
    sent,
    of,
    ciphertext,
    idempotencyKey,
    raw,
    control,
    keyed,
    sealed,
    hide,
  };

  return {
    secrets,
    ids,
    addresses,
    async run(step) {
      if ('passMs' in step) {
        host.pass(step.passMs);
        void engine.world(world)?.tick(); // as pacing does, without a request
        return [];
      }
      const requests = step.requests.map((spec) => alter(requestOf(kit, spec)));
      sent.push(...requests);
      const responses = await Promise.all(requests.map((request) => app.handle(request)));
      responses.forEach(addIds);
      return requests.map((request, index) => ({
        request,
        response: responses[index] as HttpResponse,
      }));
    },
  };
}

interface AnswerBody {
  readonly walletSet?: { readonly id: string };
  readonly wallet?: { readonly id: string } & Partial<ChainAddress>;
  readonly wallets?: readonly ({ readonly id: string } & Partial<ChainAddress>)[];
  readonly id?: string | number;
  readonly state?: string;
  readonly endpoint?: string;
  readonly taxonomy?: string;
  readonly parent?: number;
}

function noIds(): RecordIds {
  return Object.fromEntries(recordKinds.map((kind): [string, string[]] => [kind, []])) as RecordIds;
}

function addId(ids: string[], id: string | number): void {
  const text = String(id);
  if (!ids.includes(text)) ids.push(text);
}

function secretPart(key: string): string {
  return key.split(':')[2] ?? '';
}
