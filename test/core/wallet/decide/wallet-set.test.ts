import { describe, expect, it } from 'vitest';
import { walletSetsMax } from '../../../../core/wallet/decide/wallet-set.ts';
import { epochMs, pureWorld } from '../../../support/pure-world.ts';
import { createWalletSet, pick } from '../../../support/wallet.ts';

describe('createWalletSet', () => {
  it('makes sets with ids and branches of their own', () => {
    const world = pureWorld();
    const sets = ['a', 'b', undefined].map((name) =>
      pick(world.did(createWalletSet(name === undefined ? {} : { name })), 'WalletSetCreated'),
    );
    expect(new Set(sets.map(({ walletSetId }) => walletSetId)).size).toBe(3);
    expect(sets.map(({ branch }) => branch)).toEqual([0, 1, 2]);
    expect(sets.map(({ name }) => name)).toEqual(['a', 'b', undefined]);
    expect(sets[2]).not.toHaveProperty('name');
  });

  it('makes the same ids in worlds of one seed and others in worlds of another', () => {
    const idIn = (seed: string) =>
      pick(pureWorld(seed).did(createWalletSet()), 'WalletSetCreated').walletSetId;
    expect(idIn('a')).toBe(idIn('a'));
    expect(idIn('a')).not.toBe(idIn('b'));
  });

  it('makes as many sets as an account may have', () => {
    const world = pureWorld();
    for (let count = 0; count < walletSetsMax; count += 1) world.did(createWalletSet());
    expect(walletSetsMax).toBe(1_000);
    expect(world.refused(createWalletSet()).code).toBe('WALLET_SETS_FULL');
  });
});

describe('updateWalletSet', () => {
  it('gives a name, and dates the set anew', () => {
    const world = pureWorld();
    const { walletSetId } = pick(world.did(createWalletSet({ name: 'old' })), 'WalletSetCreated');
    world.pass(5_000);
    world.did({ type: 'UpdateWalletSet', walletSetId, name: 'new' });
    expect(world.wallet.walletSets.get(walletSetId)).toMatchObject({
      name: 'new',
      createdMs: epochMs,
      updatedMs: epochMs + 5_000,
    });
  });

  it('keeps the name when none is given', () => {
    const world = pureWorld();
    const { walletSetId } = pick(world.did(createWalletSet({ name: 'old' })), 'WalletSetCreated');
    world.did({ type: 'UpdateWalletSet', walletSetId });
    expect(world.wallet.walletSets.get(walletSetId)?.name).toBe('old');
  });

  it('refuses a set that is not there', () => {
    const update = { type: 'UpdateWalletSet', walletSetId: 'nowhere', name: 'x' } as const;
    expect(pureWorld().refused(update).code).toBe('WALLET_SET_UNKNOWN');
  });
});
