import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import {
  advance,
  liveHeaders,
  expectError,
  idempotentFields,
  createWalletSet,
  createWallets,
  unknownId,
  positionOf,
  serverForEach,
  uuidV4,
  type Fields,
} from '../../../support/server/requests.ts';

const made = '/v1/w3s/developer/wallets';
const listed = '/v1/w3s/wallets';

interface Shown {
  readonly id: string;
  readonly address: string;
  readonly blockchain: string;
  readonly name?: string;
  readonly refId?: string;
}

describe('creating wallets', () => {
  const server = serverForEach();

  async function create(fields: Fields, headers: Record<string, string> = {}) {
    const walletSetId = fields['walletSetId'] ?? (await createWalletSet(server())).id;
    const body = { ...(await idempotentFields(server())), walletSetId, ...fields };
    return server().request('POST', made, body, headers);
  }

  it('answers 201 with the records', async () => {
    const set = await createWalletSet(server());
    const { status, body } = await create({
      walletSetId: set.id,
      blockchains: ['ETH-SEPOLIA'],
      metadata: [{ name: 'treasury', refId: 'cust-17' }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        wallets: [
          {
            id: expect.stringMatching(uuidV4),
            state: 'LIVE',
            walletSetId: set.id,
            custodyType: 'DEVELOPER',
            address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
            blockchain: 'ETH-SEPOLIA',
            accountType: 'EOA',
            name: 'treasury',
            refId: 'cust-17',
            createDate: '2026-01-01T00:00:00Z',
            updateDate: '2026-01-01T00:00:00Z',
          },
        ],
      },
    });
  });

  it('omits name and refId if they were not given', async () => {
    const { body } = await create({ blockchains: ['ETH-SEPOLIA'], metadata: [{ name: 'a' }] });
    expect(body.data.wallets[0]).not.toHaveProperty('refId');
    const bare = await create({ blockchains: ['ETH-SEPOLIA'] });
    expect(bare.body.data.wallets[0]).not.toHaveProperty('name');
  });

  it('shows the initial public key of NEAR accounts only', async () => {
    const { body } = await create({ blockchains: ['NEAR-TESTNET', 'APTOS-TESTNET'] });
    const [near, aptos] = body.data.wallets;
    expect(near.address).toMatch(/^[0-9a-f]{64}$/);
    expect(near.initialPublicKey).toBe(bs58.encode(Buffer.from(near.address, 'hex')));
    expect(aptos.address).toMatch(/^0x[0-9a-f]{64}$/);
    expect(aptos).not.toHaveProperty('initialPublicKey');
    const found = await server().request('GET', `${listed}?address=${aptos.address.toUpperCase()}`);
    expect(found.body.data.wallets).toEqual([aptos]);
  });

  it('answers a repeat with 200 and the same body, even after a change', async () => {
    const set = await createWalletSet(server());
    const metadata = [{ name: 'a', refId: '1' }];
    const request = {
      ...(await idempotentFields(server())),
      walletSetId: set.id,
      blockchains: ['ETH-SEPOLIA'],
      metadata,
    };
    const first = await server().request('POST', made, request);
    await advance(server(), '1m');
    const [wallet] = first.body.data.wallets;
    await server().request('PUT', `${listed}/${wallet.id}`, { name: 'b', refId: '2' });
    const second = await server().request('POST', made, request);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('creates up to 200 wallets a chain', async () => {
    const { body } = await create({ blockchains: ['ETH-SEPOLIA', 'SOL-DEVNET'], count: 200 });
    const ids = (body.data.wallets as Shown[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(400);
  });

  it.each([
    ['no blockchain', { blockchains: [] }, 400, 2],
    ['a blockchain twice', { blockchains: ['ETH-SEPOLIA', 'ETH-SEPOLIA'] }, 400, 2],
    ['an unknown blockchain', { blockchains: ['DOGE'] }, 400, 2],
    ['a count of 0', { count: 0 }, 400, 2],
    ['a count of 201', { count: 201 }, 400, 2],
    ['half a count', { count: 1.5 }, 400, 2],
    ['an unknown account type', { accountType: 'EOB' }, 400, 2],
    ['a wallet set that is no UUID', { walletSetId: 'x' }, 400, 2],
    ['an unknown wallet set', { walletSetId: unknownId }, 404, 156005],
    ['too little metadata', { count: 2, metadata: [{ name: 'a' }] }, 400, 155503],
    ['too much metadata', { metadata: [{ name: 'a' }, { name: 'b' }] }, 400, 155503],
    ['smart accounts on Solana', { blockchains: ['SOL-DEVNET'], accountType: 'SCA' }, 400, 155507],
    ['a main chain with the test key', { blockchains: ['ETH'] }, 400, 156006],
    ['a main chain among others', { blockchains: ['ETH-SEPOLIA', 'SOL'] }, 400, 156006],
  ])('refuses %s, and creates nothing', async (_what, fields: Fields, status, code) => {
    const walletSetId = (await createWalletSet(server())).id;
    const before = await positionOf(server());
    const answer = await create({ walletSetId, blockchains: ['ETH-SEPOLIA'], ...fields });
    expectError(answer, status, code);
    expect(await positionOf(server())).toBe(before);
  });

  it('works on main chains with the live key, and only there', async () => {
    const { status, body } = await create({ blockchains: ['ETH', 'SOL'] }, liveHeaders);
    expect(status).toBe(201);
    expect((body.data.wallets as Shown[]).map(({ blockchain }) => blockchain)).toEqual([
      'ETH',
      'SOL',
    ]);
    expectError(await create({ blockchains: ['ETH-SEPOLIA'] }, liveHeaders), 400, 156006);
  });

  it('allows either key to read the records of the other', async () => {
    const [wallet] = await createWallets(server(), { blockchains: ['ETH'] }, liveHeaders);
    const { status, body } = await server().request('GET', `${listed}/${wallet.id}`);
    expect([status, body.data.wallet]).toEqual([200, wallet]);
  });
});

describe('a wallet', () => {
  const server = serverForEach();

  it('is read by its id, in any case', async () => {
    const [wallet] = await createWallets(server());
    for (const id of [wallet.id, wallet.id.toUpperCase()]) {
      const { status, body } = await server().request('GET', `${listed}/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { data: { wallet } } });
    }
  });

  it('is updated; omitted fields stay', async () => {
    const [wallet] = await createWallets(server(), { metadata: [{ name: 'a', refId: '1' }] });
    await advance(server(), '90s');
    const { status, body } = await server().request('PUT', `${listed}/${wallet.id}`, { name: 'b' });
    const changed = { ...wallet, name: 'b', updateDate: '2026-01-01T00:01:30Z' };
    expect({ status, body }).toEqual({ status: 200, body: { data: { wallet: changed } } });
    await server().request('PUT', `${listed}/${wallet.id}`, { refId: '2' });
    const read = await server().request('GET', `${listed}/${wallet.id}`);
    expect(read.body.data.wallet).toEqual({ ...changed, refId: '2' });
  });

  it('is unknown for an unused id', async () => {
    expectError(await server().request('GET', `${listed}/${unknownId}`), 404, 156001);
    expectError(
      await server().request('PUT', `${listed}/${unknownId}`, { name: 'a' }),
      404,
      156001,
    );
    expectError(await server().request('GET', `${listed}/${unknownId}/balances`), 404, 156001);
  });

  it.each(['7', 'x', `${unknownId}0`])('has no id %s', async (id) => {
    expectError(await server().request('GET', `${listed}/${id}`), 400, 156009);
    expectError(await server().request('PUT', `${listed}/${id}`, { name: 'a' }), 400, 156009);
    expectError(await server().request('GET', `${listed}/${id}/balances`), 400, 156009);
  });
});

describe('the list of wallets', () => {
  const server = serverForEach();

  async function shown(search: Record<string, string>): Promise<Shown[]> {
    const query = new URLSearchParams({ order: 'ASC', pageSize: '50', ...search });
    const { status, body } = await server().request('GET', `${listed}?${query}`);
    expect(status).toBe(200);
    return body.data.wallets;
  }

  it('has the same records as single reads', async () => {
    const wallets = await createWallets(server(), { count: 3 });
    expect(await shown({})).toEqual(wallets);
  });

  it.each([
    ['address={eth}', 'eth avax'],
    ['address={ETH}', 'eth avax'],
    ['address={sol}', 'sol'],
    ['address={SOL}', ''],
    ['address=0x00', ''],
    ['blockchain=AVAX-FUJI', 'avax'],
    ['blockchain=OP-SEPOLIA', ''],
    ['walletSetId={set}', 'eth avax'],
    [`walletSetId=${unknownId}`, ''],
    ['refId=r', 'eth avax sol'],
    ['refId=r&blockchain=SOL-DEVNET', 'sol'],
    ['refId=old', ''],
    ['scaCore=circle_6900_singleowner_v3', ''],
    ['from=2026-01-01T00:00:01Z', ''],
    ['to=2025-12-31T23:59:59Z', ''],
  ])('has with the filter "%s": %s', async (filter, names) => {
    const metadata = [{ refId: 'r' }];
    const blockchains = ['ETH-SEPOLIA', 'AVAX-FUJI'];
    const [eth, avax] = await createWallets(server(), { blockchains, metadata });
    const [sol] = await createWallets(server(), {
      blockchains: ['SOL-DEVNET'],
      metadata: [{ refId: 'old' }],
    });
    await server().request('PUT', `${listed}/${sol.id}`, { refId: 'r' });
    const values: Record<string, string> = {
      eth: eth.address,
      ETH: eth.address.toUpperCase().replace('0X', '0x'),
      sol: sol.address,
      SOL: sol.address.toLowerCase(),
      set: eth.walletSetId,
    };
    const filled = filter.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const found = await shown(Object.fromEntries(new URLSearchParams(filled)));
    const known: Record<string, string> = { [eth.id]: 'eth', [avax.id]: 'avax', [sol.id]: 'sol' };
    expect(found.map(({ id }) => known[id]).join(' ')).toBe(names);
  });

  it.each(['blockchain=DOGE', 'walletSetId=7', 'order=up', 'from=x'])(
    'refuses %s',
    async (search) => {
      expectError(await server().request('GET', `${listed}?${search}`), 400, 2);
    },
  );
});
