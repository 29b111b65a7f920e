import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { errorAnswer } from '../../../adapters/control/wire/error.ts';
import { root } from '../../support/documents/page.ts';
import {
  createFundedWallets,
  unknownId,
  serverForEach,
  startTransfer,
  type Fields,
} from '../../support/server/requests.ts';

const here = '/worlds/default';

const transferRecording = () =>
  readFileSync(join(root, 'recordings/v1/wallet/transfer.jsonl'), 'utf8');

/** One valid request per route, in the order of the routes. */
function requestsFor(
  walletSetId: string,
  walletId: string,
  transactionId: string,
): Record<string, [string, Fields?]> {
  const chain = `${here}/wallet/chains/ETH-SEPOLIA`;
  return {
    'GET /health': ['/health'],
    'GET /fixtures': ['/fixtures'],
    'GET /worlds': ['/worlds'],
    'POST /worlds': ['/worlds', { name: 'alice', epoch: '2026-01-01', clock: 'frozen' }],
    'GET /worlds/:w': [here],
    'DELETE /worlds/:w': ['/worlds/alice'],
    'PATCH /worlds/:w/config': [`${here}/config`, { ids: 'idempotency-key' }],
    'POST /worlds/:w/fork': [`${here}/fork`, { name: 'past', at: 3 }],
    'POST /worlds/:w/reset': ['/worlds/past/reset'],
    'GET /worlds/:w/state': [`${here}/state?at=5`],
    'GET /worlds/:w/compare': [`${here}/compare?with=past`],
    'GET /ready': ['/ready'],
    'GET /nodes': ['/nodes'],
    'POST /nodes/drain': ['/nodes/drain', { address: 'http://none' }],
    'GET /metrics': ['/metrics'],
    'GET /tenants': ['/tenants'],
    'PUT /tenants/:id': ['/tenants/acme', { worlds: 3 }],
    'POST /tenants/:id/token': ['/tenants/acme/token'],
    'DELETE /tenants/:id': ['/tenants/acme'],
    'GET /worlds/:w/clock': [`${here}/clock`],
    'PATCH /worlds/:w/clock': [`${here}/clock`, { rate: 2 }],
    'POST /worlds/:w/clock/advance': [`${here}/clock/advance`, { by: '10s' }],
    'GET /worlds/:w/clock/progress': [`${here}/clock/progress`],
    'GET /worlds/:w/events': [`${here}/events?limit=1000`],
    'GET /worlds/:w/journal': [`${here}/journal?limit=1000`],
    'GET /worlds/:w/timeline': [`${here}/timeline?buckets=10`],
    'GET /worlds/:w/requests': [`${here}/requests`],
    'DELETE /worlds/:w/requests': [`${here}/requests`],
    'GET /requests': ['/requests'],
    'DELETE /requests': ['/requests'],
    'GET /worlds/:w/sessions': [`${here}/sessions`],
    'POST /worlds/:w/sessions/:id/frames': [
      `${here}/sessions/none/frames`,
      { frames: [{ text: '' }] },
    ],
    'GET /worlds/:w/faults': [`${here}/faults`],
    'POST /worlds/:w/faults': [`${here}/faults`, { id: 'f', kind: 'slow', delay: '2s' }],
    'DELETE /worlds/:w/faults/:id': [`${here}/faults/f`],
    'DELETE /worlds/:w/faults': [`${here}/faults`],
    'POST /worlds/:w/recording/start': [`${here}/recording/start`],
    'POST /worlds/:w/recording/stop': [`${here}/recording/stop`],
    'GET /worlds/:w/recording': [`${here}/recording`],
    'GET /worlds/:w/recording/exchanges': [`${here}/recording/exchanges`],
    'GET /worlds/:w/recording/status': [`${here}/recording/status`],
    'POST /replay': ['/replay', { recording: transferRecording() }],
    'POST /worlds/:w/wallet/transactions/:id/:action': [
      `${here}/wallet/transactions/${transactionId}/stick`,
    ],
    'GET /worlds/:w/wallet/transactions/:id': [`${here}/wallet/transactions/${transactionId}`],
    'POST /worlds/:w/wallet/wallets/:id/fund': [
      `${here}/wallet/wallets/${walletId}/fund`,
      { native: '1' },
    ],
    'POST /worlds/:w/wallet/wallets/:id/mint': [
      `${here}/wallet/wallets/${walletId}/mint`,
      { tokenAddress: `0x${'ab'.repeat(20)}`, nftTokenId: '7', metadata: 'ipfs://example/7' },
    ],
    'GET /worlds/:w/wallet/chains/:blockchain': [chain],
    'PATCH /worlds/:w/wallet/chains/:blockchain': [chain, { congestion: 2 }],
    'POST /worlds/:w/wallet/wallet-sets': [
      `${here}/wallet/wallet-sets`,
      { custodyType: 'ENDUSER', userId: 'user-1' },
    ],
    'POST /worlds/:w/wallet/wallets': [
      `${here}/wallet/wallets`,
      { walletSetId, blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA'], accountType: 'SCA' },
    ],
    'POST /worlds/:w/wallet/wallets/:id/freeze': [`${here}/wallet/wallets/${walletId}/freeze`],
    'POST /worlds/:w/wallet/wallets/:id/unfreeze': [`${here}/wallet/wallets/${walletId}/unfreeze`],
    'GET /worlds/:w/wallet/transactions': [`${here}/wallet/transactions`],
    'GET /worlds/:w/wallet/wallets': [`${here}/wallet/wallets`],
    'GET /worlds/:w/wallet/wallets/:id': [`${here}/wallet/wallets/${walletId}`],
    'PATCH /worlds/:w/calendar/events/:id': [
      `${here}/calendar/events/3`,
      { password: 'open sesame', geodata: { latitude: 52, longitude: 4.4 }, ticketed: true },
    ],
    'PATCH /worlds/:w/calendar/venues/:id': [`${here}/calendar/venues/1`, { geodata: null }],
    'PATCH /worlds/:w/calendar/organizers/:id': [
      `${here}/calendar/organizers/2`,
      { password: 'of old' },
    ],
    'GET /worlds/:w/speech/script': [`${here}/speech/script`],
    'PUT /worlds/:w/speech/script': [`${here}/speech/script`, { hear: [{ utterances: ['Hi.'] }] }],
    'PUT /worlds/:w/speech/agents/:id': [`${here}/speech/agents/${unknownId}`, { greeting: 'Hi.' }],
    'GET /worlds/:w/speech/agents/:id': [`${here}/speech/agents/${unknownId}`],
    'DELETE /worlds/:w/speech/agents/:id': [`${here}/speech/agents/${unknownId}`],
    'GET /worlds/:w/speech/thoughts': [`${here}/speech/thoughts?limit=10`],
    'GET /worlds/:w/speech/sessions/:id/audio': [`${here}/speech/sessions/none/audio?side=user`],
    'GET /openapi.json': ['/openapi.json'],
    'GET /openapi/wallet.json': ['/openapi/wallet.json'],
    'GET /openapi/calendar.json': ['/openapi/calendar.json'],
    'GET /openapi/speech.json': ['/openapi/speech.json'],
    'GET /asyncapi/speech.json': ['/asyncapi/speech.json'],
  };
}

describe('the routes of the control plane', () => {
  const server = serverForEach();

  it('answer as declared', async () => {
    const { from } = await createFundedWallets(server());
    const transactionId = await startTransfer(server(), { walletId: from.id });
    const day = { start_date: 'tomorrow 9am', end_date: 'tomorrow 5pm' };
    const linked = { venue: { venue: 'Town Hall' }, organizer: { organizer: 'The Board' } };
    const fair = { title: 'Fair', ...day, ...linked };
    expect((await server().request('POST', '/calendar/events/v1/events', fair)).status).toBe(201);
    const requests = requestsFor(from.walletSetId, from.id, transactionId);
    expect(controlRoutes.map(({ methods: [method], path }) => `${method} ${path}`)).toEqual(
      Object.keys(requests),
    );
    for (const {
      methods: [method = 'GET'],
      path,
      answers,
    } of controlRoutes) {
      const [place, body] = requests[`${method} ${path}`] ?? [''];
      if (method === 'GET' && /\/(recording|metrics)$/.test(path)) continue; // not JSON; see recording.test.ts, metrics.test.ts
      if (path === '/nodes/drain') continue; // the store is for one process; see test/e2e/nodes
      const answered = await server().control(method, place, body);
      if (answered.status === 204) continue;
      if (/\/(frames|audio)$/.test(path)) continue; // no service has sessions yet; see sessions.test.ts and audio.test.ts
      const declared = answers[answered.status]?.body;
      expect({ path, status: answered.status, isDeclared: declared !== undefined }).toEqual({
        path,
        status: expect.toBeOneOf([200, 201, 204]),
        isDeclared: true,
      });
      expect(declared?.parse(answered.body)).toEqual(answered.body);
    }
  });

  it('refuse in the declared error format', async () => {
    const refused = await server().control('GET', '/worlds/nowhere');
    expect(errorAnswer.parse(refused.body)).toEqual(refused.body);
  });

  it('ignore undeclared bodies and queries, and check the world first', async () => {
    expect((await server().control('POST', '/worlds/nowhere/clock/advance', {})).status).toBe(404);
    expect((await server().control('POST', `${here}/clock/advance`, {})).status).toBe(400);
    expect((await server().control('GET', `${here}/clock?colour=red`)).status).toBe(200);
  });
});
