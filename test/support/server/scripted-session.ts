// One session of clients and an operator, request by request: run once, then repeated word for word.

import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import type { EventStore } from '../../../core/index.ts';
import { seededRandom } from '../arbitraries/seeded-random.ts';
import { idempotentBody } from '../wallet/idempotent-body.ts';
import { testKey, token, type JsonBody } from './server.ts';
import { usdcId } from '../wallet/commands.ts';

export interface ScriptedRequest {
  readonly world: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonBody;
}

/** Concurrent requests, each to a different world, and their answers. */
export interface Step {
  readonly requests: readonly ScriptedRequest[];
  readonly answers: readonly ScriptedAnswer[];
}

export interface TwinServer {
  readonly reprise: Reprise;
  readonly request: (request: ScriptedRequest) => Promise<ScriptedAnswer>;
}

/** An in-process Reprise over this store. The clock is frozen. */
export async function openTwin(store: EventStore): Promise<TwinServer> {
  const clock = { mode: 'frozen', rate: 1 } as const;
  const reprise = await openReprise({ store, token, defaults: { clock } });
  const twin = createTwin(reprise.app);
  return {
    reprise,
    async request({ method, path, body, world }) {
      const isControl = path.startsWith('/__reprise');
      const response = await twin.fetch(isControl ? path : `/w/${world}${path}`, {
        method,
        headers: { Authorization: `Bearer ${isControl ? token : testKey}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { status, headers } = response;
      return { status, headers, body: await response.json() };
    },
  };
}

/** Runs the session; resolves with the requests and answers of each step. */
export async function runScriptedSession({ request }: TwinServer): Promise<readonly Step[]> {
  const chance = seededRandom(1);
  const steps: Step[] = [];
  const { body: key } = await request({
    world: 'default',
    method: 'GET',
    path: '/v1/w3s/config/entity/publicKey',
  });

  async function step(...requests: readonly ScriptedRequest[]): Promise<readonly JsonBody[]> {
    const answers = await Promise.all(requests.map(request));
    for (const [index, { status, body }] of answers.entries()) {
      if (status > 201)
        throw new Error(`${requests[index]?.path}: ${status} ${JSON.stringify(body)}`);
    }
    steps.push({ requests, answers });
    return answers.map(({ body }) => body.data ?? body);
  }

  function keyed(world: string, path: string, fields: object = {}): ScriptedRequest {
    const body = idempotentBody(key.data.publicKey as string, chance.uuid(), fields);
    return { world, method: 'POST', path: `/v1/w3s/developer/${path}`, body };
  }

  const control = (
    world: string,
    path: string,
    body?: unknown,
    method: ScriptedRequest['method'] = 'POST',
  ) => ({ world, method, path: `/__reprise/worlds/${world}${path}`, body });

  const both = ['default', 'side'] as const;
  const side = { name: 'side', seed: 'side' };
  await step({ world: 'side', method: 'POST', path: '/__reprise/worlds', body: side });
  const sets = await step(...both.map((world) => keyed(world, 'walletSets', { name: world })));
  const made = await step(
    ...both.map((world, index) => {
      const walletSetId = sets[index]?.walletSet.id as string;
      return keyed(world, 'wallets', { walletSetId, blockchains: ['ETH-SEPOLIA'], count: 2 });
    }),
  );
  const wallets = made.map((data) => data.wallets as { id: string; address: string }[]);
  const walletOf = (index: number) => wallets[index]?.[0]?.id ?? '';
  const amounts = { native: '5', usdc: '100' };
  await step(
    ...both.map((w, index) => control(w, `/wallet/wallets/${walletOf(index)}/fund`, amounts)),
  );
  const transfer = (world: string, index: number) =>
    keyed(world, 'transactions/transfer', {
      walletId: walletOf(index),
      destinationAddress: wallets[index]?.[1]?.address,
      amounts: ['1.25'],
      tokenId: usdcId,
      feeLevel: 'MEDIUM',
    });
  const [first] = await step(...both.map(transfer));
  const [second] = await step(transfer('default', 0));
  await step(...both.map((world) => control(world, '/clock/advance', { by: 1_500 })));
  await step({ world: 'default', method: 'GET', path: `/v1/w3s/transactions/${first?.id}` });
  await step(control('default', `/wallet/transactions/${first?.id}/stick`));
  await step(keyed('default', `transactions/${first?.id}/accelerate`));
  await step(keyed('default', `transactions/${second?.id}/cancel`), transfer('side', 1));
  await step(control('default', '/clock', { mode: 'frozen', rate: 2 }, 'PATCH'));
  await step(control('default', '/wallet/chains/ETH-SEPOLIA', { congestion: 3 }, 'PATCH'));
  await step(...both.map((world) => control(world, '/clock/advance', { by: '1m' })));
  await step(...both.map((world) => control(world, '/clock/advance', { untilIdle: true })));
  await step({ world: 'default', method: 'GET', path: '/v1/w3s/transactions' });
  return steps;
}
