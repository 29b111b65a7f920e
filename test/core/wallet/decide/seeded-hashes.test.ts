import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../../../core/kernel/context.ts';
import {
  blockAt,
  faucetAddress,
  outsideHash,
} from '../../../../core/wallet/decide/seeded-hashes.ts';
import { isAddress } from '../../../../core/wallet/keys/address.ts';
import { epochMs, genesisOf, hash } from '../../../support/engine/pure-world.ts';

const context = createContext(genesisOf('blocks'), hash, epochMs);

describe('a block', () => {
  it('has a hash of its own on each chain and at each height, always the same', () => {
    const hashes = (['ETH', 'BASE'] as const).flatMap((blockchain) =>
      [1, 2].map((height) => blockAt(context, blockchain, height).hash),
    );
    expect(new Set(hashes).size).toBe(4);
    expect(blockAt(context, 'ETH', 1)).toEqual({ height: 1, hash: hashes[0] });
  });

  it('has the form of hash that its chain uses', () => {
    expect(blockAt(context, 'ETH', 7).hash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(bs58.decode(blockAt(context, 'SOL', 7).hash)).toHaveLength(32);
  });
});

describe('transactions from outside', () => {
  it('have hashes of the form that the chain uses', () => {
    expect(outsideHash(context, 'ETH', 'x')).toMatch(/^0x[0-9a-f]{64}$/);
    expect(bs58.decode(outsideHash(context, 'SOL', 'x'))).toHaveLength(64);
    expect(outsideHash(context, 'ETH', 'x')).not.toBe(outsideHash(context, 'ETH', 'y'));
  });

  it('have a source address of the chain', () => {
    expect(isAddress('evm', faucetAddress(context, 'ETH'))).toBe(true);
    expect(isAddress('solana', faucetAddress(context, 'SOL'))).toBe(true);
  });
});
