import { describe, expect, it } from 'vitest';
import type { InitiateTransfer } from '../../../../core/wallet/commands.ts';
import { rejectionCodes, type RejectionCode } from '../../../../core/wallet/rejections.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  fundedWorld,
  secret,
  transfer,
} from '../../../support/wallet/commands.ts';
import { steer, walletAt } from '../../../support/wallet/world-queries.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const unchecked = { kind: 'unchecked' } as const;
const undecryptable = { kind: 'undecryptable' } as const;

describe('a request with an idempotency key', () => {
  it('repeats its answer for a bound key, whatever the ciphertext and the body are', () => {
    const world = fundedWorld();
    const idempotencyKey = 'key-1';
    world.did(createWalletSet({ idempotencyKey, name: 'first' }));
    const sets = world.wallet.walletSets.size;
    const reused = { ...secret, isReused: true } as const;
    for (const secret of [unchecked, undecryptable, reused]) {
      expect(world.did(createWalletSet({ idempotencyKey, name: 'other', secret }))).toEqual([]);
    }
    expect(world.wallet.walletSets.size).toBe(sets);
  });

  it('repeats a transfer even when the money is gone', () => {
    const world = fundedWorld();
    const whole = transfer(walletAt(world, 0).id, { amounts: ['1000'] });
    world.did(whole);
    expect(world.did(whole)).toEqual([]);
    expect(world.refused(transfer(walletAt(world, 0).id)).code).toBe('BALANCE_TOO_LOW');
  });

  it('is refused for another operation before its ciphertext is looked at', () => {
    const world = fundedWorld();
    const idempotencyKey = 'key-2';
    world.did(createWalletSet({ idempotencyKey }));
    const other = createWallets(unknown, { idempotencyKey, secret: undecryptable });
    expect(world.refused(other).code).toBe('IDEMPOTENCY_KEY_TAKEN');
  });

  it('is bound to the transaction in its path', () => {
    const world = fundedWorld();
    const [first, second] = [0, 0].map((index) => world.start(transfer(walletAt(world, index).id)));
    const idempotencyKey = 'key-3';
    world.did(cancel(first ?? '', { idempotencyKey }));
    expect(world.did(cancel(first ?? '', { idempotencyKey }))).toEqual([]);
    expect(world.refused(cancel(second ?? '', { idempotencyKey })).code).toBe(
      'IDEMPOTENCY_KEY_TAKEN',
    );
    expect(world.refused(accelerate(first ?? '', { idempotencyKey })).code).toBe(
      'IDEMPOTENCY_KEY_TAKEN',
    );
  });

  it('leaves its key free when it is refused', () => {
    const world = fundedWorld();
    const idempotencyKey = 'key-4';
    world.refused(transfer(unknown, { idempotencyKey }));
    expect(world.did(createWalletSet({ idempotencyKey }))).toHaveLength(1);
  });
});

describe('the order of checks', () => {
  it('looks at the ciphertext before it looks for ids', () => {
    const world = fundedWorld();
    const own = { secret: undecryptable };
    const requests = [
      createWallets(unknown, own),
      transfer(unknown, own),
      cancel(unknown, own),
      accelerate(unknown, own),
    ];
    for (const request of requests) expect(world.refused(request).code).toBe('CIPHERTEXT_INVALID');
  });

  it('judges a ciphertext as undecryptable, reused, then of another secret', () => {
    const world = fundedWorld();
    const foreign = { kind: 'opened', fingerprint: '0'.repeat(64) } as const;
    const codeOf = (isReused: boolean) =>
      world.refused(createWalletSet({ secret: { ...foreign, isReused } })).code;
    expect(world.refused(createWalletSet({ secret: unchecked })).code).toBe('CIPHERTEXT_INVALID');
    expect([codeOf(true), codeOf(false)]).toEqual(['CIPHERTEXT_REUSED', 'ENTITY_SECRET_WRONG']);
  });

  // Each is wrong in one way. Two that do not stand in each other's way are then wrong in two.
  const faults: readonly (readonly [RejectionCode, Partial<InitiateTransfer>])[] = [
    ['CIPHERTEXT_INVALID', { secret: undecryptable }],
    ['WALLET_UNKNOWN', { wallet: { walletId: unknown } }],
    ['TOKEN_UNKNOWN', { token: { tokenId: unknown } }],
    ['KEY_KIND_MISMATCH', { network: 'main' }],
    ['TOKEN_NOT_NAMED', { token: { unnamed: true } }],
    ['TOKEN_UNFIT', { nftTokenIds: ['1'] }],
    ['DESTINATION_INVALID', { destination: 'nowhere' }],
    ['AMOUNTS_INVALID', { amounts: ['0'] }],
    ['AMOUNT_NOT_DECIMAL', { amounts: ['much'] }],
    ['FEE_LEVEL_EXCLUSIVE', { fee: { feeLevel: 'LOW', gasPrice: '1' } }],
    ['FEE_MISSING', { fee: {} }],
    ['FEE_NOT_DECIMAL', { fee: { gasLimit: 'much', maxFee: '20', priorityFee: '1' } }],
    ['GAS_LIMIT_TOO_LOW', { fee: { gasLimit: '1', maxFee: '20', priorityFee: '1' } }],
    ['BALANCE_TOO_LOW', { amounts: ['2000'] }],
  ];
  const pairs = faults.flatMap(([first, own], index) =>
    faults
      .slice(index + 1)
      .filter(([, other]) => !Object.keys(other).some((key) => key in own))
      .map(([second, other]) => ({ first, second, own: { ...own, ...other } })),
  );

  it.each(pairs)('of a transfer finds $first before $second', ({ first, second, own }) => {
    const world = fundedWorld();
    expect(rejectionCodes.indexOf(first)).toBeLessThan(rejectionCodes.indexOf(second));
    expect(world.refused(transfer(walletAt(world, 0).id, own)).code).toBe(first);
  });

  it('of fee terms finds what is no decimal before it compares', () => {
    const world = fundedWorld();
    const fee = { gasLimit: 'much', maxFee: '1', priorityFee: '2' };
    expect(world.refused(transfer(walletAt(world, 0).id, { fee })).code).toBe('FEE_NOT_DECIMAL');
  });

  it('finds a transaction unknown before anything about it', () => {
    const world = fundedWorld();
    expect(world.refused(cancel(unknown, { network: 'main' })).code).toBe('TRANSACTION_UNKNOWN');
    expect(world.refused(steer(unknown, 'confirm')).code).toBe('TRANSACTION_UNKNOWN');
  });
});
