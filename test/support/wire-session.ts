// Random sessions over the wire: requests of clients and of an operator to all routes there are, good ones and bad ones, some
// of them at the same time, while the clock is moved, set and runs.

import fc from 'fast-check';
import type { HttpResponse } from '../../adapters/http/table.ts';
import type { RawRequest } from '../../adapters/http/app.ts';
import { entityKey } from '../../adapters/http/wallet/entity-keys.ts';
import type { Reprise } from '../../adapters/reprise.ts';
import type { Host } from '../../core/index.ts';
import { nodeHash } from '../../adapters/node-hash.ts';
import { keyedBody } from './keyed.ts';
import { token } from './server.ts';
import { usdcId } from './wallet.ts';

/** The keys of the world: the secrets of clients. */
export const sessionKeys = {
  test: 'TEST_API_KEY:0123456789abcdef:0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  live: 'LIVE_API_KEY:0123456789abcdef:ffeeddccbbaa99887766554433221100',
  wrong: 'TEST_API_KEY:0123456789abcdef:11111111222222223333333344444444',
  later: 'TEST_API_KEY:fedcba9876543210:0a0b0c0d0e0f00010203040506070809',
};

/** One request: what it is, and numbers that choose its details. */
export interface Ask {
  readonly kind: (typeof kinds)[number];
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Requests at the same time, or the host's time passing. */
export type SessionStep = { readonly asks: readonly Ask[] } | { readonly passMs: number };

const kinds = [
  'set',
  'wallets',
  'fund',
  'transfer',
  'transfer',
  'transfer',
  'accelerate',
  'cancel',
  'steer',
  'show',
  'show',
  'list',
  'list',
  'lowest',
  'update',
  'drip',
  'repeat',
  'register',
  'advance',
  'advance',
  'clock',
  'config',
  'chain',
  'look',
  'fork',
  'bad',
  'bad',
] as const;

const ask: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom(...kinds),
  x: fc.nat({ max: 1_000 }),
  y: fc.nat({ max: 1_000 }),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
});

