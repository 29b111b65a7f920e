// Reads of contracts: by the route, and by ethers with the EIP-1193 provider of the real client.

import { createEIP1193Provider } from '@circle-fin/developer-controlled-wallets/evm';
import { BrowserProvider, Contract, Interface } from 'ethers';
import { beforeEach, describe, expect, it } from 'vitest';
import { entitySecret, testKey } from '../../../support/server/server.ts';
import {
  liveHeaders,
  expectError,
  fund,
  createWallets,
  externalAddress,
  sepoliaUsdcAddress,
  serverForEach,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/contracts/query';
const single = `0x${'71'.repeat(20)}`;
const several = `0x${'11'.repeat(20)}`;
const unlimited = 2n ** 256n - 1n;
const zero = `0x${'0'.repeat(40)}`;

const abi = [
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address,address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function getApproved(uint256) view returns (address)',
  'function isApprovedForAll(address,address) view returns (bool)',
  'function tokenURI(uint256) view returns (string)',
  'function supportsInterface(bytes4) view returns (bool)',
];

describe('reading a contract', () => {
  const server = serverForEach({ defaults: { clock: { mode: 'skip', rate: 1 } } });
  let a: { readonly id: string; readonly address: string };
  let b: { readonly id: string; readonly address: string };

  beforeEach(async () => {
    [a, b] = await createWallets(server(), { count: 2 });
    await fund(server(), a.id, { native: '5', usdc: '100' });
    await fund(server(), b.id, { native: '5', usdc: '20' });
  });

  const mint = async (id: string, body: object) => {
    const path_ = `/worlds/default/wallet/wallets/${id}/mint`;
    expect((await server().control('POST', path_, body)).status).toBe(200);
  };

  const query = (contract: string, signature: string, ...parameters: readonly unknown[]) =>
    server().request('POST', path, {
      blockchain: 'ETH-SEPOLIA',
      address: contract,
      abiFunctionSignature: signature,
      abiParameters: parameters,
    });

  const valueOf = async (
    contract: string,
    signature: string,
    ...parameters: readonly unknown[]
  ) => {
    const { status, body } = await query(contract, signature, ...parameters);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.data.outputValues as readonly unknown[];
  };

  /** Calls a contract with the real client, and waits until it is final. */
  async function call(
    walletId: string,
    contractAddress: string,
    abiFunctionSignature: string,
    ...abiParameters: (string | boolean)[]
  ): Promise<string | undefined> {
    const client = server().client();
    const { data } = await client.createContractExecutionTransaction({
      walletId,
      contractAddress,
      abiFunctionSignature,
      abiParameters,
      fee: { type: 'level', config: { feeLevel: 'HIGH' } },
    });
    for (;;) {
      const found = await client.getTransaction({ id: data?.id ?? '' });
      const { state, errorReason } = found.data?.transaction ?? {};
      if (state === 'COMPLETE' || state === 'FAILED') return errorReason ?? state;
    }
  }

  const ethers = () => {
    const provider = createEIP1193Provider({
      apiKey: testKey,
      entitySecret,
      baseUrl: server().url,
      chain: 'ETH-SEPOLIA',
      txPollingInterval: 2,
    });
    return new BrowserProvider(provider, 'any');
  };

  it('reads metadata and balances of a currency, as values and as data', async () => {
    const { body } = await query(sepoliaUsdcAddress, 'balanceOf(address)', a.address);
    expect(body.data).toEqual({
      outputValues: ['100000000'],
      outputData: `0x${100_000_000n.toString(16).padStart(64, '0')}`,
    });
    expect(await valueOf(sepoliaUsdcAddress, 'name()')).toEqual(['USDC']);
    expect(await valueOf(sepoliaUsdcAddress, 'symbol()')).toEqual(['USDC']);
    expect(await valueOf(sepoliaUsdcAddress, 'decimals()')).toEqual([6]);
    expect(await valueOf(sepoliaUsdcAddress, 'totalSupply()')).toEqual(['120000000']);
    expect(await valueOf(sepoliaUsdcAddress, 'balanceOf(address)', externalAddress)).toEqual(['0']);
  });

  it('reads approvals of currencies, also after their use', async () => {
    const usdc = sepoliaUsdcAddress;
    const take = () =>
      call(a.id, usdc, 'transferFrom(address,address,uint256)', b.address, a.address, '4000000');
    expect(await take()).toBe('ESTIMATION_ERROR');
    expect(await call(b.id, usdc, 'approve(address,uint256)', a.address, '5000000')).toBe(
      'COMPLETE',
    );
    const allowance = () => valueOf(usdc, 'allowance(address,address)', b.address, a.address);
    expect(await allowance()).toEqual(['5000000']);
    expect(await take()).toBe('COMPLETE');
    expect(await allowance()).toEqual(['1000000']);
    expect(await take()).toBe('ESTIMATION_ERROR');
    await call(b.id, usdc, 'approve(address,uint256)', a.address, `${unlimited}`);
    expect(await take()).toBe('COMPLETE');
    expect(await allowance()).toEqual([`${unlimited}`]);
    expect(await valueOf(usdc, 'balanceOf(address)', b.address)).toEqual(['12000000']);
  });

  it('reads owners, approvals and metadata of NFTs', async () => {
    const token = { tokenAddress: single, standard: 'ERC721', name: 'Cats', symbol: 'CAT' };
    await mint(b.id, { ...token, nftTokenId: '7', metadata: 'ipfs://seven' });
    expect(await valueOf(single, 'name()')).toEqual(['Cats']);
    expect(await valueOf(single, 'symbol()')).toEqual(['CAT']);
    expect(await valueOf(single, 'ownerOf(uint256)', '7')).toEqual([b.address]);
    expect(await valueOf(single, 'tokenURI(uint256)', 7)).toEqual(['ipfs://seven']);
    expect(await valueOf(single, 'getApproved(uint256)', '7')).toEqual([zero]);
    const absent = await query(single, 'ownerOf(uint256)', '8');
    expectError(absent, 400, 177901);
    expect(absent.body.message).toContain('ownerOf(uint256): there is no NFT 8');
    expect(await valueOf(single, 'balanceOf(address)', b.address)).toEqual(['1']);
    expect(await valueOf(single, 'totalSupply()')).toEqual(['1']);
    await call(b.id, single, 'approve(address,uint256)', a.address, '7');
    expect(await valueOf(single, 'getApproved(uint256)', '7')).toEqual([a.address]);
    const move = 'safeTransferFrom(address,address,uint256)';
    expect(await call(a.id, single, move, b.address, a.address, '7')).toBe('COMPLETE');
    expect(await valueOf(single, 'ownerOf(uint256)', '7')).toEqual([a.address]);
    expect(await valueOf(single, 'getApproved(uint256)', '7')).toEqual([zero]);
  });

  it('reads amounts and operators of semi-fungible NFTs', async () => {
    const token = { tokenAddress: several, standard: 'ERC1155' };
    await mint(b.id, { ...token, nftTokenId: '3', amount: '5', metadata: 'ipfs://three' });
    expect(await valueOf(several, 'balanceOf(address,uint256)', b.address, '3')).toEqual(['5']);
    expect(await valueOf(several, 'uri(uint256)', '3')).toEqual(['ipfs://three']);
    await call(b.id, several, 'setApprovalForAll(address,bool)', a.address, true);
    const operator = 'isApprovedForAll(address,address)';
    expect(await valueOf(several, operator, b.address, a.address)).toEqual([true]);
    expect(await valueOf(several, operator, a.address, b.address)).toEqual([false]);
  });

  it.each([
    ['ERC721', ['0x01ffc9a7', '0x80ac58cd', '0x5b5e139f']],
    ['ERC1155', ['0x01ffc9a7', '0xd9b67a26', '0x0e89341c']],
  ])('reads the interfaces of %s: ERC-165, its own and its metadata', async (standard, own) => {
    await mint(b.id, { tokenAddress: single, standard, nftTokenId: '7' });
    const ids = [
      '0x01ffc9a7',
      '0x80ac58cd',
      '0x5b5e139f',
      '0xd9b67a26',
      '0x0e89341c',
      '0xffffffff',
    ];
    for (const id of ids) {
      const supported = await valueOf(single, 'supportsInterface(bytes4)', id);
      expect([id, supported]).toEqual([id, [own.includes(id)]]);
    }
  });

  it('waits for pending transactions of the chain', async () => {
    await server()
      .client()
      .createContractExecutionTransaction({
        walletId: b.id,
        contractAddress: sepoliaUsdcAddress,
        abiFunctionSignature: 'approve(address,uint256)',
        abiParameters: [a.address, '5'],
        fee: { type: 'level', config: { feeLevel: 'HIGH' } },
      });
    const seen: unknown[] = [];
    for (let reads = 0; reads < 20 && seen.at(-1) !== '5'; reads += 1) {
      const signature = 'allowance(address,address)';
      seen.push(...(await valueOf(sepoliaUsdcAddress, signature, b.address, a.address)));
    }
    expect(seen.at(-1)).toBe('5');
  });

  it('works with ethers on the provider of the client', async () => {
    const token = { tokenAddress: single, standard: 'ERC721', name: 'Cats', symbol: 'CAT' };
    await mint(b.id, { ...token, nftTokenId: '7', metadata: 'ipfs://seven' });
    const usdc = new Contract(sepoliaUsdcAddress, abi, ethers());
    const cats = new Contract(single, abi, ethers());
    const read = (contract: Contract, name: string, ...values: readonly unknown[]) =>
      contract.getFunction(name).staticCall(...values) as Promise<unknown>;
    expect(await read(usdc, 'balanceOf', a.address)).toBe(100_000_000n);
    expect(await read(usdc, 'decimals')).toBe(6n);
    expect(await read(usdc, 'symbol')).toBe('USDC');
    expect(await read(usdc, 'allowance', a.address, b.address)).toBe(0n);
    expect(String(await read(cats, 'ownerOf', 7n)).toLowerCase()).toBe(b.address);
    expect(await read(cats, 'tokenURI', 7n)).toBe('ipfs://seven');
    expect(await read(cats, 'isApprovedForAll', a.address, b.address)).toBe(false);
    expect(await read(cats, 'supportsInterface', '0x80ac58cd')).toBe(true);
    await expect(read(cats, 'ownerOf', 8n)).rejects.toThrow(/revert/);
  });

  it('accepts call data, and addresses in any letter case', async () => {
    const erc20 = new Interface(abi);
    const callData = erc20.encodeFunctionData('balanceOf', [a.address]);
    const address = `0x${sepoliaUsdcAddress.slice(2).toUpperCase()}`;
    const asked = { blockchain: 'ETH-SEPOLIA', address, callData, fromAddress: b.address };
    const { body } = await server().request('POST', path, asked);
    expect(erc20.decodeFunctionResult('balanceOf', body.data.outputData)[0]).toBe(100_000_000n);
  });

  it.each([
    ['an unknown contract', { address: externalAddress, callData: '0x' }, 175005, 'no token at 0x'],
    ['an unknown function', { abiFunctionSignature: 'paused()' }, 175013, 'paused() is no read'],
    ['unknown data', { callData: '0xdeadbeef' }, 175013, '0xdeadbeef is no read function'],
    ['no data', { callData: '0x' }, 175013, '0x is no read function'],
    [
      'a function of NFTs',
      { abiFunctionSignature: 'tokenURI(uint256)', abiParameters: ['1'] },
      175013,
      'tokenURI(uint256) is no read function of ERC20',
    ],
    ['neither', {}, 155230, ''],
    ['both', { callData: '0x', abiFunctionSignature: 'name()' }, 155247, ''],
    [
      'unfit parameters',
      { abiFunctionSignature: 'balanceOf(address)', abiParameters: ['x'] },
      177008,
      '',
    ],
    ['another family', { blockchain: 'SOL-DEVNET', callData: '0x' }, 175402, 'SOL-DEVNET'],
    ['a main network', { blockchain: 'ETH', callData: '0x' }, 175404, ''],
    ['no address', { address: '0x1', callData: '0x' }, 175410, ''],
    ['no blockchain', { blockchain: undefined, callData: '0x' }, 2, 'body.blockchain'],
  ])('is refused for %s', async (_what, own, code, message) => {
    const asked = { blockchain: 'ETH-SEPOLIA', address: sepoliaUsdcAddress, ...own };
    const answer = await server().request('POST', path, asked);
    expectError(answer, 400, code);
    expect(answer.body.message).toContain(message);
  });

  it('needs a key', async () => {
    const asked = { blockchain: 'ETH', address: sepoliaUsdcAddress, callData: '0x' };
    expectError(await server().request('POST', path, asked, liveHeaders), 400, 175005);
    expectError(await server().request('POST', path, asked, { authorization: '' }), 401, 401);
  });
});
