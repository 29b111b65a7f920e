// Worlds created from fixtures: over HTTP, with the real client, after a reset, in a fork, in a recording.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedKey } from '../../../adapters/fingerprints.ts';
import { fixtureSchema } from '../../../adapters/fixture/format.ts';
import { storedFixture } from '../../../adapters/fixture/seed-commands.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import {
  expectComplete,
  expectEqual,
  recordingFolder,
} from '../../support/recording/recordings.ts';
import { entitySecret, type TestServer } from '../../support/server/server.ts';
import {
  expectControlError,
  createWalletSet,
  serverForEach,
} from '../../support/server/requests.ts';

const folder = recordingFolder();
const server = serverForEach({
  newRecordingFile: (world) => join(folder, `${world}.jsonl`),
});

const create = (fixture: unknown, name = 'alice', more: object = {}) =>
  server().control('POST', '/worlds', { name, fixture, clock: 'frozen', ...more });

const shop = {
  version: 1,
  wallet: {
    chains: { 'ETH-SEPOLIA': { congestion: 4, baseFeeGwei: '2' } },
    walletSets: [
      { name: 'empty' },
      {
        name: 'shop',
        userId: 'user-1',
        wallets: [
          { blockchains: ['BASE-SEPOLIA', 'SOL'], count: 2, name: 'till', refId: 'r-1' },
          { blockchains: ['ETH-SEPOLIA'], funds: { native: '1.5', usdc: '20' } },
        ],
      },
    ],
  },
};

const getFrom = (of: TestServer, path: string, name = 'alice') =>
  of.request('GET', `/w/${name}/v1/w3s${path}`);

describe('a world with a fixture', () => {
  it('has the data of the fixture, read by the real client', async () => {
    expect((await create(shop)).status).toBe(201);
    const client = server().client(`${server().url}/w/alice`);
    const sets = await client.listWalletSets({ order: 'ASC' });
    expect(sets.data?.walletSets).toMatchObject([
      { name: 'empty', custodyType: 'DEVELOPER' },
      { name: 'shop', custodyType: 'ENDUSER', userId: 'user-1' },
    ]);
    const { data } = await client.listWallets({ order: 'ASC' });
    expect(data?.wallets.map(({ blockchain, name, refId }) => [blockchain, name, refId])).toEqual([
      ['BASE-SEPOLIA', 'till', 'r-1'],
      ['BASE-SEPOLIA', 'till', 'r-1'],
      ['SOL', 'till', 'r-1'],
      ['SOL', 'till', 'r-1'],
      ['ETH-SEPOLIA', undefined, undefined],
    ]);
    const balances = await client.getWalletTokenBalance({ id: data?.wallets[4]?.id ?? '' });
    const amounts = balances.data?.tokenBalances?.map(({ token, amount }) => [
      token.symbol,
      amount,
    ]);
    expect(amounts).toEqual([
      ['ETH-SEPOLIA', '1.5'],
      ['USDC', '20'],
    ]);
    const chain = await server().control('GET', '/worlds/alice/wallet/chains/ETH-SEPOLIA');
    expect(chain.body).toMatchObject({ congestion: '4', calmBaseFeeGwei: '2' });
  });

  it('has the smart accounts, NFTs and frozen wallets of the fixture', async () => {
    const tokenAddress = '0x00000000000000000000000000000000000000bb';
    const mint = { tokenAddress, nftTokenId: '7', standard: 'ERC721', symbol: 'ART' };
    const blockchains = ['ETH-SEPOLIA'];
    const wallets = [
      { blockchains, accountType: 'SCA', scaCore: 'circle_6900_singleowner_v2' },
      { blockchains, mints: [mint], frozen: true },
    ];
    const { status } = await create({ version: 1, wallet: { walletSets: [{ wallets }] } });
    expect(status).toBe(201);
    const [smart, frozen] = (await getFrom(server(), '/wallets?order=ASC')).body.data.wallets;
    expect(smart).toMatchObject({
      accountType: 'SCA',
      scaCore: 'circle_6900_singleowner_v2',
      state: 'LIVE',
    });
    expect(frozen).toMatchObject({ accountType: 'EOA', state: 'FROZEN' });
    const nfts = await getFrom(server(), `/wallets/${frozen.id}/nfts`);
    expect(nfts.body.data.nfts).toMatchObject([{ nftTokenId: '7', token: { symbol: 'ART' } }]);
  });

  it('names a refused mint', async () => {
    const mint = { tokenAddress: '0x00000000000000000000000000000000000000bb', nftTokenId: '7' };
    const wallets = [{ blockchains: ['ETH-SEPOLIA'], mints: [mint, mint] }];
    const refused = await create({ version: 1, wallet: { walletSets: [{ wallets }] } });
    expectControlError(refused, 400, 'fixture-refused');
    expect(refused.body.error.message).toContain('wallet.walletSets.0.wallets.0.mints.1: ');
  });

  it('continues the wallet trees and ids of the fixture', async () => {
    await create(shop);
    await create(null, 'bob');
    const created = await createWalletSet(server(), {}, '/w/alice');
    const listed = await getFrom(server(), '/walletSets?order=ASC');
    expect(listed.body.data.walletSets.at(-1).id).toBe(created.id);
    const third = async () => (await createWalletSet(server(), {}, '/w/bob')).id;
    expect([await third(), await third(), await third()].at(-1)).toBe(created.id);
  });

  it('is equal in worlds of one seed, for any spelling of the fixture', async () => {
    const one = await create(shop, 'one');
    const config = { walletKeys: ['TEST_API_KEY:other:key'] };
    const two = await create({ ...shop, config, description: undefined }, 'two');
    const other = await create(shop, 'other', { seed: 'another' });
    expect(two.body.digest).toBe(one.body.digest);
    expect(two.body.fixture).toBe(one.body.fixture);
    expect(one.body.fixture).toBe(storedFixture(fixtureSchema.parse(shop)).digest);
    expect(other.body.digest).not.toBe(one.body.digest);
    expect(two.body.config.walletKeys).toEqual(config.walletKeys.map(storedKey));
  });

  it('prefers settings of the request to those of the fixture', async () => {
    const config = { walletKeys: ['TEST_API_KEY:a:b'], ids: 'idempotency-key' };
    const request = { config: { walletKeys: ['TEST_API_KEY:c:d'] } };
    const { body } = await create({ version: 1, config }, 'alice', request);
    expect(body.config).toEqual({
      ids: 'idempotency-key',
      walletKeys: [storedKey('TEST_API_KEY:c:d')],
    });
  });

  it('registers the entity secret, so that another is refused', async () => {
    const bytes = Buffer.from(entitySecret, 'hex');
    const fingerprint = createHash('sha256').update(bytes).digest('hex');
    const of = (entitySecretFingerprint: string) => ({
      version: 1,
      wallet: { entitySecretFingerprint },
    });
    await create(of(fingerprint), 'right');
    await create(of('0'.repeat(64)), 'wrong');
    await createWalletSet(server(), {}, '/w/right');
    await expect(createWalletSet(server(), {}, '/w/wrong')).rejects.toThrow();
  });

  it('is reset to the fixture', async () => {
    const { body } = await create('wallet/treasury');
    await createWalletSet(server(), {}, '/w/alice');
    const reset = await server().control('POST', '/worlds/alice/reset');
    expect(reset.body).toMatchObject({ digest: body.digest, fixture: body.fixture });
  });

  it('is refused, and not created, with the path of an impossible fixture member', async () => {
    const wallets = [{ blockchains: ['ETH-SEPOLIA'], funds: { usdc: '1e9' } }];
    const refused = await create({ version: 1, wallet: { walletSets: [{ wallets }] } });
    expectControlError(refused, 400, 'fixture-refused');
    expect(refused.body.error.message).toBe(
      "wallet.walletSets.0.wallets.0.funds: amount not decimal, '1e9' of USDC must be a decimal number with at most 6 decimals.",
    );
    expectControlError(await server().control('GET', '/worlds/alice'), 404, 'world-unknown');
  });

  it('is refused for an unknown or malformed fixture', async () => {
    const unknown = await create('wallet/none');
    expectControlError(unknown, 400, 'invalid-request');
    expect(unknown.body.error.message).toContain(
      'a packaged one: calendar/town-year, speech/booking, speech/fallback, speech/support, wallet/treasury',
    );
    const path = await create('../package');
    expectControlError(path, 400, 'invalid-request');
    const malformed = await create({ version: 1, wallet: { walletSets: [{ userId: 'x' }] } });
    expect(malformed.body.error.message).toContain('body.fixture.wallet.walletSets.0.userId');
  });
});

