import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, type Blockchain } from '../../core/wallet/chain/blockchains.ts';
import type { Wallet } from '../../core/wallet/records/wallet.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { createWallets, createWalletSet, firstEventOf } from '../support/wallet/commands.ts';
import { accept } from '../support/wallet/pure-worlds.ts';
import { runs } from '../support/runner/runs.ts';

const chains = [
  'ETH-SEPOLIA',
  'BASE-SEPOLIA',
  'SOL-DEVNET',
  'NEAR-TESTNET',
  'APTOS-TESTNET',
] as const;

/** A step creates wallets in the set, or derives one from an existing wallet. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('make' as const),
    blockchains: fc.uniqueArray(fc.constantFrom<Blockchain>(...chains), {
      minLength: 1,
      maxLength: 3,
    }),
    count: fc.integer({ min: 1, max: 3 }),
    isSmart: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('derive' as const),
    source: fc.nat(),
    blockchain: fc.constantFrom<Blockchain>('ETH-SEPOLIA', 'BASE-SEPOLIA', 'OP-SEPOLIA'),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Uses nine indices in each of three families, so that every run sees enough addresses. */
const nineOfThree: readonly Step[] = [1, 2, 3].map(() => ({
  kind: 'make',
  blockchains: ['ETH-SEPOLIA', 'SOL-DEVNET', 'NEAR-TESTNET'],
  count: 3,
  isSmart: false,
}));

/** The wallets of a world after these steps. */
function walletsBehind(steps: readonly Step[]): readonly Wallet[] {
  const world = pureWorld('addresses');
  const { walletSetId } = firstEventOf(accept(world, createWalletSet()), 'WalletSetCreated');
  for (const one of steps) {
    const { wallets } = world.wallet;
    if (one.kind === 'make') {
      const blockchains = one.isSmart
        ? one.blockchains.filter((code) => chainOf(code).family === 'evm')
        : one.blockchains;
      const accountType = one.isSmart ? 'SCA' : 'EOA';
      if (blockchains.length === 0) continue;
      accept(world, createWallets(walletSetId, { blockchains, count: one.count, accountType }));
    } else if (wallets.size > 0) {
      const source = { walletId: wallets.at(one.source % wallets.size)?.id ?? '' };
      world.decide('wallet', {
        type: 'DeriveWallet',
        network: 'test',
        source,
        blockchain: one.blockchain,
      });
    }
  }
  return [...world.wallet.wallets.values()];
}

describe('the address of a wallet', () => {
  it('follows from family, account type and index, in any order of creation', () => {
    const addresses = new Map<string, string>(); // shared by all runs, because every address must be the same in each
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        for (const { blockchain, accountType, index, address } of walletsBehind(steps)) {
          const place = `${chainOf(blockchain).family}/${accountType}/${index}`;
          expect(addresses.get(place) ?? address).toBe(address);
          addresses.set(place, address);
        }
      }),
      runs(40, [[[...nineOfThree]]]),
    );
    expect(new Set(addresses.values()).size).toBe(addresses.size);
    expect(addresses.size).toBeGreaterThan(20);
  });

  it('belongs to one wallet on each chain', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const places = walletsBehind(steps).map(
          ({ blockchain, address }) => `${blockchain}/${address}`,
        );
        expect(new Set(places).size).toBe(places.length);
      }),
      runs(20),
    );
  });
});
