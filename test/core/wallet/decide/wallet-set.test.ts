import { describe, expect, it } from 'vitest';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import { walletSetsMax } from '../../../../core/wallet/decide/wallet-set.ts';
import { epochMs, pureWorld } from '../../../support/engine/pure-world.ts';
import { createWalletSet, pick } from '../../../support/wallet/commands.ts';

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

describe('provisionWalletSet', () => {
  it('makes the set of an end user without a key', () => {
    const world = pureWorld();
    const made = world.did({
      type: 'ProvisionWalletSet',
      custodyType: 'ENDUSER',
      userId: 'user-1',
      name: 'hers',
    });
    const { walletSetId, ...event } = pick(made, 'WalletSetCreated');
    expect(event).toEqual({ type: 'WalletSetCreated', branch: 0, name: 'hers', userId: 'user-1' });
    expect(world.wallet.walletSets.get(walletSetId)).toMatchObject({ userId: 'user-1' });
    expect(world.wallet.idempotencyEntries.size).toBe(0);
  });

  it('takes its place among the sets of requests: ids and branches are of one order', () => {
    const provision = { type: 'ProvisionWalletSet', custodyType: 'DEVELOPER' } as const;
    const idsOf = (commands: readonly WalletCommand[]) => {
      const world = pureWorld();
      const made = commands.flatMap((command) => world.did(command));
      return made.flatMap((event) =>
        event.type === 'WalletSetCreated' ? [event.walletSetId, event.branch] : [],
      );
    };
    const asked = createWalletSet();
    expect(idsOf([provision, asked])).toEqual(idsOf([asked, provision]));
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
