import { Interface, Transaction, Wallet, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';
import { evmPayload, signEvm } from '../../../../core/wallet/broadcast/evm.ts';
import type { Token } from '../../../../core/wallet/records/token.ts';
import { nativeToken, stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { runs } from '../../../support/runner/runs.ts';

const secret = 'a1'.repeat(64);
const to = '0x00000000000000000000000000000000000000aa';

function known(token: Token | undefined): Token {
  if (token === undefined) throw new Error('The catalogue lacks a token');
  return token;
}

const ether = known(nativeToken('ETH-SEPOLIA'));
const usdc = known(stablecoinOf('ETH-SEPOLIA', 'USDC'));

describe('an EVM transfer', () => {
  const key = privateKeyOf(secret, 'evm', 1);
  const wallet = new Wallet(hexlify(key));

  const fees = fc.record({
    nonce: fc.integer({ min: 0, max: 100_000 }),
    maxFee: fc.bigInt({ min: 10n ** 9n, max: 10n ** 13n }),
    priorityFee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    gasLimit: fc.bigInt({ min: 21_000n, max: 10n ** 7n }),
    units: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    chainId: fc.constantFrom(1, 137, 11_155_111, 5_042_002),
  });

  it.each([
    ['the native token', ether],
    ['an ERC-20 token', usdc],
  ])('of %s has the hash of the transaction that ethers signs', async (_what, token) => {
    await fc.assert(
      fc.asyncProperty(fees, async ({ units, ...terms }) => {
        const contract = new Interface(['function transfer(address to, uint256 value)']);
        const payload = token.isNative
          ? { to, value: units, data: '0x' }
          : {
              to: token.address ?? '',
              value: 0n,
              data: contract.encodeFunctionData('transfer', [to, units]),
            };
        expect(evmPayload(token, to, units)).toEqual(payload);
        const signed = await wallet.signTransaction({
          ...payload,
          type: 2,
          chainId: terms.chainId,
          nonce: terms.nonce,
          gasLimit: terms.gasLimit,
          maxFeePerGas: terms.maxFee,
          maxPriorityFeePerGas: terms.priorityFee,
        });
        expect(signEvm({ ...terms, ...payload }, key)).toBe(Transaction.from(signed).hash);
      }),
      runs(25),
    );
  });

  it('has another hash with another nonce, fee or key', () => {
    const terms = { chainId: 1, nonce: 0, maxFee: 20n, priorityFee: 1n, gasLimit: 21_000n };
    const transfer = { ...terms, ...evmPayload(ether, to, 1n) };
    const hashes = [
      signEvm(transfer, key),
      signEvm({ ...transfer, nonce: 1 }, key),
      signEvm({ ...transfer, maxFee: 21n }, key),
      signEvm(transfer, privateKeyOf(secret, 'evm', 2)),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(signEvm(transfer, key)).toBe(hashes[0]);
  });
});
