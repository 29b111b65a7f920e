import { describe, expect, it } from 'vitest';
import { createContext } from '../../../core/kernel/context.ts';
import { fold } from '../../../core/decider.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { evolve } from '../../../core/wallet/evolve.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { initialState, type WalletState } from '../../../core/wallet/state.ts';
import { idempotentResultView } from '../../../core/wallet/views.ts';
import { epochMs, genesisOf, hash } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  firstEventOf,
  transfer,
} from '../../support/wallet/commands.ts';
import { fundedWallets, start, stateOfId, type WalletWorld } from '../../support/wallet/setups.ts';
import { steer, walletAt } from '../../support/wallet/world-queries.ts';

const empty = (): WalletState =>
  initialState(genesisOf('test'), createContext(genesisOf('test'), hash, epochMs));

/** All records of a state, table by table. */
const recordsOf = (state: WalletWorld['wallet']) => ({
  entities: [...state.entities.values()],
  requestWindows: [...state.requestWindows.values()],
  walletSets: [...state.walletSets.values()],
  wallets: [...state.wallets.values()],
  branches: [...state.branches.values()],
  balances: [...state.balances.values()],
  lanes: [...state.lanes.values()],
  transactions: [...state.transactions.values()],
  idempotencyEntries: [...state.idempotencyEntries.values()],
  chains: [...state.chains.values()],
});

/** A world after commands of many kinds. */
function busyWorld(): WalletWorld {
  const world = given(wallet, fundedWallets());
  const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
  const begin = (own = {}) => start(world, transfer(sender.id, own));
  const ids = [begin({ destination: receiver.address }), begin(), begin(), begin(), begin()];
  world
    .after('500ms')
    .having(cancel(ids[1] ?? ''))
    .having(steer(ids[2] ?? '', 'fail'))
    .having({ type: 'UpdateWallet', walletId: sender.id, name: 'till' })
    .having({ type: 'UpdateWalletSet', walletSetId: world.walletSetId, name: 'shop' })
    .after('1s')
    .having(accelerate(ids[3] ?? ''))
    .having(cancel(ids[4] ?? ''))
    .after('30s')
    .having(steer(ids[0] ?? '', 'reorg', 'failed'))
    .having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '1', paused: true });
  return world;
}

describe('folding', () => {
  const world = busyWorld();
  const history = world.entries
    .flatMap(({ events }) => events)
    .map(({ event, atMs }) => ({ event: event as WalletEvent, atMs }));

  it('leads to the state of deciding', () => {
    const state = fold({ evolve }, empty(), history);
    expect(recordsOf(state)).toEqual(recordsOf(world.wallet));
  });

  it('in two halves leads to the same state', () => {
    for (let cut = 0; cut <= history.length; cut += 5) {
      const half = fold({ evolve }, empty(), history.slice(0, cut));
      expect(recordsOf(fold({ evolve }, half, history.slice(cut)))).toEqual(
        recordsOf(world.wallet),
      );
    }
  });

  it('breaks an invariant for an event without its predecessors', () => {
    const event = { type: 'TransactionCompleted', transactionId: 'none' } as const;
    expect(() => evolve(empty(), event, epochMs)).toThrow('transaction none is CONFIRMED');
  });
});

describe('a repeated answer', () => {
  it('shows the name of a set at its creation after an update', () => {
    const world = given(wallet);
    const { walletSetId } = firstEventOf(
      world.having(createWalletSet({ idempotencyKey: 'set', name: 'first' })).events,
      'WalletSetCreated',
    );
    const before = idempotentResultView(world.wallet, 'set');
    world.after('1s');
    for (const name of ['second', 'third']) {
      world.having({ type: 'UpdateWalletSet', walletSetId, name });
    }
    expect(world.wallet.walletSets.get(walletSetId)?.name).toBe('third');
    expect(idempotentResultView(world.wallet, 'set')).toMatchObject({
      kind: 'walletSet',
      walletSet: { name: 'first', updatedMs: epochMs },
    });
    expect(before).toMatchObject({ walletSet: { name: 'first', updatedMs: epochMs } });
  });

  it('shows no name if the set had none', () => {
    const world = given(wallet);
    const made = world.having(createWalletSet({ idempotencyKey: 'set' })).events;
    const { walletSetId } = firstEventOf(made, 'WalletSetCreated');
    world.having({ type: 'UpdateWalletSet', walletSetId, name: 'late' });
    const view = idempotentResultView(world.wallet, 'set');
    expect(view?.kind === 'walletSet' ? view.walletSet : {}).not.toHaveProperty('name');
  });

  it('shows the wallets of a request, and only those, as they were', () => {
    const world = given(wallet, fundedWallets());
    const metadata = [{ name: 'a' }, { refId: 'r' }];
    const request = createWallets(world.walletSetId, {
      idempotencyKey: 'wallets',
      count: 2,
      metadata,
    });
    const { wallets } = firstEventOf(world.having(request).events, 'WalletsCreated');
    world.having(createWallets(world.walletSetId));
    const ids = wallets.map(({ id }) => id);
    for (const walletId of ids) {
      world.having({ type: 'UpdateWallet', walletId, name: 'new', refId: 'new' });
    }
    const view = idempotentResultView(world.wallet, 'wallets');
    const shown = view?.kind === 'wallets' ? view.wallets : [];
    expect(shown.map(({ id }) => id)).toEqual(ids);
    expect(shown.map(({ name, refId }) => ({ name, refId }))).toEqual([
      { name: 'a', refId: undefined },
      { name: undefined, refId: 'r' },
    ]);
  });

  it('shows a transfer as it was accepted, also after it is complete', () => {
    const world = given(wallet, fundedWallets());
    const id = start(world, transfer(walletAt(world, 0).id, { idempotencyKey: 'transfer' }));
    world.after('1000s').shows(stateOfId(id), 'COMPLETE');
    expect(idempotentResultView(world.wallet, 'transfer')).toEqual({
      kind: 'transaction',
      id,
      state: 'INITIATED',
    });
  });

  it('shows the state of the transaction at its cancellation', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const [early, late] = [start(world, transfer(walletId)), start(world, transfer(walletId))];
    world
      .having(cancel(early, { idempotencyKey: 'early' }))
      .after('1s')
      .having(cancel(late, { idempotencyKey: 'late' }))
      .having(cancel(late, { idempotencyKey: 'again' }))
      .after('1000s');
    const states = ['early', 'late', 'again'].map((key) => idempotentResultView(world.wallet, key));
    expect(states).toMatchObject([{ state: 'CANCELLED' }, { state: 'SENT' }, { state: 'SENT' }]);
  });

  it('is undefined for an unused key', () => {
    expect(idempotentResultView(given(wallet).wallet, 'free')).toBeUndefined();
  });
});

describe('a history of events', () => {
  const set = {
    type: 'WalletSetCreated',
    walletSetId: 'set-1',
    branch: 0,
    aside: { idempotencyKey: 'key-1' },
  } as const;

  it('is enough to decide on', () => {
    given(wallet, [set])
      .when({ type: 'UpdateWalletSet', walletSetId: 'set-1', name: 'x' })
      .then({ type: 'WalletSetUpdated', walletSetId: 'set-1', name: 'x' });
    given(wallet, [])
      .when({ type: 'UpdateWalletSet', walletSetId: 'set-1', name: 'x' })
      .refused('WALLET_SET_UNKNOWN');
  });
});
