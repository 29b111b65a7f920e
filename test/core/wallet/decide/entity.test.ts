import { describe, expect, it } from 'vitest';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import { createWallets, createWalletSet, secret } from '../../../support/wallet/commands.ts';

const other = { kind: 'opened', fingerprint: '0'.repeat(64), isReused: false } as const;

describe('the entity secret', () => {
  it('is registered once', () => {
    const world = pureWorld();
    const register = { type: 'RegisterEntitySecret', secret } as const;
    expect(world.did(register)).toEqual([
      { type: 'EntitySecretAdopted', fingerprint: secret.kind === 'opened' && secret.fingerprint },
    ]);
    expect(world.refused(register).code).toBe('ENTITY_SECRET_REGISTERED');
    expect(world.refused({ ...register, secret: other }).code).toBe('ENTITY_SECRET_REGISTERED');
  });

  it('is not registered from a ciphertext that cannot be opened or was used before', () => {
    const world = pureWorld();
    const register = { type: 'RegisterEntitySecret' } as const;
    expect(world.refused({ ...register, secret: { kind: 'undecryptable' } }).code).toBe(
      'CIPHERTEXT_INVALID',
    );
    expect(world.refused({ ...register, secret: { ...other, isReused: true } }).code).toBe(
      'CIPHERTEXT_REUSED',
    );
    expect(world.did({ ...register, secret })).toHaveLength(1);
  });

  it('is taken from the first request that is carried out, and holds from then on', () => {
    const world = pureWorld();
    const events = world.did(createWalletSet());
    expect(events.map(({ type }) => type)).toEqual(['EntitySecretAdopted', 'WalletSetCreated']);
    expect(world.refused(createWalletSet({ secret: other })).code).toBe('ENTITY_SECRET_WRONG');
    expect(world.did(createWalletSet()).map(({ type }) => type)).toEqual(['WalletSetCreated']);
  });

  it('is not taken from a request that is refused', () => {
    const world = pureWorld();
    expect(world.refused(createWallets('nowhere', { secret: other })).code).toBe(
      'WALLET_SET_UNKNOWN',
    );
    expect(world.did(createWalletSet())).toHaveLength(2);
  });
});
