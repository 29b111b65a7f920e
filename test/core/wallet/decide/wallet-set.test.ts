import { describe, expect, it } from 'vitest';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import { walletSetsMax } from '../../../../core/wallet/decide/wallet-set.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { createWalletSet, firstEventOf } from '../../../support/wallet/commands.ts';

describe('createWalletSet', () => {
  it('creates sets with ids and branches of their own', () => {
    const world = given(wallet);
    const sets = ['a', 'b', undefined].map((name) =>
      firstEventOf(
        world.having(createWalletSet(name === undefined ? {} : { name })).events,
        'WalletSetCreated',
      ),
    );
    expect(new Set(sets.map(({ walletSetId }) => walletSetId)).size).toBe(3);
    expect(sets.map(({ branch }) => branch)).toEqual([0, 1, 2]);
    expect(sets.map(({ name }) => name)).toEqual(['a', 'b', undefined]);
    expect(sets[2]).not.toHaveProperty('name');
  });

  it('derives equal ids in worlds of one seed and others in worlds of another', () => {
    const idIn = (seed: string) => {
      const world = pureWorld(seed);
      expect(world.decide('wallet', createWalletSet()).ok).toBe(true);
      return [...world.wallet.walletSets.values()].map(({ id }) => id);
    };
    expect(idIn('a')).toEqual(idIn('a'));
    expect(idIn('a')).not.toEqual(idIn('b'));
  });

  it('creates as many sets as an account may have', () => {
    const world = given(wallet);
    for (let count = 0; count < walletSetsMax; count += 1) world.having(createWalletSet());
    expect(walletSetsMax).toBe(1_000);
    world.when(createWalletSet()).refused('WALLET_SETS_FULL');
  });
});

describe('provisionWalletSet', () => {
  it('creates the set of an end user without a key', () => {
    const world = given(wallet);
    const made = world.having({
      type: 'ProvisionWalletSet',
      custodyType: 'ENDUSER',
      userId: 'user-1',
      name: 'hers',
    }).events;
    const { walletSetId, ...event } = firstEventOf(made, 'WalletSetCreated');
    expect(event).toEqual({ type: 'WalletSetCreated', branch: 0, name: 'hers', userId: 'user-1' });
    expect(world.wallet.walletSets.get(walletSetId)).toMatchObject({ userId: 'user-1' });
    expect(world.wallet.idempotencyEntries.size).toBe(0);
  });

  it('shares the sequence of ids and branches with sets of requests', () => {
    const provision = { type: 'ProvisionWalletSet', custodyType: 'DEVELOPER' } as const;
    const idsOf = (commands: readonly WalletCommand[]) => {
      const world = given(wallet);
      const made = commands.flatMap((command) => world.having(command).events);
      return made.flatMap((event) =>
        event.type === 'WalletSetCreated' ? [event.walletSetId, event.branch] : [],
      );
    };
    const asked = createWalletSet();
    expect(idsOf([provision, asked])).toEqual(idsOf([asked, provision]));
  });
});

describe('updateWalletSet', () => {
  it('changes the name and the update date', () => {
    const world = given(wallet);
    const { walletSetId } = firstEventOf(
      world.having(createWalletSet({ name: 'old' })).events,
      'WalletSetCreated',
    );
    world.after('5s').having({ type: 'UpdateWalletSet', walletSetId, name: 'new' });
    expect(world.wallet.walletSets.get(walletSetId)).toMatchObject({
      name: 'new',
      createdMs: epochMs,
      updatedMs: epochMs + 5_000,
    });
  });

  it('does not change the name without a new one', () => {
    const world = given(wallet);
    const { walletSetId } = firstEventOf(
      world.having(createWalletSet({ name: 'old' })).events,
      'WalletSetCreated',
    );
    world.having({ type: 'UpdateWalletSet', walletSetId });
    expect(world.wallet.walletSets.get(walletSetId)?.name).toBe('old');
  });

  it('refuses an unknown set', () => {
    const update = { type: 'UpdateWalletSet', walletSetId: 'nowhere', name: 'x' } as const;
    given(wallet).when(update).refused('WALLET_SET_UNKNOWN');
  });
});
