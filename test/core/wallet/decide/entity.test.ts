import { describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import { createWallets, createWalletSet, secret } from '../../../support/wallet/commands.ts';

const other = { kind: 'opened', fingerprint: '0'.repeat(64), isReused: false } as const;

describe('the entity secret', () => {
  it('is registered once', () => {
    const world = given(wallet);
    const register = { type: 'RegisterEntitySecret', secret } as const;
    world
      .when(register)
      .thenExactly({
        type: 'EntitySecretAdopted',
        fingerprint: 'f'.repeat(64),
      })
      .when(register)
      .refused('ENTITY_SECRET_REGISTERED')
      .when({ ...register, secret: other })
      .refused('ENTITY_SECRET_REGISTERED');
  });

  it('is not registered from a ciphertext that cannot be opened or was used before', () => {
    const world = given(wallet);
    const register = { type: 'RegisterEntitySecret' } as const;
    world
      .when({ ...register, secret: { kind: 'undecryptable' } })
      .refused('CIPHERTEXT_INVALID')
      .when({ ...register, secret: { ...other, isReused: true } })
      .refused('CIPHERTEXT_REUSED');
    expect(world.having({ ...register, secret }).events).toHaveLength(1);
  });

  it('is adopted from the first accepted request, and required from then on', () => {
    const world = given(wallet);
    const events = world.having(createWalletSet()).events;
    expect(events.map(({ type }) => type)).toEqual(['EntitySecretAdopted', 'WalletSetCreated']);
    world.when(createWalletSet({ secret: other })).refused('ENTITY_SECRET_WRONG');
    expect(world.having(createWalletSet()).events.map(({ type }) => type)).toEqual([
      'WalletSetCreated',
    ]);
  });

  it('is not adopted from a rejected request', () => {
    const world = given(wallet);
    world.when(createWallets('nowhere', { secret: other })).refused('WALLET_SET_UNKNOWN');
    expect(world.having(createWalletSet()).events).toHaveLength(2);
  });
});
