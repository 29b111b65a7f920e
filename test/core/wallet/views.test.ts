import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import { transactionDetails } from '../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { stablecoinOf } from '../../../core/wallet/tokens/catalogue.ts';
import {
  balancesView,
  countsView,
  isKeyUsed,
  lowestNonceView,
  type TokenFilter,
  walletSetsView,
  walletsView,
} from '../../../core/wallet/views.ts';
import { given } from '../../support/given.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  firstEventOf,
  strangerAddress,
  transfer,
  usdcId,
} from '../../support/wallet/commands.ts';
import { fundedWallets, start, type WalletWorld } from '../../support/wallet/setups.ts';
import {
  nativeIdOf,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../support/wallet/world-queries.ts';

const everything = { order: 'ASC', pageSize: 50 } as const;

/** The items of a page that must not be refused. */
function items<T>(page: { ok: true; value: { items: readonly T[] } } | { ok: false }) {
  if (!page.ok) throw new Error('The page was refused');
  return page.value.items;
}

describe('the fields of a transaction', () => {
  const names = 'id blockchain state transactionType operation walletId tokenId sourceAddress';
  const more = 'destinationAddress amounts createdMs updatedMs feeLevel estimatedFee';
  const always = `${names} ${more}`.split(' ');
  const error = ['errorReason', 'errorDetails'];
  const mined = ['txHash', 'block', 'cost'];

  // reference/wallet.md section 7, "Record fields by state".
  const rows: readonly (readonly [
    state: string,
    when: string,
    afterMs: number,
    also: (world: WalletWorld, id: string) => void,
    fields: readonly string[],
  ])[] = [
    ['INITIATED', 'made', 0, () => {}, []],
    ['CLEARED', 'screened', 200, () => {}, []],
    ['QUEUED', 'in line', 400, () => {}, []],
    ['SENT', 'in the mempool', 1_000, () => {}, ['txHash']],
    ['STUCK', 'dropped', 1_000, (world, id) => world.having(steer(id, 'drop')).events, ['txHash']],
    ['CONFIRMED', 'in a block', 24_000, () => {}, [...mined, 'amountInUsd']],
    ['COMPLETE', 'deep in the chain', 168_000, () => {}, [...mined, 'amountInUsd']],
    ['FAILED', 'not estimated', 0, (world, id) => world.having(steer(id, 'fail')).events, error],
    ['DENIED', 'screened out', 0, (world, id) => world.having(steer(id, 'deny')).events, error],
    ['CANCELLED', 'taken back', 400, (world, id) => world.having(cancel(id)).events, []],
    [
      'FAILED',
      'reverted',
      1_000,
      (world, id) => {
        world.having(steer(id, 'fail')).after('11s');
      },
      [...mined, ...error],
    ],
    [
      'CANCELLED',
      'replaced',
      1_000,
      (world, id) => {
        world.having(cancel(id)).after('11s');
      },
      mined,
    ],
  ];

  it.each(rows)('that is %s, %s', (state, _when, afterMs, also, fields) => {
    const world = given(wallet, fundedWallets());
    const id = start(world, transfer(walletAt(world, 0).id));
    world.after(afterMs);
    also(world, id);
    const view = transactionDetails(world.wallet, outboundOf(world, id));
    expect(view.state).toBe(state);
    expect(Object.keys(view).sort()).toEqual([...always, ...fields].sort());
  });

  it('show the reference of the request, and its fee level if it had one', () => {
    const world = given(wallet, fundedWallets());
    const fee = { gasLimit: '65000', maxFee: '30', priorityFee: '1.5' };
    const id = start(world, transfer(walletAt(world, 0).id, { refId: 'inv-9', fee }));
    const view = transactionDetails(world.wallet, outboundOf(world, id));
    expect(view).toMatchObject({
      refId: 'inv-9',
      amounts: ['1'],
      estimatedFee: {
        gasLimit: '65000',
        maxFee: '30',
        priorityFee: '1.5',
        networkFee: '0.00195',
      },
    });
    expect(view).not.toHaveProperty('feeLevel');
  });

  it('show no maxFee on Solana', () => {
    const world = given(wallet, fundedWallets(['SOL-DEVNET']));
    const token = { tokenId: nativeIdOf('SOL-DEVNET') };
    const destination = walletAt(world, 1).address;
    const id = start(world, transfer(walletAt(world, 0).id, { token, destination }));
    expect(transactionDetails(world.wallet, outboundOf(world, id)).estimatedFee).not.toHaveProperty(
      'maxFee',
    );
  });

  it('show the cost of the block, in the native token and in dollars', () => {
    const world = given(wallet, fundedWallets());
    const id = start(world, transfer(walletAt(world, 0).id, { amounts: ['2.5'] }));
    world.after('24s');
    const { cost, amountInUsd, estimatedFee } = transactionDetails(
      world.wallet,
      outboundOf(world, id),
    );
    expect(amountInUsd).toBe('2.5');
    expect(Number(cost?.networkFee)).toBeGreaterThan(0);
    expect(Number(cost?.networkFee)).toBeLessThanOrEqual(Number(estimatedFee?.networkFee));
    expect(Number(cost?.networkFeeInUsd)).toBeCloseTo(3_000 * Number(cost?.networkFee), 9);
  });

  it('of an inbound record show neither fee nor level', () => {
    const world = given(wallet, fundedWallets());
    const by = { walletId: walletAt(world, 0).id };
    const [deposit] = world.wallet.transactions.list({ by, order: 'ascending', limit: 1 });
    if (deposit === undefined) throw new Error('No deposit');
    const keys = Object.keys(transactionDetails(world.wallet, deposit)).sort();
    const without = always.filter((key) => key !== 'feeLevel' && key !== 'estimatedFee');
    expect(keys).toEqual([...without, ...mined, 'amountInUsd'].sort());
  });
});

describe('the balances of a wallet', () => {
  const balances = (world: WalletWorld, walletId: string, filter: TokenFilter = {}) => {
    const page = balancesView(world.wallet, walletId, filter, everything);
    if (page === undefined) throw new Error('No such wallet');
    return items(page).map(({ token, amount }) => [token.symbol, amount]);
  };

  it('show the native token first, even at nothing', () => {
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], { usdc: '5' }));
    expect(balances(world, walletAt(world, 0).id)).toEqual([
      ['ETH-SEPOLIA', '0'],
      ['USDC', '5'],
    ]);
    const empty = given(wallet, fundedWallets(['ETH-SEPOLIA'], {}));
    expect(balances(empty, walletAt(empty, 0).id)).toEqual([['ETH-SEPOLIA', '0']]);
  });

  it('show balances including reserved units, also balances that are zero again', () => {
    const world = given(wallet, fundedWallets());
    const { id } = walletAt(world, 0);
    world.having(transfer(id, { amounts: ['1000'] }));
    expect(balances(world, id)[1]).toEqual(['USDC', '1000']);
    world.after('24s');
    expect(balances(world, id)[1]).toEqual(['USDC', '0']);
  });

  it('show the date of the last movement', () => {
    const world = given(wallet, fundedWallets());
    const { id } = walletAt(world, 0);
    const datesOf = () => {
      const page = balancesView(world.wallet, id, {}, everything);
      return page?.ok === true ? page.value.items.map(({ updatedMs }) => updatedMs) : [];
    };
    const before = datesOf();
    world.after('500ms').having(transfer(id));
    expect(datesOf()).toEqual(before);
    world.after('24s');
    expect(datesOf()).not.toEqual(before);
  });

  it('are filtered by name, standard and addresses', () => {
    const eurc = stablecoinOf('ETH-SEPOLIA', 'EURC');
    const amounts = { native: '1', usdc: '2', [eurc?.id ?? '']: '3' };
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], amounts));
    const { id } = walletAt(world, 0);
    const address = `0x${(eurc?.address ?? '').slice(2).toUpperCase()}`;
    expect(balances(world, id, { name: 'USDC' })).toEqual([['USDC', '2']]);
    expect(balances(world, id, { standard: 'ERC20' })).toHaveLength(2);
    expect(balances(world, id, { tokenAddresses: [address] })).toEqual([['EURC', '3']]);
    expect(balances(world, id, { tokenAddresses: [strangerAddress] })).toEqual([]);
  });

  it('are divided into pages by the ids of their tokens', () => {
    const world = given(wallet, fundedWallets());
    const page = (own: object) =>
      balancesView(world.wallet, walletAt(world, 0).id, {}, { ...everything, ...own });
    const first = page({ pageSize: 1 });
    expect(first).toMatchObject({
      value: { hasNext: true, items: [{ token: { isNative: true } }] },
    });
    const second = page({ pageSize: 1, pageAfter: nativeIdOf('ETH-SEPOLIA') });
    expect(second).toMatchObject({ value: { hasNext: false, items: [{ id: usdcId }] } });
    expect(page({ pageAfter: 'unknown' })).toEqual({ ok: false, error: 'CURSOR_UNKNOWN' });
  });

  it('are undefined for an unknown wallet', () => {
    expect(balancesView(given(wallet).wallet, 'nowhere', {}, everything)).toBeUndefined();
  });
});

