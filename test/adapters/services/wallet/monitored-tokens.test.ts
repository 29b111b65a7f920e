import { describe, expect, it } from 'vitest';
import {
  expectError,
  fund,
  linksOf,
  createWallets,
  unknownId,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/config/entity/monitoredTokens';
const baseUsdc = 'bdf128b4-827b-5267-8f9e-243694989b5f';
const amoyUsdc = '36b6931a-873a-56a8-8a27-b706b17104ee';

const server = serverForEach();

const add = (...tokenIds: readonly string[]) => server().request('POST', path, { tokenIds });

async function listed(search = ''): Promise<readonly string[]> {
  const { status, body } = await server().request('GET', path + search);
  expect(status).toBe(200);
  return body.data.tokens.map(({ id }: { id: string }) => id);
}

describe('the monitored tokens', () => {
  it('are no content until they are configured', async () => {
    const { status, body } = await server().request('GET', path);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
  });

  it('are added: 201 for new ones, 200 without', async () => {
    const first = await add(sepoliaUsdc, baseUsdc);
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      scope: 'SELECTED',
      tokens: [{ id: baseUsdc }, { id: sepoliaUsdc, tokenAddress: sepoliaUsdcAddress }],
    });
    const again = await add(sepoliaUsdc);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it('are replaced and removed', async () => {
    await add(sepoliaUsdc, baseUsdc);
    const put = await server().request('PUT', path, { tokenIds: [amoyUsdc, baseUsdc] });
    expect(put.status).toBe(200);
    expect(put.body.data.tokens.map(({ id }: { id: string }) => id)).toEqual([amoyUsdc, baseUsdc]);
    const removed = await server().request('POST', `${path}/delete`, { tokenIds: [amoyUsdc] });
    expect({ status: removed.status, body: removed.body }).toEqual({
      status: 200,
      body: undefined,
    });
    expect(await listed()).toEqual([baseUsdc]);
    expect((await server().request('PUT', path, {})).body.data).toEqual({
      scope: 'SELECTED',
      tokens: [],
    });
  });

  it('have a scope of their own', async () => {
    const scope = await server().request('PUT', `${path}/scope`, { scope: 'MONITOR_ALL' });
    expect({ status: scope.status, body: scope.body }).toEqual({ status: 200, body: undefined });
    const { body } = await server().request('GET', path);
    expect(body).toEqual({ data: { scope: 'MONITOR_ALL', tokens: [] } });
    expectError(await server().request('PUT', `${path}/scope`, { scope: 'SOME' }), 400, 2);
    expectError(await server().request('PUT', `${path}/scope`, {}), 400, 2);
  });

  it('are filtered and paged', async () => {
    await add(sepoliaUsdc, baseUsdc, amoyUsdc);
    expect(await listed('?blockchain=BASE-SEPOLIA')).toEqual([baseUsdc]);
    const inCapitals = sepoliaUsdcAddress.toUpperCase().replace('0X', '0x');
    expect(await listed(`?tokenAddress=${inCapitals}`)).toEqual([sepoliaUsdc]);
    expect(await listed('?symbol=USDC')).toHaveLength(3);
    expect(await listed('?symbol=EURC')).toEqual([]);
    expect(await listed('?from=2024-01-02T00:00:00Z')).toEqual([]);
    expect(await listed('?to=2024-01-01T00:00:00Z')).toHaveLength(3);
    const { headers } = await server().request('GET', `${path}?pageSize=2`);
    const links = linksOf(headers.get('link'));
    expect(Object.keys(links)).toEqual(['self', 'first', 'next']);
    expect(await listed(`?pageSize=2&pageAfter=${baseUsdc}`)).toEqual([sepoliaUsdc]);
    expect(await listed(`?pageSize=2&pageBefore=${sepoliaUsdc}`)).toEqual([amoyUsdc, baseUsdc]);
    expectError(await server().request('GET', `${path}?pageAfter=${unknownId}`), 404, 156012);
    expectError(await server().request('GET', `${path}?pageAfter=x`), 400, 156014);
  });

  it('refuse unknown tokens, and bodies without tokens', async () => {
    expectError(await add(sepoliaUsdc, unknownId), 404, 156002);
    expectError(await add(), 400, 2);
    expectError(await add('usdc'), 400, 2);
    expectError(await server().request('POST', path, {}), 400, 2);
    expectError(await server().request('POST', `${path}/delete`, {}), 400, 2);
    expectError(await server().request('PUT', path, { tokenIds: [unknownId] }), 404, 156002);
    expect((await server().request('GET', path)).status).toBe(204);
  });

  it('select the balances, NFTs and transactions of lists', async () => {
    const [wallet] = await createWallets(server());
    await fund(server(), wallet.id, { native: '1', usdc: '2', eurc: '3' });
    const mint = { tokenAddress: `0x${'ca'.repeat(20)}`, nftTokenId: '7' };
    const control = `/worlds/default/wallet/wallets/${wallet.id}/mint`;
    const { token } = (await server().control('POST', control, mint)).body;
    const counts = async (search: string) => {
      const read = async (place: string, name: string) =>
        (await server().request('GET', place + search)).body.data[name].length as number;
      return [
        await read(`/v1/w3s/wallets/${wallet.id}/balances`, 'tokenBalances'),
        await read(`/v1/w3s/wallets/${wallet.id}/nfts`, 'nfts'),
        await read('/v1/w3s/transactions', 'transactions'),
      ];
    };
    expect(await counts('')).toEqual([3, 1, 4]);
    await add(sepoliaUsdc);
    expect(await counts('')).toEqual([1, 0, 1]);
    await add(token.id);
    expect(await counts('')).toEqual([1, 1, 2]);
    expect(await counts('?includeAll=true')).toEqual([3, 1, 4]);
    await server().request('PUT', `${path}/scope`, { scope: 'MONITOR_ALL' });
    expect(await counts('')).toEqual([3, 1, 4]);
  });

  it('are managed by the real client', async () => {
    const client = server().client();
    expect((await client.listMonitoredTokens({})).data).toBeUndefined();
    const added = await client.createMonitoredTokens({ tokenIds: [sepoliaUsdc] });
    expect(added.data).toMatchObject({ scope: 'SELECTED', tokens: [{ id: sepoliaUsdc }] });
    const updated = await client.updateMonitoredTokens({ tokenIds: [sepoliaUsdc, baseUsdc] });
    expect(updated.data?.tokens).toHaveLength(2);
    await client.deleteMonitoredTokens({ tokenIds: [baseUsdc] });
    await client.updateMonitoredTokensScope({ scope: 'MONITOR_ALL' });
    const list = await client.listMonitoredTokens({ blockchain: 'ETH-SEPOLIA', symbol: 'USDC' });
    expect(list.data).toMatchObject({ scope: 'MONITOR_ALL', tokens: [{ id: sepoliaUsdc }] });
  });
});
