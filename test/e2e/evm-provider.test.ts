// The EIP-1193 provider of the real client, for Ethereum libraries.

import { createEIP1193Provider } from '@circle-fin/developer-controlled-wallets/evm';
import { Interface, Transaction, verifyTypedData } from 'ethers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  fund,
  createWallets,
  externalAddress,
  sepoliaUsdcAddress,
  serverForEach,
} from '../support/server/requests.ts';
import { entitySecret, testKey } from '../support/server/server.ts';
import { typedData } from '../support/wallet/signing-payloads.ts';

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
const ether = 10n ** 18n;
const hash = /^0x[0-9a-f]{64}$/;

describe('the EIP-1193 provider', () => {
  const server = serverForEach({ defaults: { clock: { mode: 'skip', rate: 1 } } });
  let wallet: { readonly id: string; readonly address: string };

  beforeEach(async () => {
    [wallet] = await createWallets(server());
    await fund(server(), wallet.id, { native: '5', usdc: '100' });
  });

  const ask = async (method: string, ...params: readonly unknown[]) => {
    const provider = createEIP1193Provider({
      apiKey: testKey,
      entitySecret,
      baseUrl: server().url,
      chain: 'ETH-SEPOLIA',
      txPollingInterval: 2,
      estimateFeeBuffer: 0,
    });
    return provider.request({ method, params: [...params] });
  };

  it('knows its chain and the balance', async () => {
    expect(await ask('eth_chainId')).toBe('0xaa36a7');
    expect(await ask('eth_getBalance', wallet.address, 'latest')).toBe(
      `0x${(5n * ether).toString(16)}`,
    );
  });

  it('estimates the gas price, as the zero address', async () => {
    const price = BigInt((await ask('eth_gasPrice')) as string);
    const tip = BigInt((await ask('eth_maxPriorityFeePerGas')) as string);
    expect(price).toBeGreaterThan(tip);
    expect(tip).toBeGreaterThan(0n);
  });

  it('signs transactions of the same address, without sending them', async () => {
    const client = server().client();
    await client.deriveWallet({ id: wallet.id, blockchain: 'EVM-TESTNET' });
    const call = {
      from: wallet.address,
      to: externalAddress,
      value: '0x1',
      gas: '0x5208',
      nonce: '0x3',
    };
    const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' };
    const signed = Transaction.from(
      (await ask('eth_signTransaction', { ...call, ...fees })) as string,
    );
    expect([signed.from?.toLowerCase(), signed.chainId]).toEqual([wallet.address, 11_155_111n]);
    expect([signed.nonce, signed.value]).toEqual([3, 1n]);
  });

  it('estimates the gas limit', async () => {
    const call = { from: wallet.address, to: externalAddress, value: '0x1' };
    expect(BigInt((await ask('eth_estimateGas', call)) as string)).toBe(21_000n);
  });

  it('sends the native token', async () => {
    const value = `0x${(ether / 4n).toString(16)}`;
    const sent = await ask('eth_sendTransaction', {
      from: wallet.address,
      to: externalAddress,
      value,
    });
    expect(sent).toMatch(hash);
    const { data } = await server()
      .client()
      .listTransactions({ txHash: String(sent) });
    expect(data?.transactions).toMatchObject([
      { operation: 'TRANSFER', amounts: ['0.25'], destinationAddress: externalAddress },
    ]);
  });

  it('calls contracts', async () => {
    const data = erc20.encodeFunctionData('transfer', [externalAddress, 2_500_000]);
    const call = { from: wallet.address, to: sepoliaUsdcAddress, data };
    expect(await ask('eth_sendTransaction', call)).toMatch(hash);
    const client = server().client();
    const { data: listed } = await client.listTransactions({ operation: 'CONTRACT_EXECUTION' });
    const id = listed?.transactions?.[0]?.id ?? '';
    await client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 2 });
    const { data: held } = await client.getWalletTokenBalance({ id: wallet.id });
    const usdc = held?.tokenBalances?.find(({ token }) => token.symbol === 'USDC');
    expect(usdc?.amount).toBe('97.5');
  });

  it('signs typed data', async () => {
    const { domain, types, message } = typedData;
    const signature = await ask('eth_signTypedData_v4', wallet.address, JSON.stringify(typedData));
    const signer = verifyTypedData(domain, types, message, String(signature));
    expect(signer.toLowerCase()).toBe(wallet.address);
  });
});
