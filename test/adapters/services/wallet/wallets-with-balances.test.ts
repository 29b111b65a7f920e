import { describe, expect, it } from 'vitest';
import {
  expectError,
  fund,
  createWallets,
  unknownId,
  externalAddress,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  type Fields,
} from '../../../support/server/requests.ts';

const place = '/v1/w3s/developer/wallets/balances';
const sepolia = 'blockchain=ETH-SEPOLIA';

describe('wallets with balances', () => {
  const server = serverForEach();

  /** Three wallets on one chain, with 1, 2 and 0 native tokens; the third has 5 USDC. */
  async function funded() {
    const wallets = await createWallets(server(), {
      count: 3,
      metadata: [{ refId: 'a' }, { refId: 'a' }, { refId: 'b' }],
    });
    const [first, second, third] = wallets;
    await fund(server(), first.id, { native: '1' });
    await fund(server(), second.id, { native: '2' });
    await fund(server(), third.id, { usdc: '5' });
    return wallets;
  }

  const list = (query: string) => server().request('GET', `${place}?${query}`);

  async function idsOf(query: string) {
    const { status, body } = await list(`${sepolia}&${query}`);
    expect(status).toBe(200);
    return body.data.wallets.map(({ id }: Fields) => id);
  }

  it('shows the records of wallets, newest first, each with its native balance', async () => {
    const wallets = await funded();
    const { status, body } = await list(sepolia);
    expect(status).toBe(200);
    const shown = body.data.wallets.toReversed();
    expect(shown).toMatchObject(wallets);
    const balances = shown.map(({ tokenBalances }: Fields) => tokenBalances);
    expect(balances).toMatchObject([
      [{ amount: '1', token: { isNative: true, blockchain: 'ETH-SEPOLIA' } }],
      [{ amount: '2' }],
      [{ amount: '0' }],
    ]);
  });

  it('shows the balance of a requested token after the native one', async () => {
    await funded();
    const { body } = await list(
      `${sepolia}&tokenAddress=${sepoliaUsdcAddress.toUpperCase().replace('0X', '0x')}`,
    );
    const shown = body.data.wallets.map(({ tokenBalances }: { tokenBalances: Fields[] }) =>
      tokenBalances.map(({ amount }) => amount),
    );
    expect(shown).toEqual([
      ['0', '5'],
      ['2', '0'],
      ['1', '0'],
    ]);
    expect(body.data.wallets[0].tokenBalances[1].token.id).toBe(sepoliaUsdc);
  });

  it('omits wallets with less of the native token, or of the named one', async () => {
    const [first, second, third] = (await funded()).map(({ id }: Fields) => id);
    expect(await idsOf('amount__gte=0')).toEqual([third, second, first]);
    expect(await idsOf('amount__gte=.5')).toEqual([second, first]);
    expect(await idsOf('amount__gte=1.000000000000000001')).toEqual([second]);
    expect(await idsOf('amount__gte=3')).toEqual([]);
    const usdc = `tokenAddress=${sepoliaUsdcAddress}`;
    expect(await idsOf(`${usdc}&amount__gte=5`)).toEqual([third]);
    expect(await idsOf(`${usdc}&amount__gte=5.000001`)).toEqual([]);
    expect(await idsOf(`tokenAddress=${externalAddress}&amount__gte=1`)).toEqual([]);
  });

  it('filters wallets as their list does', async () => {
    const [first, second, third] = await funded();
    expect(await idsOf('refId=a')).toEqual([second.id, first.id]);
    expect(await idsOf('refId=a&amount__gte=2')).toEqual([second.id]);
    expect(await idsOf(`address=${third.address}`)).toEqual([third.id]);
    expect(await idsOf(`walletSetId=${unknownId}`)).toEqual([]);
    expect(await idsOf('scaCore=circle_6900_singleowner_v3')).toEqual([]);
    expect((await list('blockchain=BASE-SEPOLIA')).body.data.wallets).toEqual([]);
  });

  it('is divided into pages, with and without a minimum amount', async () => {
    const [first, second, third] = (await funded()).map(({ id }: Fields) => id);
    const page = await list(`${sepolia}&pageSize=2`);
    expect(page.body.data.wallets.map(({ id }: Fields) => id)).toEqual([third, second]);
    expect(page.headers.get('link')).toContain(`pageAfter=${second}`);
    expect(await idsOf(`pageAfter=${second}`)).toEqual([first]);
    expect(await idsOf(`pageBefore=${second}`)).toEqual([third]);
    expect(await idsOf(`amount__gte=1&pageSize=1`)).toEqual([second]);
    expect(await idsOf(`amount__gte=1&pageAfter=${second}`)).toEqual([first]);
  });

  it.each([
    ['no chain', '', 400, 2],
    ['an unknown chain', 'blockchain=DOGE', 400, 2],
    ['an address that is none', `${sepolia}&tokenAddress=x`, 400, 156031],
    ['an amount that is none', `${sepolia}&amount__gte=much`, 400, 156032],
    ['a negative amount', `${sepolia}&amount__gte=-1`, 400, 156032],
    [
      'an amount of an unknown token that is none',
      `${sepolia}&tokenAddress=${externalAddress}&amount__gte=x`,
      400,
      156032,
    ],
    ['an unknown cursor', `${sepolia}&pageAfter=${unknownId}`, 404, 156012],
    ['a cursor that is no UUID', `${sepolia}&pageAfter=x`, 400, 156014],
  ])('refuses %s', async (_what, query, status, code) => {
    expectError(await list(query), status, code);
  });
});
