import { describe, expect, it } from 'vitest';
import {
  liveHeaders,
  expectError,
  createWallets,
  unknownId,
  serverForEach,
} from '../../../support/server/requests.ts';

const byAddress = '/v1/w3s/developer/wallets/derive';
const byId = (id: string, blockchain: string) =>
  `/v1/w3s/developer/wallets/${id}/blockchains/${blockchain}`;

describe('deriving a wallet', () => {
  const server = serverForEach();

  it('answers 201 with the new wallet, then 200 with the same and new metadata', async () => {
    const [source] = await createWallets(server(), { accountType: 'SCA' });
    const metadata = { name: 'twin', refId: 'r-1' };
    const first = await server().request('PUT', byId(source.id, 'BASE-SEPOLIA'), { metadata });
    expect(first.status).toBe(201);
    const { wallet } = first.body.data;
    expect(wallet).toEqual({ ...source, ...metadata, id: wallet.id, blockchain: 'BASE-SEPOLIA' });
    expect(wallet.id).not.toBe(source.id);
    expect(wallet.scaCore).toBe('circle_6900_singleowner_v3');

    const renamed = { metadata: { name: 'other' } };
    const second = await server().request('PUT', byId(source.id, 'BASE-SEPOLIA'), renamed);
    expect(second.status).toBe(200);
    expect(second.body.data.wallet).toEqual({ ...wallet, name: 'other' });
    const third = await server().request('PUT', byId(source.id, 'BASE-SEPOLIA'));
    expect([third.status, third.body]).toEqual([200, second.body]);
  });

  it('finds the source by address and chain', async () => {
    const [source] = await createWallets(server());
    const body = {
      sourceBlockchain: 'ETH-SEPOLIA',
      walletAddress: source.address.toUpperCase().replace('0X', '0x'),
      targetBlockchain: 'OP-SEPOLIA',
    };
    const first = await server().request('PUT', byAddress, body);
    expect(first.status).toBe(201);
    expect(first.body.data.wallet).toMatchObject({
      address: source.address,
      blockchain: 'OP-SEPOLIA',
      walletSetId: source.walletSetId,
    });
    const second = await server().request('PUT', byAddress, { ...body, metadata: { refId: 'x' } });
    expect(second.status).toBe(200);
    expect(second.body.data.wallet).toEqual({ ...first.body.data.wallet, refId: 'x' });
  });

  it.each([
    ['an unknown wallet', unknownId, 'BASE-SEPOLIA', {}, {}, 404, 156001],
    ['an id that is none', 'x', 'BASE-SEPOLIA', {}, {}, 400, 156009],
    ['an unknown chain', undefined, 'DOGE', {}, {}, 400, 2],
    ['a chain that is not EVM', undefined, 'SOL-DEVNET', {}, {}, 400, 155510],
    ['a main chain', undefined, 'BASE', {}, {}, 400, 156006],
    ['a key of the other kind', undefined, 'BASE', {}, liveHeaders, 400, 156006],
    ['a name that is no text', undefined, 'BASE-SEPOLIA', { metadata: { name: 1 } }, {}, 400, 2],
  ])('refuses %s', async (_what, id, chain, body, headers, status, code) => {
    const [source] = await createWallets(server());
    const path = byId(id ?? source.id, chain);
    expectError(await server().request('PUT', path, body, headers), status, code);
  });

  it.each([
    ['an address that is no wallet', { walletAddress: `0x${'0'.repeat(40)}` }, 404, 156001],
    ['an address on another chain', { sourceBlockchain: 'OP-SEPOLIA' }, 404, 156001],
    ['no address', { walletAddress: undefined }, 400, 2],
    ['no target', { targetBlockchain: undefined }, 400, 2],
    ['no source chain', { sourceBlockchain: undefined }, 400, 2],
    ['a target that is not EVM', { targetBlockchain: 'APTOS-TESTNET' }, 400, 155510],
  ])('by address refuses %s', async (_what, fields, status, code) => {
    const [source] = await createWallets(server());
    const body = {
      sourceBlockchain: 'ETH-SEPOLIA',
      walletAddress: source.address,
      targetBlockchain: 'BASE-SEPOLIA',
      ...fields,
    };
    expectError(await server().request('PUT', byAddress, body), status, code);
  });
});