export const wireSession: fc.Arbitrary<readonly SessionStep[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ asks: fc.array(ask, { minLength: 1, maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.nat({ max: 20_000 }) }) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

/** What a session needs before anything can happen in it: a set, wallets on two chains, and money. */
export const prelude: readonly SessionStep[] = [
  { asks: [{ kind: 'set', x: 0, y: 0, text: 'first' }] },
  { asks: [{ kind: 'wallets', x: 0, y: 8, text: '' }] },
  { asks: [{ kind: 'wallets', x: 0, y: 5, text: '' }] },
  { asks: [0, 1, 3].map((x) => ({ kind: 'fund', x, y: 8, text: '' })) },
];

/** A host whose time passes when it is told. */
export function toldHost(): Host & { readonly pass: (ms: number) => void } {
  let nowMs = 0;
  return {
    hash: nodeHash,
    monotonicMs: () => nowMs,
    defer: (task) => void setImmediate(task),
    pass: (ms) => (nowMs += ms),
  };
}

/** A request and its answer. */
export interface Exchanged {
  readonly request: RawRequest;
  readonly response: HttpResponse;
}

/** What a session has made so far; the same steps make the same requests, but for ciphertexts. */
export interface Driver {
  readonly take: (step: SessionStep) => Promise<readonly Exchanged[]>;
  /** Everything secret that was sent. */
  readonly secrets: Set<string>;
  /** The ids of what there is. */
  readonly made: MadeIds;
}

type MadeIds = Readonly<Record<'set' | 'wallet' | 'transaction', string[]>>;

/** Ciphertexts that were made once, so that two sessions can send the same. */
export type Ciphertexts = string[];

const { publicPem } = entityKey(2048);
const origin = 'http://reprise.test:4600';
const chains = ['ETH-SEPOLIA', 'MATIC-AMOY', 'SOL-DEVNET', 'ETH'] as const;
const actions = ['stick', 'unstick', 'drop', 'confirm', 'fail', 'deny', 'reorg'] as const;

export function createDriver(
  { app, engine }: Pick<Reprise, 'app' | 'engine'>,
  world: string,
  {
    host,
    ciphertexts = [],
    before,
  }: {
    readonly host: ReturnType<typeof toldHost>;
    readonly ciphertexts?: Ciphertexts;
    /** A driver whose world this one goes on with. */
    readonly before?: Driver;
  },
): Driver {
  const made: MadeIds = before?.made ?? { set: [], wallet: [], transaction: [] };
  const sent: RawRequest[] = [];
  const secrets = new Set<string>([...Object.values(sessionKeys).map(secretPart), token]);
  let keys = made.set.length + made.transaction.length + (before === undefined ? 0 : 1_000);
  let forks = 0;
  let sealed = 0;

  const of = (list: readonly string[], index: number) =>
    list.length === 0 ? '00000000-0000-4000-8000-000000000000' : (list[index % list.length] ?? '');

  function ciphertext(): string {
    const known =
      ciphertexts[sealed] ?? (keyedBody(publicPem, '', {})['entitySecretCiphertext'] as string);
    ciphertexts[sealed] = known;
    sealed += 1;
    secrets.add(known);
    return known;
  }

  function idempotencyKey(): string {
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

  const keyed = (path: string, fields: object, key?: string) => {
    const body = {
      ...fields,
      idempotencyKey: idempotencyKey(),
      entitySecretCiphertext: ciphertext(),
    };
    return raw('POST', `/v1/w3s/developer/${path}`, body, key);
  };

  function requestOf({ kind, x, y, text }: Ask): RawRequest {
    const wallet = of(made.wallet, x);
    const transaction = of(made.transaction, x);
    switch (kind) {
      case 'set':
        return keyed('walletSets', { name: text });
      case 'wallets': {
        const blockchain = chains[y % chains.length] ?? 'ETH-SEPOLIA';
        const key = blockchain === 'ETH' ? sessionKeys.live : sessionKeys.test;
        const metadata = y % 3 === 0 ? { metadata: [{ name: text, refId: 'r' }] } : {};
        const fields = {
          walletSetId: of(made.set, x),
          blockchains: [blockchain],
          count: 1 + (y % 3),
        };
        return keyed('wallets', { ...fields, ...metadata }, key);
      }
      case 'fund':
        return control('POST', `/wallet/wallets/${wallet}/fund`, {
          native: String(1 + (y % 9)),
          usdc: '50',
        });
      case 'transfer':
        return keyed('transactions/transfer', {
          walletId: wallet,
          destinationAddress:
            y % 2 === 0 ? '0x00000000000000000000000000000000000000aa' : of(made.wallet, y),
          amounts: [`0.${1 + (y % 9)}`],
          ...(y % 5 < 4 ? { tokenId: usdcId } : { tokenAddress: '', blockchain: 'ETH-SEPOLIA' }),
          feeLevel: (['LOW', 'MEDIUM', 'HIGH'] as const)[y % 3],
        });
      case 'accelerate':
      case 'cancel':
        return keyed(`transactions/${transaction}/${kind}`, {});
      case 'steer':
        return control(
          'POST',
          `/wallet/transactions/${transaction}/${actions[y % actions.length]}`,
        );
      case 'show': {
        const paths = [
          `transactions/${transaction}`,
          `wallets/${wallet}`,
          `wallets/${wallet}/balances`,
          `walletSets/${of(made.set, x)}`,
          `tokens/${usdcId}`,
          'config/entity/publicKey',
          'config/entity',
        ];
        return raw('GET', `/v1/w3s/${paths[y % paths.length]}`);
      }
      case 'list': {
        const paths = [
          'transactions',
          'wallets',
          'walletSets',
          `transactions?walletIds=${wallet}&pageSize=${1 + (x % 50)}`,
          `wallets?blockchain=${chains[x % 4]}`,
          'transactions?order=ASC&pageSize=2',
          `transactions?pageAfter=${transaction}`,
        ];
        return raw('GET', `/v1/w3s/${paths[y % paths.length]}`);
      }
      case 'lowest':
        return raw('GET', `/v1/w3s/transactions/lowestNonceTransaction?walletId=${wallet}`);
      case 'update':
        return y % 2 === 0
          ? raw('PUT', `/v1/w3s/wallets/${wallet}`, { name: text, refId: text })
          : raw('PUT', `/v1/w3s/developer/walletSets/${of(made.set, x)}`, { name: text });
      case 'drip':
        return raw('POST', '/v1/faucet/drips', {
          address: '0x00000000000000000000000000000000000000aa',
          blockchain: chains[y % 4],
          native: true,
        });
      case 'repeat':
        return sent[x % Math.max(1, sent.length)] ?? raw('GET', '/ping');
      case 'register':
        return raw('POST', '/v1/w3s/config/entity/entitySecret', {
          entitySecretCiphertext: ciphertext(),
        });
      case 'advance': {
        const bodies = [
          { by: x * 17 },
          { untilIdle: true, maxMs: y * 1_000 },
          { by: '2m' },
          { to: '2026-01-01T00:01:00Z' },
          { untilIdle: true },
        ];
        return control('POST', '/clock/advance', bodies[y % bodies.length]);
      }
      case 'clock': {
        const bodies = [
          { mode: 'real', rate: 1 + (x % 50) },
          { mode: 'frozen' },
          { mode: 'skip' },
          { rate: 2.5 },
          { mode: 'real', rate: 86_400_000 },
        ];
        return y % 3 === 0
          ? control('GET', '/clock')
          : control('PATCH', '/clock', bodies[x % bodies.length]);
      }
      case 'config': {
        const { later, ...keysOf } = sessionKeys;
        const walletKeys = [keysOf.test, keysOf.live, ...(x % 2 === 0 ? [later] : [])];
        const bodies = [
          { walletKeys },
          { ids: 'ordinal' },
          { walletKeys: ['no key'] },
          { ids: 'idempotency-key' },
        ];
        return control('PATCH', '/config', bodies[y % bodies.length]);
      }
      case 'chain': {
        const bodies = [
          { congestion: x % 6 },
          { paused: x % 2 === 0 },
          { blockTimeMs: 1_000 + x },
          { baseFeeGwei: String(x) },
          { congestion: -1 },
        ];
        const path = `/wallet/chains/${chains[x % 4]}`;
        return y % 4 === 0
          ? control('GET', path)
          : control('PATCH', path, bodies[y % bodies.length]);
      }
      case 'look': {
        const paths = [
          '',
          '/events?limit=5',
          `/events?from=${x}`,
          '/state',
          '/state?table=wallet.transactions',
          `/state?at=${x % 20}`,
          '/state?at=2026-01-01T00:00:30Z',
          '/sessions',
          '/state?table=none',
          '/nothing',
        ];
        return control('GET', paths[y % paths.length] ?? '');
      }
      case 'fork': {
        forks += 1;
        const name = `fork-${x % 4 === 0 ? 1 : forks}`;
        const at = [{}, { at: y % 30 }, { at: '2026-01-01T00:00:20Z' }, { outbound: true }][y % 4];
        return control('POST', '/fork', { name, ...at });
      }
      case 'bad':
        return bad(x, text);
    }
  }

  /** What no client should send, with secrets in the wrong places. */
  function bad(x: number, text: string): RawRequest {
    const path = '/v1/w3s/developer/walletSets';
    const odd = (body: Buffer | string, changes: Partial<RawRequest> = {}): RawRequest => ({
      ...raw('POST', path),
      body: Buffer.from(body),
      ...changes,
    });
    const requests: readonly (() => RawRequest)[] = [
      () => odd(`{"entitySecretCiphertext":"${ciphertext()}`),
      () => odd(`{"entitySecretCiphertext":["${ciphertext()}"],"idempotencyKey":1}`),
      () => odd(`"${ciphertext()}"`),
      () => odd(Buffer.of(0xff, 0xfe, 0x22)),
      () =>
        odd(JSON.stringify({ entitySecretCiphertext: 'AAAA', idempotencyKey: idempotencyKey() })),
      () =>
        odd(
          JSON.stringify({
            idempotencyKey: text,
            entitySecretCiphertext: ciphertext() + ciphertext() + 'A'.repeat(2_000),
          }),
        ),
      () => raw('GET', '/v1/w3s/wallets', undefined, sessionKeys.wrong),
      () => raw('GET', '/v1/w3s/wallets', undefined, sessionKeys.later),
      () => ({
        ...raw('GET', '/v1/w3s/wallets'),
        headers: { authorization: `Basic ${sessionKeys.test}` },
      }),
      () => ({ ...raw('GET', '/v1/w3s/wallets'), headers: {} }),
      () => raw('DELETE', '/v1/w3s/wallets'),
      () => raw('GET', `/v1/w3s/nothing/${encodeURIComponent(text)}`),
      () => raw('GET', `/v1/w3s/wallets?pageSize=1000&name=${encodeURIComponent(text)}`),
      () => raw('GET', '/ping'),
      () => ({
        ...raw('GET', '/ping'),
        headers: { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      }),
      () => control('POST', '/clock/advance', { by: 'soon' }),
      () => control('POST', `/wallet/wallets/${text}/fund`, { native: 'much' }),
      () => ({
        ...control('POST', '/clock/advance', { by: 1 }),
        headers: { authorization: 'Bearer wrong' },
      }),
      () => ({
        ...control('GET', ''),
        headers: { ...control('GET', '').headers, host: 'evil.example' },
      }),
    ];
    return (requests[x % requests.length] as () => RawRequest)();
  }

  function keep({ body }: HttpResponse): void {
    if (body === undefined) return;
    const { data } = JSON.parse(body) as { data?: Made };
    if (data?.walletSet !== undefined) made.set.push(data.walletSet.id);
    for (const { id } of data?.wallets ?? []) if (!made.wallet.includes(id)) made.wallet.push(id);
    if (data?.id !== undefined && data.state !== undefined) made.transaction.push(data.id);
  }

  return {
    secrets,
    made,
    async take(step) {
      if ('passMs' in step) {
        host.pass(step.passMs);
        engine.world(world)?.beat(); // as pacing does: nobody asked
        return [];
      }
      const requests = step.asks.map(requestOf);
      sent.push(...requests);
      const responses = await Promise.all(requests.map((request) => app.handle(request)));
      responses.forEach(keep);
      return requests.map((request, index) => ({
        request,
        response: responses[index] as HttpResponse,
      }));
    },
  };
}

interface Made {
  readonly walletSet?: { readonly id: string };
  readonly wallets?: readonly { readonly id: string }[];
  readonly id?: string;
  readonly state?: string;
}

function secretPart(key: string): string {
  return key.split(':')[2] ?? '';
}
