import { describe, expect, it } from 'vitest';
import type { InitiateTransfer } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { type WalletRejectionCode, rejectionCodes } from '../../../../core/wallet/rejections.ts';
import { given } from '../../../support/given.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  secret,
  transfer,
} from '../../../support/wallet/commands.ts';
import { fundedWallets, start } from '../../../support/wallet/setups.ts';
import { steer, walletAt } from '../../../support/wallet/world-queries.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const unchecked = { kind: 'unchecked' } as const;
const undecryptable = { kind: 'undecryptable' } as const;

describe('a request with an idempotency key', () => {
  it('repeats its response for a used key, with any ciphertext and body', () => {
    const world = given(wallet, fundedWallets());
    const idempotencyKey = 'key-1';
    world.having(createWalletSet({ idempotencyKey, name: 'first' }));
    const sets = world.wallet.walletSets.size;
    const reused = { ...secret, isReused: true } as const;
    for (const secret of [unchecked, undecryptable, reused]) {
      world.when(createWalletSet({ idempotencyKey, name: 'other', secret })).then();
    }
    expect(world.wallet.walletSets.size).toBe(sets);
  });

  it('repeats a transfer even after the balance is spent', () => {
    const world = given(wallet, fundedWallets());
    const whole = transfer(walletAt(world, 0).id, { amounts: ['1000'] });
    world
      .having(whole)
      .when(whole)
      .then()
      .when(transfer(walletAt(world, 0).id))
      .refused('BALANCE_TOO_LOW');
  });

  it('is refused for another operation before its ciphertext is checked', () => {
    const world = given(wallet, fundedWallets());
    const idempotencyKey = 'key-2';
    world.having(createWalletSet({ idempotencyKey }));
    const other = createWallets(unknown, { idempotencyKey, secret: undecryptable });
    world.when(other).refused('IDEMPOTENCY_KEY_TAKEN');
  });

  it('is bound to the transaction in its path', () => {
    const world = given(wallet, fundedWallets());
    const [first, second] = [0, 0].map((index) =>
      start(world, transfer(walletAt(world, index).id)),
    );
    const idempotencyKey = 'key-3';
    world
      .having(cancel(first ?? '', { idempotencyKey }))
      .when(cancel(first ?? '', { idempotencyKey }))
      .then()
      .when(cancel(second ?? '', { idempotencyKey }))
      .refused('IDEMPOTENCY_KEY_TAKEN')
      .when(accelerate(first ?? '', { idempotencyKey }))
      .refused('IDEMPOTENCY_KEY_TAKEN');
  });

  it('leaves its key free when it is refused', () => {
    const world = given(wallet, fundedWallets());
    const idempotencyKey = 'key-4';
    world
      .when(transfer(unknown, { idempotencyKey }))
      .refused('WALLET_UNKNOWN')
      .when(createWalletSet({ idempotencyKey }))
      .then('WalletSetCreated');
  });
});

describe('the order of checks', () => {
  it('checks the ciphertext before ids', () => {
    const world = given(wallet, fundedWallets());
    const own = { secret: undecryptable };
    const requests = [
      createWallets(unknown, own),
      transfer(unknown, own),
      cancel(unknown, own),
      accelerate(unknown, own),
    ];
    for (const request of requests) world.when(request).refused('CIPHERTEXT_INVALID');
  });

  it('checks a ciphertext for being undecryptable, reused, then of another secret', () => {
    const world = given(wallet, fundedWallets());
    const foreign = { kind: 'opened', fingerprint: '0'.repeat(64) } as const;
    world
      .when(createWalletSet({ secret: unchecked }))
      .refused('CIPHERTEXT_INVALID')
      .when(createWalletSet({ secret: { ...foreign, isReused: true } }))
      .refused('CIPHERTEXT_REUSED')
      .when(createWalletSet({ secret: { ...foreign, isReused: false } }))
      .refused('ENTITY_SECRET_WRONG');
  });

  // Each has one error. A pair of them that changes different fields has two.
  const faults: readonly (readonly [WalletRejectionCode, Partial<InitiateTransfer>])[] = [
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
    const world = given(wallet, fundedWallets());
    expect(rejectionCodes.indexOf(first)).toBeLessThan(rejectionCodes.indexOf(second));
    world.when(transfer(walletAt(world, 0).id, own)).refused(first);
  });

  it('of fee terms rejects invalid decimals before it compares', () => {
    const world = given(wallet, fundedWallets());
    const fee = { gasLimit: 'much', maxFee: '1', priorityFee: '2' };
    world.when(transfer(walletAt(world, 0).id, { fee })).refused('FEE_NOT_DECIMAL');
  });

  it('rejects an unknown transaction before any other check', () => {
    const world = given(wallet, fundedWallets());
    world
      .when(cancel(unknown, { network: 'main' }))
      .refused('TRANSACTION_UNKNOWN')
      .when(steer(unknown, 'confirm'))
      .refused('TRANSACTION_UNKNOWN');
  });
});
