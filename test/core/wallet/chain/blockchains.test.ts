import { describe, expect, it } from 'vitest';
import {
  blockchains,
  chainOf,
  isBlockchain,
  runningChains,
} from '../../../../core/wallet/chain/blockchains.ts';

// The enumeration of the spec, section "Enumerations".
const specified =
  'ETH ETH-SEPOLIA AVAX AVAX-FUJI MATIC MATIC-AMOY SOL SOL-DEVNET ARB ARB-SEPOLIA NEAR NEAR-TESTNET ' +
  'EVM EVM-TESTNET UNI UNI-SEPOLIA BASE BASE-SEPOLIA OP OP-SEPOLIA APTOS APTOS-TESTNET ARC-TESTNET ' +
  'MONAD MONAD-TESTNET';
const specifiedCodes = specified.split(' ');

describe('the catalogue of chains', () => {
  it('has each chain of the spec and no other', () => {
    expect([...blockchains].sort()).toEqual([...specifiedCodes].sort());
  });

  it('accepts codes of chains only', () => {
    expect(specifiedCodes.filter((code) => !isBlockchain(code))).toEqual([]);
    expect(['eth', 'ARC', 'BTC', '', 'toString', 'constructor'].filter(isBlockchain)).toEqual([]);
  });

  it('describes each chain under its own code', () => {
    expect(blockchains.map((code) => chainOf(code).blockchain)).toEqual(blockchains);
  });

  it('has the network that the code of a chain names', () => {
    const isTest = (code: string) => /-(SEPOLIA|FUJI|AMOY|DEVNET|TESTNET)$/.test(code);
    for (const code of blockchains) {
      expect(chainOf(code).network, code).toBe(isTest(code) ? 'test' : 'main');
    }
  });

  it.each([
    ['ETH', 1],
    ['ETH-SEPOLIA', 11_155_111],
    ['AVAX', 43_114],
    ['AVAX-FUJI', 43_113],
    ['MATIC', 137],
    ['MATIC-AMOY', 80_002],
    ['ARB', 42_161],
    ['ARB-SEPOLIA', 421_614],
    ['UNI', 130],
    ['UNI-SEPOLIA', 1_301],
    ['BASE', 8_453],
    ['BASE-SEPOLIA', 84_532],
    ['OP', 10],
    ['OP-SEPOLIA', 11_155_420],
    ['ARC-TESTNET', 5_042_002],
    ['MONAD', 143],
    ['MONAD-TESTNET', 10_143],
    ['APTOS', 1],
    ['APTOS-TESTNET', 2],
  ] as const)('has the chain id of %s: %d', (code, chainId) => {
    expect(chainOf(code).rules?.chainId).toBe(chainId);
  });

  it.each([
    ['ETH-SEPOLIA', 12_000],
    ['ARB-SEPOLIA', 250],
    ['BASE-SEPOLIA', 2_000],
    ['OP-SEPOLIA', 2_000],
    ['UNI-SEPOLIA', 1_000],
    ['AVAX-FUJI', 2_000],
    ['MATIC-AMOY', 2_000],
    ['SOL-DEVNET', 400],
    ['ARC-TESTNET', 500],
    ['MONAD-TESTNET', 400],
    ['APTOS-TESTNET', 500],
  ] as const)('has the block time of %s: %d ms', (code, blockTimeMs) => {
    expect(chainOf(code).rules?.blockTimeMs).toBe(blockTimeMs);
  });

  it('runs a main chain by the rules of its test chain', () => {
    for (const { blockchain, network, rules } of runningChains) {
      if (network === 'test') continue;
      const twin = runningChains.find(
        (other) => other.network === 'test' && other.blockchain.startsWith(`${blockchain}-`),
      );
      expect({ ...twin?.rules, chainId: rules.chainId }, blockchain).toEqual(rules);
    }
  });

  it('limits the mempool per sender on ETH, AVAX and MATIC', () => {
    const limits = (['ETH', 'AVAX', 'MATIC'] as const).map(
      (code) => chainOf(code).rules?.pendingMax,
    );
    expect(limits).toEqual([32, 32, 16]);
  });

  it('offers replacement on all EVM chains but ARB, and nowhere else', () => {
    const without = runningChains.filter(({ rules }) => !rules.canReplace);
    expect(without.map(({ blockchain }) => blockchain).sort()).toEqual(
      ['ARB', 'ARB-SEPOLIA', 'SOL', 'SOL-DEVNET', 'APTOS', 'APTOS-TESTNET'].sort(),
    );
  });

  it('counts native tokens in the decimals of their chains', () => {
    const decimals = (['ETH', 'SOL', 'APTOS', 'NEAR'] as const).map(
      (code) => chainOf(code).nativeDecimals,
    );
    expect(decimals).toEqual([18, 9, 8, 24]);
  });

  it('runs no chain on which only signing is offered', () => {
    for (const code of ['NEAR', 'NEAR-TESTNET', 'EVM', 'EVM-TESTNET'] as const) {
      expect(chainOf(code).rules, code).toBeUndefined();
    }
  });
});