describe('a recording of a world with a fixture', () => {
  it('replays equal, from its beginning, with the fixture in its header', async () => {
    const secret = { walletKeys: ['TEST_API_KEY:reprise:demo', 'TEST_API_KEY:very:hidden-key'] };
    const created = await create({ ...shop, config: secret });
    const started = await server().control('POST', '/worlds/alice/recording/start');
    expect(started.status).toBe(201);
    await createWalletSet(server(), {}, '/w/alice');
    await getFrom(server(), '/wallets');
    const shown = await server().control('GET', '/worlds/alice');
    expect(shown.body.fixture).toBe(created.body.fixture);
    const stopped = await server().control('POST', '/worlds/alice/recording/stop');
    const recording = await expectEqual(stopped.body.file);
    const { header, entries } = recording;
    await expectComplete(recording, server().reprise.engine.store);
    expect(header.fixtureDigest).toBe(created.body.fixture);
    expect(header.fixture).toMatchObject({ wallet: { walletSets: [{ name: 'empty' }, {}] } });
    expect(header.base.inputs).toBe(created.body.inputs);
    expect(header.afterFixture).toEqual(header.base);
    expect(entries[0]).toMatchObject({ kind: 'http.request', input: header.base.inputs + 1 });
    expect(JSON.stringify(await readRecording(stopped.body.file))).not.toContain('hidden-key');
  });
});

describe('a server with a fixture', () => {
  const { content, digest } = storedFixture(fixtureSchema.parse(shop));
  const other = serverForEach({
    store: createMemoryStore(),
    defaults: { fixture: { content, digest } },
  });

  it('creates every world from it unless the request has its own', async () => {
    const fixtures = async (name: string, more: object) => {
      if (name !== 'default') await other().control('POST', '/worlds', { name, ...more });
      return (await other().control('GET', `/worlds/${name}`)).body.fixture;
    };
    expect(await fixtures('default', {})).toBe(digest);
    expect(await fixtures('alike', {})).toBe(digest);
    expect(await fixtures('none', { fixture: null })).toBe(undefined);
    expect(await fixtures('own', { fixture: { version: 1 } })).not.toBe(digest);
  });
});
