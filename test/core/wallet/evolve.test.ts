import { describe, expect, it } from 'vitest';
import { createContext } from '../../../core/kernel/context.ts';
import { fold } from '../../../core/kernel/decider.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { evolve } from '../../../core/wallet/evolve.ts';
import { initialState, type WalletState } from '../../../core/wallet/state.ts';
import { idempotentResultView } from '../../../core/wallet/views.ts';
import { given } from '../../support/given.ts';
import {
  epochMs,
  genesisOf,
  hash,
  pureWorld,
  type PureWorld,
} from '../../support/engine/pure-world.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  fundedWorld,
  pick,
  transfer,
} from '../../support/wallet/commands.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { stateOf, steer, walletAt } from '../../support/wallet/world-queries.ts';

const empty = (): WalletState =>
  initialState(genesisOf('test'), createContext(genesisOf('test'), hash, epochMs));

/** All records of a state, table by table. */
const recordsOf = (state: PureWorld['wallet']) => ({
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

/** A world in which a good deal has happened. */
function busyWorld(): PureWorld {
  const world = fundedWorld();
  const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
  const start = (own = {}) => world.start(transfer(sender.id, own));
  const ids = [start({ destination: receiver.address }), start(), start(), start(), start()];
  world.pass(500);
  world.did(cancel(ids[1] ?? ''));
  world.did(steer(ids[2] ?? '', 'fail'));
  world.did({ type: 'UpdateWallet', walletId: sender.id, name: 'till' });
  world.did({ type: 'UpdateWalletSet', walletSetId: world.walletSetId, name: 'shop' });
  world.pass(1_000);
  world.did(accelerate(ids[3] ?? ''));
  world.did(cancel(ids[4] ?? ''));
  world.pass(30_000);
  world.did(steer(ids[0] ?? '', 'reorg', 'failed'));
  world.did({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '1', paused: true });
  return world;
}

describe('folding', () => {
  const world = busyWorld();
  const history = world.entries
    .flatMap(({ events }) => events)
    .map(({ event, atMs }) => ({ event: event as WalletEvent, atMs }));

  it('gives the state that deciding gave', () => {
    const state = fold({ evolve }, empty(), history);
    expect(recordsOf(state)).toEqual(recordsOf(world.wallet));
  });

  it('in two halves gives what folding at once gives', () => {
    for (let cut = 0; cut <= history.length; cut += 5) {
      const half = fold({ evolve }, empty(), history.slice(0, cut));
      expect(recordsOf(fold({ evolve }, half, history.slice(cut)))).toEqual(
        recordsOf(world.wallet),
      );
    }
  });

  it('breaks an invariant for an event that has lost its place', () => {
    const event = { type: 'TransactionCompleted', transactionId: 'none' } as const;
    expect(() => evolve(empty(), event, epochMs)).toThrow('transaction none is CONFIRMED');
  });
});

describe('a repeated answer', () => {
  it('shows the name of a set at its creation after an update', () => {
    const world = pureWorld();
    const { walletSetId } = pick(
      world.did(createWalletSet({ idempotencyKey: 'set', name: 'first' })),
      'WalletSetCreated',
    );
    const before = idempotentResultView(world.wallet, 'set');
    world.pass(1_000);
    for (const name of ['second', 'third']) {
      world.did({ type: 'UpdateWalletSet', walletSetId, name });
    }
    expect(world.wallet.walletSets.get(walletSetId)?.name).toBe('third');
    expect(idempotentResultView(world.wallet, 'set')).toMatchObject({
      kind: 'walletSet',
      walletSet: { name: 'first', updatedMs: epochMs },
    });
    expect(before).toMatchObject({ walletSet: { name: 'first', updatedMs: epochMs } });
  });

  it('shows no name where there was none', () => {
    const world = pureWorld();
    const made = world.did(createWalletSet({ idempotencyKey: 'set' }));
    const { walletSetId } = pick(made, 'WalletSetCreated');
    world.did({ type: 'UpdateWalletSet', walletSetId, name: 'late' });
    const view = idempotentResultView(world.wallet, 'set');
    expect(view?.kind === 'walletSet' ? view.walletSet : {}).not.toHaveProperty('name');
  });

  it('shows the wallets of a request, and only those, as they were', () => {
    const world = fundedWorld();
    const metadata = [{ name: 'a' }, { refId: 'r' }];
    const request = createWallets(world.walletSetId, {
      idempotencyKey: 'wallets',
      count: 2,
      metadata,
    });
    const { wallets } = pick(world.did(request), 'WalletsCreated');
    world.did(createWallets(world.walletSetId));
    const ids = wallets.map(({ id }) => id);
    for (const walletId of ids) {
      world.did({ type: 'UpdateWallet', walletId, name: 'new', refId: 'new' });
    }
    const view = idempotentResultView(world.wallet, 'wallets');
    const shown = view?.kind === 'wallets' ? view.wallets : [];
    expect(shown.map(({ id }) => id)).toEqual(ids);
    expect(shown.map(({ name, refId }) => ({ name, refId }))).toEqual([
      { name: 'a', refId: undefined },
      { name: undefined, refId: 'r' },
    ]);
  });

  it('shows a transfer as it was accepted, however far it has come', () => {
    const world = fundedWorld();
    const id = world.start(transfer(walletAt(world, 0).id, { idempotencyKey: 'transfer' }));
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    expect(idempotentResultView(world.wallet, 'transfer')).toEqual({
      kind: 'transaction',
      id,
      state: 'INITIATED',
    });
  });

  it('shows the state in which a cancellation found its transaction', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const [early, late] = [world.start(transfer(walletId)), world.start(transfer(walletId))];
    world.did(cancel(early, { idempotencyKey: 'early' }));
    world.pass(1_000);
    world.did(cancel(late, { idempotencyKey: 'late' }));
    world.did(cancel(late, { idempotencyKey: 'again' }));
    world.pass(1_000_000);
    const states = ['early', 'late', 'again'].map((key) => idempotentResultView(world.wallet, key));
    expect(states).toMatchObject([{ state: 'CANCELLED' }, { state: 'SENT' }, { state: 'SENT' }]);
  });

  it('is nothing for a key that is free', () => {
    expect(idempotentResultView(pureWorld().wallet, 'free')).toBeUndefined();
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
