import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { worldFromFixture, FixtureError, type SeedCommand } from '../../../core/engine/genesis.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import { step } from '../../../core/engine/step.ts';
import { initialWorld } from '../../../core/engine/world-state.ts';
import type { WorldRecord } from '../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import { epochMs, hash, rules } from '../../support/engine/pure-world.ts';
import { allWorlds } from '../../support/store/all-worlds.ts';

const record: WorldRecord = {
  name: 'w',
  seed: 'seed',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
  fixture: { content: { wallets: 2 }, digest: 'd' },
};

const wallet = (
  path: string,
  prepare: (...states: Parameters<SeedCommand['prepare']>) => WalletCommand,
): SeedCommand => ({ domain: 'wallet', path, prepare });

const provisionSet = wallet('set', () => ({
  type: 'ProvisionWalletSet',
  custodyType: 'DEVELOPER',
}));

const provisionWallets = (count: number) =>
  wallet('wallets', ({ wallet: state }) => ({
    type: 'ProvisionWallets',
    walletSetId: state.walletSets.at(0)?.id ?? '',
    blockchains: ['ETH-SEPOLIA'],
    count,
    accountType: 'EOA',
  }));

const fund = wallet('funds', ({ wallet: state }) => ({
  type: 'FundWallet',
  walletId: state.wallets.at(0)?.id ?? '',
  amounts: { native: '1' },
}));

/** The seed commands of these worlds. */
const commandsOf = (content: unknown) => [
  provisionSet,
  provisionWallets((content as { wallets: number }).wallets),
  fund,
];

const open = (store = createMemoryStore(), seedCommands = commandsOf) =>
  openEngine({ store, host: { hash, monotonicMs: () => 0, defer: setImmediate }, seedCommands });

describe('worldFromFixture', () => {
  it('applies each command at the epoch, in the state after the commands before it', () => {
    const { loaded, entries } = worldFromFixture(record, rules, commandsOf({ wallets: 2 }));
    expect(entries.map(({ input }) => [input.n, input.kind, input.atMs])).toEqual([
      [1, 'command', epochMs],
      [2, 'command', epochMs],
      [3, 'command', epochMs],
    ]);
    const types = entries.flatMap(({ events }) => events.map(({ event }) => event.type));
    expect(types).toEqual(['WalletSetCreated', 'WalletsCreated', 'FundsDeposited']);
    expect(loaded.world.digest).toBe(entries.at(-1)?.digest);
  });

  it('creates inputs that lead to the same digest when stepped', () => {
    const { loaded, entries } = worldFromFixture(record, rules, commandsOf({ wallets: 2 }));
    const other = initialWorld(record, rules);
    for (const { input } of entries) step(other, input);
    expect(other.digest).toBe(loaded.world.digest);
  });

  it('throws a rejection with its place in the fixture', () => {
    const begin = () => worldFromFixture(record, rules, [provisionWallets(1)]);
    expect(begin).toThrow(FixtureError);
    expect(begin).toThrow('wallets: wallet set unknown');
  });
});

describe('a world with a fixture', () => {
  it('is stored with its fixture', async () => {
    const store = createMemoryStore();
    const engine = await open(store);
    const made = await (await engine.create(record)).describe();
    expect(made).toMatchObject({ inputs: 3, position: 3, nowMs: epochMs });
    expect(await store.read('w', 1, 10)).toHaveLength(3);
    const again = await open(store, () => {
      throw new Error('A world that is there has begun.');
    });
    expect((await again.world('w')?.describe())?.digest).toBe(made.digest);
    expect((await again.replay('w')).divergence).toBe(undefined);
  });

  it('is reset to its state after the fixture, and so is its fork', async () => {
    const engine = await open();
    const world = await engine.create(record);
    const { digest } = await world.describe();
    await world.advance({ byMs: 600_000 });
    const fork = await engine.fork('w', { name: 'fork' });
    expect((await fork.describe()).position).toBeGreaterThan(3);
    for (const name of ['w', 'fork']) {
      const view = await (await engine.reset(name)).describe();
      expect(view).toMatchObject({ inputs: 3, digest, nowMs: epochMs });
    }
    expect((await engine.replay('fork')).divergence).toBe(undefined);
  });

  it('is reset with the seed that it was forked with', async () => {
    const store = createMemoryStore();
    const engine = await open(store);
    await engine.create(record);
    const fresh = await engine.fork('w', { name: 'fresh', seed: 'roses' });
    const used = await engine.fork('w', { name: 'used', seed: 'roses' });
    const child = await engine.fork(used, { name: 'child' });
    await used.advance({ byMs: 600_000 });
    const { digest } = await fresh.describe();
    for (const { record: parent } of [used, child]) {
      const reset = await engine.reset(parent.name);
      expect(reset.settings().forkSeed).toBe('roses');
      expect(await reset.describe()).toMatchObject({ digest, nowMs: epochMs });
      expect((await engine.replay(parent.name)).divergence).toBe(undefined);
    }
    const again = await open(store);
    expect(again.world('used')?.settings().forkSeed).toBe('roses');
    expect((await again.world('used')?.describe())?.digest).toBe(digest);
  });

  it('is not created if the fixture is rejected', async () => {
    const store = createMemoryStore();
    const engine = await open(store, () => [provisionSet, fund]);
    await expect(engine.create(record)).rejects.toThrow('funds: wallet unknown');
    expect([engine.worlds(), await allWorlds(store)]).toEqual([[], []]);
    expect(
      await (await engine.create({ ...record, fixture: undefined as never })).describe(),
    ).toMatchObject({ inputs: 0 });
  });

  it('continues unchanged if a reset rejects its fixture', async () => {
    let commands = commandsOf({ wallets: 1 });
    const engine = await open(createMemoryStore(), () => commands);
    const world = await engine.create(record);
    commands = [fund];
    await expect(engine.reset('w')).rejects.toThrow(FixtureError);
    expect(await world.describe()).toMatchObject({ inputs: 3 });
  });
});
