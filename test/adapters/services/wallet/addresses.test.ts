import { getAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import {
  blockchains,
  chainOf,
  type Blockchain,
} from '../../../../core/wallet/chain/blockchains.ts';
import {
  liveHeaders,
  expectError,
  createFundedWallets,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/transactions/validateAddress';
const lower = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';
const checksummed = getAddress(lower);
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const aptos = `0x${'0123456789abcdef'.repeat(4)}`;

const of = (family: string): readonly Blockchain[] =>
  blockchains.filter((code) => chainOf(code).family === family);

describe('the validation of an address', () => {
  const server = serverForEach();
  const isValid = async (address: string, blockchain: string) => {
    const { status, body } = await server().request('POST', path, { address, blockchain });
    expect({ status, keys: Object.keys(body.data) }).toEqual({ status: 200, keys: ['isValid'] });
    return body.data.isValid as boolean;
  };

  it('accepts the forms of every chain', async () => {
    const good: readonly (readonly [string, readonly string[]])[] = [
      ['evm', [lower, checksummed, `0x${lower.slice(2).toUpperCase()}`]],
      ['solana', [solana, '11111111111111111111111111111111']],
      ['aptos', [aptos, '0x1', '0xA', `0x${'0'.repeat(63)}1`]],
      ['near', ['0123456789abcdef'.repeat(4), 'alice.testnet']],
    ];
    for (const [family, addresses] of good) {
      for (const blockchain of of(family)) {
        for (const address of addresses) {
          expect(await isValid(address, blockchain), `${blockchain} ${address}`).toBe(true);
        }
      }
    }
  });

  it.each([
    ['ETH', ''],
    ['ETH', lower.slice(0, -1)],
    ['ETH', lower.slice(2)],
    ['ETH-SEPOLIA', `${lower}0`],
    ['EVM', solana],
    ['MATIC-AMOY', checksummed.replace('fB', 'Fb')],
    ['SOL', lower],
    ['SOL-DEVNET', `${solana}1`],
    ['SOL', solana.replace('E', '0')],
    ['SOL', 'not an address'],
    ['APTOS', lower.slice(2)],
    ['APTOS-TESTNET', `${aptos}00`],
    ['APTOS-TESTNET', '0x10'],
    ['APTOS', '0x'],
    ['APTOS', `0x${'0'.repeat(62)}1`],
    ['NEAR', 'A.near'],
    ['NEAR-TESTNET', ''],
  ])('on %s answers false to %j, and with no error', async (blockchain, address) => {
    expect(await isValid(address, blockchain)).toBe(false);
  });

  it('of a special Aptos address in short form agrees with its use in long form', async () => {
    const { from } = await createFundedWallets(server(), 'APTOS-TESTNET');
    const short = { tokenId: undefined, tokenAddress: '', blockchain: 'APTOS-TESTNET' };
    const fields = { walletId: from.id, destinationAddress: '0xA', ...short };
    const id = await startTransfer(server(), fields);
    const long = `0x${'a'.padStart(64, '0')}`;
    expect((await transactionOf(server(), id)).destinationAddress).toBe(long);
    for (const named of ['0xa', '0xA', long]) {
      const query = `/v1/w3s/transactions?destinationAddress=${named}`;
      const { body } = await server().request('GET', query);
      expect(body.data.transactions.map((one: { id: string }) => one.id)).toEqual([id]);
    }
    await settle(server());
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('is for keys of both kinds', async () => {
    const body = { address: lower, blockchain: 'ETH-SEPOLIA' };
    expect((await server().request('POST', path, body, liveHeaders)).body.data).toEqual({
      isValid: true,
    });
  });

  it('requires an address and a known chain', async () => {
    for (const body of [{}, { address: lower }, { blockchain: 'ETH' }, { address: 7 }]) {
      expectError(await server().request('POST', path, body), 400, 2);
    }
    expectError(
      await server().request('POST', path, { address: lower, blockchain: 'BTC' }),
      400,
      2,
    );
  });

  it('works with the real client, whose request id is in the body', async () => {
    const { data } = await server().client().validateAddress({
      address: checksummed,
      blockchain: 'ETH',
      xRequestId: crypto.randomUUID(),
    });
    expect(data).toEqual({ isValid: true });
  });
});