describe('lists', () => {
  it('of wallet sets have the requested order', () => {
    const world = given(wallet);
    const names = ['a', 'b', 'c'];
    for (const name of names) world.having(createWalletSet({ name }));
    const shown = (order: 'ASC' | 'DESC') =>
      items(walletSetsView(world.wallet, { order, pageSize: 50 })).map(({ name }) => name);
    expect(shown('ASC')).toEqual(names);
    expect(shown('DESC')).toEqual([...names].reverse());
  });

  it('of wallets combine all filters', () => {
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA', 'BASE-SEPOLIA'], { native: '1' }));
    const other = firstEventOf(
      world.having(createWalletSet()).events,
      'WalletSetCreated',
    ).walletSetId;
    world.having(createWallets(other, { metadata: [{ refId: 'r-1' }] }));
    const count = (filter: object) => items(walletsView(world.wallet, filter, everything)).length;
    const { address } = walletAt(world, 0);
    expect(count({})).toBe(5);
    expect(count({ blockchain: 'ETH-SEPOLIA' })).toBe(3);
    expect(count({ walletSetId: world.walletSetId })).toBe(4);
    expect(count({ address })).toBe(2);
    expect(count({ address: `0x${address.slice(2).toUpperCase()}` })).toBe(2);
    expect(count({ address, blockchain: 'BASE-SEPOLIA' })).toBe(1);
    expect(count({ refId: 'r-1' })).toBe(1);
    expect(count({ refId: 'r-1', walletSetId: world.walletSetId })).toBe(0);
    expect(count({ scaCore: 'circle_6900_singleowner_v3' })).toBe(0);
  });
});

