import { beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  expectControlError,
  expectError,
  linksOf,
  createWallets,
  unknownId,
  serverForEach,
  type Fields,
} from '../../../support/server/requests.ts';

const cats = '0x00000000000000000000000000000000000ca750';
const items = '0x0000000000000000000000000000000000017e35';

const server = serverForEach();
let wallet: { id: string; address: string };

beforeEach(async () => {
  [wallet] = await createWallets(server());
});

async function mint(body: Fields, id = wallet.id) {
  return server().control('POST', `/worlds/default/wallet/wallets/${id}/mint`, body);
}

async function minted(body: Fields, id = wallet.id) {
  const answer = await mint(body, id);
  expect(answer.status).toBe(200);
  return answer.body as { token: { id: string }; transaction: { id: string } };
}

async function nfts(search = '', id = wallet.id) {
  const { status, body } = await server().request('GET', `/v1/w3s/wallets/${id}/nfts${search}`);
  expect(status).toBe(200);
  return body.data.nfts as { nftTokenId: string; amount: string; token: { id: string } }[];
}

const idsOf = async (search: string) => (await nfts(search)).map((nft) => nft.nftTokenId);

describe('the NFTs of a wallet', () => {
  it('are in the form of the reference', async () => {
    await advance(server(), '5m');
    const body = {
      tokenAddress: cats,
      nftTokenId: '7',
      metadata: 'ipfs://example/7',
      name: 'Cats',
    };
    const { token } = await minted(body);
    const known = {
      id: token.id,
      blockchain: 'ETH-SEPOLIA',
      standard: 'ERC721',
      tokenAddress: cats,
      name: 'Cats',
      isNative: false,
      createDate: '2026-01-01T00:05:00Z',
      updateDate: '2026-01-01T00:05:00Z',
    };
    expect(await nfts()).toEqual([
      {
        amount: '1',
        metadata: 'ipfs://example/7',
        nftTokenId: '7',
        updateDate: '2026-01-01T00:05:00Z',
        token: known,
      },
    ]);
    const read = await server().request('GET', `/v1/w3s/tokens/${token.id}`);
    expect(read.body).toEqual({ data: { token: known } });
  });

  it('are not among its balances, and currencies are not among them', async () => {
    await minted({ tokenAddress: cats, nftTokenId: '7' });
    await minted({ tokenAddress: items, standard: 'ERC20', symbol: 'AU', amount: '1.5' });
    const path = `/v1/w3s/wallets/${wallet.id}/balances?standard=ERC20`;
    const { body } = await server().request('GET', path);
    expect(body.data.tokenBalances).toMatchObject([
      { amount: '1.5', token: { symbol: 'AU', decimals: 18, tokenAddress: items } },
    ]);
    expect(await nfts()).toHaveLength(1);
  });

  it('are received in separate transactions', async () => {
    const body = { tokenAddress: items, standard: 'ERC1155', nftTokenId: '3', amount: '5' };
    const { token, transaction } = await minted({ ...body, metadata: 'ipfs://3' });
    const read = await server().request('GET', `/v1/w3s/transactions/${transaction.id}`);
    expect(read.body.data.transaction).toMatchObject({
      transactionType: 'INBOUND',
      operation: 'TRANSFER',
      tokenId: token.id,
      amounts: ['5'],
      nfts: [JSON.stringify({ nftTokenId: '3', metadata: 'ipfs://3' })],
      destinationAddress: wallet.address,
    });
    expect(read.body.data.transaction).not.toHaveProperty('amountInUSD');
  });

  it('are filtered by name, standard and token addresses', async () => {
    await minted({ tokenAddress: cats, nftTokenId: '1', name: 'Cats' });
    await minted({ tokenAddress: items, standard: 'ERC1155', nftTokenId: '2', name: 'Items' });
    expect(await idsOf('?name=Cats')).toEqual(['1']);
    expect(await idsOf('?standard=ERC1155')).toEqual(['2']);
    expect(await idsOf(`?tokenAddress=${cats.toUpperCase().replace('0X', '0x')}`)).toEqual(['1']);
    expect(await idsOf(`?tokenAddress=${cats},${items}`)).toEqual(['1', '2']);
    expect(await idsOf('?includeAll=true')).toEqual(['1', '2']);
    expect(await idsOf('?name=Cats&standard=ERC1155')).toEqual([]);
    const path = `/v1/w3s/wallets/${wallet.id}/nfts`;
    expectError(await server().request('GET', `${path}?standard=ERC9999`), 400, 2);
    expectError(await server().request('GET', `${path}?pageSize=0`), 400, 2);
    expectError(await server().request('GET', `/v1/w3s/wallets/${unknownId}/nfts`), 404, 156001);
  });

  it('of one collection are listed once each, along the links of pages', async () => {
    for (const nftTokenId of ['1', '2', '3', '4', '5']) {
      await minted({ tokenAddress: cats, nftTokenId });
    }
    let next: string | undefined = `${server().url}/v1/w3s/wallets/${wallet.id}/nfts?pageSize=2`;
    const seen: string[] = [];
    let last = '';
    while (next !== undefined) {
      last = next.replace(server().url, '');
      const { body, headers } = await server().request('GET', last);
      seen.push(...body.data.nfts.map((nft: { nftTokenId: string }) => nft.nftTokenId));
      next = linksOf(headers.get('link'))['next'];
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5']);
    const { headers } = await server().request('GET', last);
    const back = (linksOf(headers.get('link'))['prev'] ?? '').replace(server().url, '');
    const before = await server().request('GET', back);
    expect(before.body.data.nfts).toMatchObject([{ nftTokenId: '3' }, { nftTokenId: '4' }]);
  });

  it('accept the id of a token as a cursor if only one NFT has it', async () => {
    const { token: one } = await minted({ tokenAddress: cats, nftTokenId: '1' });
    const { token: many } = await minted({ tokenAddress: items, nftTokenId: '2' });
    await minted({ tokenAddress: items, nftTokenId: '3' });
    expect(await idsOf(`?pageAfter=${one.id}`)).toEqual(['2', '3']);
    const path = `/v1/w3s/wallets/${wallet.id}/nfts?pageAfter=`;
    expectError(await server().request('GET', path + many.id), 404, 156012);
    expectError(await server().request('GET', `${path}x`), 400, 156014);
  });

  it('are read by the real client', async () => {
    const { token } = await minted({ tokenAddress: cats, nftTokenId: '7' });
    const client = server().client();
    const answer = await client.getWalletNFTBalance({
      id: wallet.id,
      tokenAddresses: [cats, items],
    });
    expect(answer.data?.nfts).toMatchObject([{ amount: '1', nftTokenId: '7', token }]);
    const read = await client.getToken({ id: token.id });
    expect(read.data?.token).toMatchObject({ standard: 'ERC721', tokenAddress: cats });
  });
});

describe('minting', () => {
  it('on Solana treats the mint itself as the item', async () => {
    const [solana] = await createWallets(server(), { blockchains: ['SOL-DEVNET'] });
    const tokenAddress = 'So11111111111111111111111111111111111111112';
    await minted({ tokenAddress, metadata: 'https://x' }, solana.id);
    const [nft] = await nfts('', solana.id);
    expect(nft).toMatchObject({ amount: '1', token: { standard: 'NonFungible', tokenAddress } });
    expect(nft).not.toHaveProperty('nftTokenId');
    const again = await mint({ tokenAddress }, solana.id);
    expectControlError(again, 409, 'nft-exists');
  });

  it.each<[string, Fields, number, string]>([
    ['no token', { nftTokenId: '1' }, 400, 'invalid'],
    ['two tokens', { tokenId: unknownId, tokenAddress: cats }, 400, 'invalid'],
    ['a known token that is described', { tokenId: unknownId, name: 'x' }, 400, 'invalid'],
    ['an unknown token', { tokenId: unknownId, nftTokenId: '1' }, 404, 'token-unknown'],
    ['no address', { tokenAddress: 'here', nftTokenId: '1' }, 400, 'token-unfit'],
    [
      'half of one',
      { tokenAddress: cats, nftTokenId: '1', amount: '0.5' },
      400,
      'amount-not-decimal',
    ],
    ['an unknown standard', { tokenAddress: cats, standard: 'ERC1' }, 400, 'invalid'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await mint(body);
    if (code === 'invalid') expect(answer.status).toBe(400);
    else expectControlError(answer, status, code);
    expect(await nfts()).toEqual([]);
  });
});
