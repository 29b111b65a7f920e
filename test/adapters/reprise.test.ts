// The programmatic API: the operations of the control plane, and errors for callers in JavaScript.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observable } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { OptionsError } from '../../adapters/checked-options.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../adapters/reprise.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { wallet, type World } from '../../core/index.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const folder = temporaryFolder();

let reprise: Reprise | undefined;
afterEach(async () => {
  await reprise?.close();
  reprise = undefined;
});

async function open(options?: RepriseOptions): Promise<Reprise> {
  reprise = await openReprise(options);
  return reprise;
}

const walletsIn = (world: World) =>
  world.peek((states) => wallet.countsView(states.wallet)['wallets']);
const shop = {
  version: 1,
  config: { ids: 'idempotency-key' },
  wallet: { walletSets: [{ name: 'shop', wallets: [{ blockchains: ['SOL-DEVNET'] }] }] },
};

describe('openReprise', () => {
  it('needs no options: a store in memory, a random token', async () => {
    const { engine, token } = await open();
    expect(engine.world('default')?.clock()).toEqual({ mode: 'real', rate: 1 });
    expect(token).toMatch(/^\S{32}$/);
  });

  it('has operations that can be passed on without it', async () => {
    const { engine, recordings, worlds } = await open();
    const { start, statusOf, textOf, wholeTextOf, stop } = recordings;
    const { create } = worlds;
    const world = await create({ name: 'other' });
    expect(world).toBe(engine.world('other'));
    const { file } = await start(world);
    expect(statusOf('other')).toMatchObject({ state: 'recording' });
    expect(await textOf('other')).toBeDefined();
    expect(await wholeTextOf('other')).toContain('"kind":"end"');
    expect(await stop('other')).toMatchObject({ state: 'complete', file });
  });

  it('accepts a clock by its mode, an epoch as text, and a fixture by name', async () => {
    const { engine } = await open({
      defaults: { clock: 'frozen', epoch: '2027-02-03', fixture: 'wallet/treasury' },
    });
    const world = engine.world('default') as World;
    expect(world.clock()).toEqual({ mode: 'frozen', rate: 1 });
    expect(world.nowMs()).toBe(Date.UTC(2027, 1, 3));
    expect(walletsIn(world)).toBe(5);
  });

  it('merges the settings of its fixture with its own', async () => {
    const config = { calendar: { zone: 'UTC+1', currency: { symbol: '€' } } };
    const fixture = { version: 1, config: { calendar: { currency: { decimalMark: ',' } } } };
    const { engine } = await open({ defaults: { config, fixture, clock: 'frozen' } });
    expect(engine.world('default')?.settings().config).toMatchObject({
      calendar: { zone: 'UTC+1', currency: { symbol: '€', decimalMark: ',' } },
    });
  });

  it('accepts a fixture as an object with settings, and from a file', async () => {
    const file = join(folder, 'shop.yaml');
    writeFileSync(
      file,
      'version: 1\nwallet:\n  walletSets:\n    - wallets:\n        - blockchains: [SOL]\n',
    );
    const { engine, worlds } = await open({ defaults: { fixture: shop, clock: 'frozen' } });
    const world = engine.world('default') as World;
    expect([walletsIn(world), world.settings().ids]).toEqual([1, 'idempotency-key']);
    expect(walletsIn(await worlds.create({ name: 'file', fixture: file }))).toBe(1);
    expect(walletsIn(await worlds.create({ name: 'none', fixture: null }))).toBe(0);
  });

  it.each([
    [
      { defaults: { clock: 'frosen' } },
      /^openReprise: defaults\.clock must be one of real, frozen, skip, not 'frosen'\.$/,
    ],
    [{ sede: 1 }, /must not have "sede"; allowed: store, token/],
    [{ token: 'short' }, /^openReprise: token must have 8 to 200 characters, without spaces\.$/],
    [
      { node: { address: 'http://u:hush@host:1' } },
      /^openReprise: node\.address must have the form http:\/\/host:port, without a user, path or query\.$/,
    ],
    [{ store: {} }, /store must be an event store, such as createMemoryStore\(\) returns/],
    [{ store: 'mysql://me:hush@db/app' }, /or a URL that begins with postgres:\/\/\.$/],
    [{ post: 1 }, /post must be a function/],
    [
      { defaults: { fixture: 'wallet/treasure' } },
      /There is no fixture 'wallet\/treasure': .* wallet\/treasury/,
    ],
    [{ defaults: { fixture: { version: 2 } } }, /fixture: version must be 1/],
    [
      { defaults: { config: { walletKeys: ['hush'] } } },
      /walletKeys\.0 must have the form PREFIX:ID:SECRET/,
    ],
  ])('refuses %j', async (options, message) => {
    const refused = openReprise(options as never);
    await expect(refused).rejects.toThrow(OptionsError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow(/hush|short/);
  });

  it('names the line of a fixture in a file', async () => {
    const file = join(folder, 'broken.yaml');
    writeFileSync(file, 'version: 1\nwallet:\n  walletSet: []\n');
    await expect(openReprise({ defaults: { fixture: file } })).rejects.toThrow(
      /broken\.yaml is not a valid fixture: line 3, fixture\.wallet: must not have "walletSet"/,
    );
  });
});

describe('worlds', () => {
  it('are created, forked, reset and removed', async () => {
    const { worlds, engine } = await open({ defaults: { clock: 'frozen' } });
    const first = await worlds.create({
      name: 'first',
      seed: 'roses',
      epoch: '2027-01-01',
      clock: 'skip',
    });
    expect(first.record).toMatchObject({ seed: 'roses', epochMs: Date.UTC(2027, 0, 1) });
    const fork = await worlds.fork('first', { name: 'second', seed: 'tulips', outbound: true });
    expect(fork.settings().forkSeed).toBe('tulips');
    await worlds.fork(fork, { name: 'third', at: '2027-01-01T00:00:00Z' });
    await fork.advance({ byMs: 1_000 });
    expect((await worlds.reset('second')).nowMs()).toBe(Date.UTC(2027, 0, 1));
    await worlds.remove('second');
    await worlds.remove((await worlds.make({ name: 'fourth' })).record.name);
    expect(engine.worlds().map(({ record }) => record.name)).toEqual(['default', 'first', 'third']);
    await expect(worlds.remove('second')).rejects.toThrow("There is no world named 'second'");
    await expect(worlds.create({ name: 'first' })).rejects.toThrow('first');
  });

  it.each([
    [{ name: 'a b' }, /^worlds\.create: name must be 1 to 64 letters.*, not 'a b'\.$/],
    [{}, /name is missing/],
    [
      { name: 'a', clock: { mode: 'slow' } },
      /clock\.mode must be one of real, frozen, skip, not 'slow'/,
    ],
    [{ name: 'a', fixture: 5 }, /^fixture: it must be an object, not 5/],
    [undefined, /^worlds\.create: it is missing/],
  ])('are not created from %j', async (options, message) => {
    const { worlds } = await open();
    await expect(worlds.create(options as never)).rejects.toThrow(message);
  });

  it('are not changed once Reprise is closed', async () => {
    const reprise = await openReprise();
    const { worlds } = reprise;
    await reprise.close();
    for (const late of [
      worlds.create({ name: 'late' }),
      worlds.fork('default', { name: 'late' }),
      worlds.reset('default'),
      worlds.remove('default'),
    ])
      await expect(late).rejects.toThrow('Reprise is closed; open it again.');
  });

  it('are not forked at an invalid moment', async () => {
    const { worlds } = await open();
    const refused = worlds.fork('default', { name: 'b', at: 'noon' });
    await expect(refused).rejects.toThrow(/^worlds\.fork: at must be a position/);
  });
});

describe('the options of stores', () => {
  it.each([
    [
      () => openSqliteStore('a.db' as never),
      /^openSqliteStore: it must be an object, not 'a\.db'\.$/,
    ],
    [() => openSqliteStore({} as never), /^openSqliteStore: file is missing; it must be a text\.$/],
    [
      () => openSqliteStore({ file: '' }),
      /^openSqliteStore: file must be the path of a file, not ''\.$/,
    ],
    [
      () => openSqliteStore({ file: 'a.db', durability: 'some' as never }),
      /durability must be one of normal, full, not 'some'/,
    ],
    [
      () => openSqliteStore({ file: 'a.db', onLost: 5 as never }),
      /onLost must be a function, not 5/,
    ],
    [() => createMemoryStore({ attachmentBytesMax: -1 }), /^createMemoryStore: attachmentBytesMax/],
  ])('are checked (%#)', (open, message) => {
    expect(open).toThrow(message);
  });
});

describe('the streams of a closed Reprise', () => {
  const streamsOf = ({ engine }: Reprise, world: World): readonly Observable<unknown>[] => [
    world.commits$,
    world.entries$,
    world.events$,
    world.history$(),
    world.transactions$(),
    world.posts$(),
    engine.commits$,
    engine.started$,
    engine.stopped$,
    engine.rescheduled$,
  ];
  /** The names of the signals that each stream gives at once. */
  const watch = (streams: readonly Observable<unknown>[]) => {
    const ends = streams.map(() => 'open');
    for (const [index, stream] of streams.entries()) {
      stream.subscribe({
        complete: () => (ends[index] = 'complete'),
        error: () => (ends[index] = 'error'),
      });
    }
    return ends;
  };

  it('complete, also for observers that come later', async () => {
    const closing = await openReprise({ defaults: { clock: 'frozen' } });
    const world = closing.engine.world('default') as World;
    const streams = streamsOf(closing, world);
    const all = streams.map(() => 'complete');
    const early = watch(streams);
    await world.describe();
    expect(early).toEqual(streams.map(() => 'open'));
    await closing.close();
    expect(early).toEqual(all);
    const late = watch(streamsOf(closing, world));
    await expect.poll(() => late).toEqual(all);
    await expect(world.describe()).rejects.toThrow('Reprise is closed; open it again.');
  });
});