describe('the lowest nonce', () => {
  const lowest = (world: WalletWorld, walletId: string) =>
    lowestNonceView(world.wallet, { walletId }, world.state.nowMs);

  it('is that of the transaction for which the others wait', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId, address } = walletAt(world, 0);
    const fee = { feeLevel: 'LOW' } as const;
    const ids = [start(world, transfer(walletId, { fee })), start(world, transfer(walletId))];
    expect(lowest(world, walletId)).toEqual({ ok: true, value: undefined }); // no nonces yet
    const byAddress = { address, blockchain: 'ETH-SEPOLIA' } as const;
    for (const ms of [400, 600, 46_999]) {
      world.after(ms);
      expect(lowest(world, walletId)).toMatchObject({ value: { transaction: { id: ids[0] } } });
      expect(lowestNonceView(world.wallet, byAddress, world.state.nowMs)).toMatchObject({
        value: { transaction: { id: ids[0] } },
      });
    }
    world.after('1ms');
    expect(lowest(world, walletId)).toEqual({ ok: true, value: undefined });
  });

  it('shows the present cost of HIGH, and the difference', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const id = start(world, transfer(walletId, { fee: { feeLevel: 'LOW' } }));
    world.after('1s');
    const view = lowest(world, walletId);
    const found = view.ok ? view.value : undefined;
    const estimated = Number(found?.transaction.estimatedFee?.networkFee);
    expect(Number(found?.feeDifference)).toBeCloseTo(
      Number(found?.newHighFee.networkFee) - estimated,
      12,
    );
    world.having(accelerate(id));
    expect(transactionDetails(world.wallet, outboundOf(world, id)).estimatedFee).toEqual(
      found?.newHighFee,
    );
  });

  it('shows the fee of an acceleration, with the gas limit of the request', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const fee = { feeLevel: 'LOW', gasLimit: '100000' } as const;
    const id = start(world, transfer(walletId, { fee }));
    world.after('1s');
    const view = lowest(world, walletId);
    world.having(accelerate(id));
    expect(view.ok ? view.value?.newHighFee : view.error).toEqual(
      transactionDetails(world.wallet, outboundOf(world, id)).estimatedFee,
    );
  });

  it('is undefined for an unknown wallet', () => {
    expect(lowest(given(wallet, fundedWallets()), 'nowhere')).toEqual({
      ok: true,
      value: undefined,
    });
  });

  it.each(['SOL-DEVNET', 'NEAR-TESTNET', 'APTOS-TESTNET'] as Blockchain[])(
    'is not offered on %s',
    (blockchain) => {
      const name = { address: 'any', blockchain };
      expect(lowestNonceView(given(wallet).wallet, name, 0)).toEqual({
        ok: false,
        error: { code: 'OPERATION_NOT_OFFERED' },
      });
    },
  );
});

describe('small views', () => {
  it('count records', () => {
    const world = given(wallet, fundedWallets());
    expect(countsView(world.wallet)).toEqual({ walletSets: 1, wallets: 2, transactions: 4 });
  });

  it('return which keys are used', () => {
    const world = given(wallet);
    world.having(createWalletSet({ idempotencyKey: 'bound' }));
    expect([isKeyUsed(world.wallet, 'bound'), isKeyUsed(world.wallet, 'free')]).toEqual([
      true,
      false,
    ]);
    expect(stateOf(world, 'nothing')).toBeUndefined();
  });
});
