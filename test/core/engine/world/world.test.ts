// A world in an engine: long tasks run in slices with other worlds in between, and removal cancels them.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import {
  duesPerSlice,
  fireDueUntil,
  foldEntry,
  foldEntryInPieces,
} from '../../../../core/engine/step.ts';
import type { AnyDomain } from '../../../../core/engine/registry.ts';
import { sliceMsMax } from '../../../../core/engine/world/executor.ts';
import { eventsPerSegment } from '../../../../core/engine/world/time.ts';
import { AdvanceCutOff, type World } from '../../../../core/engine/world/world-contract.ts';
import { forkWorld, initialWorld } from '../../../../core/engine/world-state.ts';
import type { Context } from '../../../../core/kernel/context.ts';
import type { Command, Envelope } from '../../../../core/kernel/message.ts';
import { ok } from '../../../../core/kernel/result.ts';
import {
  StoreError,
  type EventStore,
  type WorldRecord,
} from '../../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import type { ReadonlyState } from '../../../../core/tables/index.ts';
import { sendTalk, talkDomain, talkDomains } from '../../../support/domains/talk.ts';
import { talkRules } from '../../../support/domains/talk-rules.ts';
import { initialSettings, hash, rules } from '../../../support/engine/pure-world.ts';
import { snapshotOf } from '../../../support/engine/whole-state.ts';
import { createWalletSet, createWallets, transfer } from '../../../support/wallet/commands.ts';
import { fundedWorld } from '../../../support/wallet/pure-worlds.ts';

const transfers = 120;
const record = (name: string): WorldRecord => ({ name, ...initialSettings('test') });

const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: (outcome) => outcome });

/** One world with many pending transfers, and one that is idle. */
async function busyAndIdle(store: EventStore = createMemoryStore()) {
  let loopTurns = 0;
  let hostMs = 0;
  const defer = (task: () => void) =>
    void setImmediate(() => {
      loopTurns += 1;
      task();
    });
  const engine = await openEngine({
    store,
    host: { hash, monotonicMs: () => (hostMs += sliceMsMax), defer }, // each piece is a slice
  });
  const [busy, idle] = [await engine.create(record('busy')), await engine.create(record('idle'))];
  await send(busy, createWalletSet());
  const setId = await busy.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
  await send(busy, createWallets(setId));
  const walletId = await busy.read(({ wallet }) => wallet.wallets.at(0)?.id ?? '');
  await send(busy, { type: 'FundWallet', walletId, amounts: { native: '100', usdc: '1000' } });
  for (let count = 0; count < transfers; count += 1) await send(busy, transfer(walletId));
  return { engine, busy, idle, walletId, loopTurns: () => loopTurns };
}

const journalOf = (engine: Engine) => engine.store.read('busy', 1, 10_000);

const whole = { untilIdle: true, maxMs: 86_400_000 } as const;

describe('a long advance', () => {
  it('lets other worlds run in between, with the same result as in one slice', async () => {
    const { engine, busy, idle, walletId, loopTurns } = await busyAndIdle();
    const before = await journalOf(engine);
    const began = loopTurns();
    const log: string[] = [];
    const advanced = busy.advance(whole).then((result) => {
      log.push('advanced');
      return result;
    });
    const behind = send(busy, transfer(walletId)).then(() => log.push('what came behind it'));
    const read = busy.describe().then(({ inputs }) => inputs);
    await idle.describe();
    log.push('the other world');
    const result = await advanced;
    await behind;
    expect(log[0]).toBe('the other world');
    expect(result).toMatchObject({ ok: true });
    const fired = result.ok ? result.value.fired : 0;
    expect(fired).toBeGreaterThan(2 * duesPerSlice);
    expect(loopTurns() - began).toBeGreaterThanOrEqual(Math.floor(fired / duesPerSlice));

    const entries = (await journalOf(engine)).slice(before.length);
    const segments = entries.slice(0, -1);
    expect(segments.length).toBeGreaterThan(1);
    expect(new Set(segments.map(({ input }) => input.kind))).toEqual(new Set(['time']));
    expect(entries.at(-1)?.input.kind).toBe('command');
    expect(await read).toBe(before.length + entries.length);
    const again = initialWorld(initialSettings('test'), rules);
    for (const entry of before) foldEntry(again, entry);
    const events: Envelope[] = [];
    fireDueUntil(again, { atMs: segments.at(-1)?.input.atMs ?? 0 }, events);
    expect(events).toEqual(segments.flatMap((entry) => entry.events));
    expect(again.digest).toBe(segments.at(-1)?.digest);
  });

  it('shows its progress to `peek`', async () => {
    const { busy } = await busyAndIdle();
    const place = () => busy.peek((_states, view) => view());
    const before = place();
    const advanced = busy.advance(whole);
    await new Promise((resolve) => setImmediate(resolve));
    const [during, waiting] = [place(), busy.describe()];
    await advanced;
    const after = place();
    expect(during.nowMs).toBeGreaterThan(before.nowMs);
    expect(during.nowMs).toBeLessThan(after.nowMs);
    expect(during.position).toBeGreaterThan(before.position);
    expect(during.position).toBeLessThan(after.position);
    expect(await waiting).toEqual(after);
  });

  it('is stored in segments of a bounded number of events, whatever is asked meanwhile', async () => {
    const { engine, busy } = await busyAndIdle();
    const { inputs } = await busy.describe();
    const advanced = busy.advance(whole);
    const reads = Array.from({ length: 5 }, () => busy.describe());
    const result = await advanced;
    const segments = await engine.store.read('busy', inputs + 1, 10_000);
    const counts = segments.map(({ events }) => events.length);
    expect(Math.max(...counts)).toBeLessThan(eventsPerSegment + 10);
    expect(Math.min(...counts.slice(0, -1))).toBeGreaterThanOrEqual(eventsPerSegment);
    const events = counts.reduce((sum, count) => sum + count);
    expect(result).toMatchObject({ ok: true, value: { events } });
    const last = await busy.describe();
    expect(await Promise.all(reads)).toEqual(reads.map(() => last));
  });

  it('stays as far as it was stored when a later segment cannot be', async () => {
    const store = createMemoryStore();
    let appends = Infinity;
    const append: EventStore['append'] = (batch) =>
      (appends -= 1) < 0
        ? Promise.reject(new StoreError('unavailable', 'The disk is full.'))
        : store.append(batch);
    const { engine, busy } = await busyAndIdle({ ...store, append });
    const before = await busy.describe();
    appends = 1;
    const error: unknown = await busy.advance(whole).catch((thrown: unknown) => thrown);
    appends = Infinity;
    const after = await busy.describe();
    expect(after).toMatchObject({ inputs: before.inputs + 1 });
    expect(error).toBeInstanceOf(AdvanceCutOff);
    expect(error).toMatchObject({
      message: 'An advance was cut off: The disk is full.',
      nowMs: after.nowMs,
    });
    appends = 0;
    await expect(busy.advance(whole)).rejects.toMatchObject({ code: 'unavailable' });
    appends = Infinity;
    expect(await busy.advance(whole)).toMatchObject({ ok: true });
    const all = (await journalOf(engine)).map(({ input }) => input.n);
    expect(all).toEqual(all.map((_, index) => index + 1));
  });

  it('is cancelled as a whole when its world is removed', async () => {
    const { engine, busy } = await busyAndIdle();
    const before = await journalOf(engine);
    const advanced = busy.advance(whole);
    const reset = engine.remove('busy');
    await expect(advanced).rejects.toThrow('are lost');
    await reset;
    expect(before.every(({ input }) => input.kind === 'command')).toBe(true);
  });

  it('is cancelled together with later requests, whose state it has changed', async () => {
    const remove = () => Promise.reject(new StoreError('unavailable', 'The disk is full.'));
    const { engine, busy, walletId } = await busyAndIdle({ ...createMemoryStore(), remove });
    const before = await journalOf(engine);
    const advanced = busy.advance(whole);
    const behind = send(busy, transfer(walletId));
    const removed = expect(engine.remove('busy')).rejects.toThrow('The disk is full.');
    await expect(advanced).rejects.toThrow('are lost');
    await expect(behind).rejects.toMatchObject({ code: 'unavailable' });
    await removed;
    expect(await journalOf(engine)).toEqual(before);
    expect((await engine.world('busy')?.describe())?.inputs).toBe(before.length);
  });

  it('leaves request ids at the last stored position meanwhile', async () => {
    const [{ busy }, { busy: other }] = [await busyAndIdle(), await busyAndIdle()];
    const advanced = busy.advance(whole);
    const during = busy.requestId();
    expect(during).toBe(other.requestId());
    await advanced;
  });
});

describe('a view of the whole state', () => {
  it('shows one position, while its world continues', async () => {
    const { engine, busy, walletId } = await busyAndIdle();
    const query = { limit: 1_000 };
    const expected = await engine.state('busy', undefined, query);
    const queried = engine.state('busy', undefined, query);
    const sent = Array.from({ length: 50 }, () => send(busy, transfer(walletId)));
    const advanced = busy.advance(whole);
    expect(await queried).toEqual(expected);
    await Promise.all([...sent, advanced]);
    expect((await engine.state('busy', undefined, query)).position).toBeGreaterThan(
      expected.position,
    );
  });
});

describe('a query in pieces', () => {
  it('reads one state, while other worlds run and its own waits', async () => {
    const { busy, idle, walletId } = await busyAndIdle();
    const size = () => busy.read(({ wallet }) => wallet.transactions.size);
    const before = await size();
    const log: string[] = [];
    const queried = busy.readInPieces(function* ({ wallet }) {
      const sizes: number[] = [];
      for (let piece = 0; piece < 3; piece += 1) {
        log.push('a piece');
        sizes.push(wallet.transactions.size);
        yield;
      }
      return sizes;
    });
    const sent = send(busy, transfer(walletId));
    await idle.describe();
    log.push('the other world');
    expect(await queried).toEqual([before, before, before]);
    await sent;
    expect(log).toEqual(['a piece', 'the other world', 'a piece', 'a piece']);
    expect(await size()).toBe(before + 1);
  });
});

describe('a command in pieces', () => {
  /** Two words for each command, and a piece between them. */
  const inPieces = (log: string[]): AnyDomain => {
    const twice = (command: Command, state: ReadonlyState<unknown>, context: Context) => {
      const decided = talkRules.decider.decide(command, state, context);
      if (!decided.ok || command.type === 'OpenTalk') return decided;
      return ok([...decided.value, ...decided.value]);
    };
    return {
      ...talkRules,
      decider: {
        ...talkRules.decider,
        decide: twice,
        *decideInPieces(...given) {
          log.push('decides');
          yield;
          return twice(...given);
        },
        evolve(...given) {
          log.push('evolves');
          talkRules.decider.evolve(...given);
        },
      },
    };
  };

  it('lets other worlds run in between, with the entry of one piece', async () => {
    const log: string[] = [];
    let hostMs = 0;
    const host = { hash, monotonicMs: () => (hostMs += sliceMsMax), defer: setImmediate };
    const domains = { ...talkDomains, talk: inPieces(log) };
    const engine = await openEngine({ store: createMemoryStore(), host, domains });
    const [busy, idle] = [await engine.create(record('busy')), await engine.create(record('idle'))];
    await sendTalk(busy, { type: 'OpenTalk', id: 'a' });
    log.length = 0;
    const heard = busy.sendInPieces({
      domain: talkDomain,
      prepare: () => ({ command: { type: 'Hear', id: 'a', word: 'hello' } as Command }),
      *respond(outcome) {
        log.push('responds');
        yield;
        return outcome.ok;
      },
    });
    const next = sendTalk(busy, { type: 'Hear', id: 'a', word: 'bye' });
    expect(log).toEqual(['decides']);
    await idle.describe();
    log.push('the other world');
    expect(await heard).toBe(true);
    expect(await next).toEqual(['hello', 'hello', 'bye', 'bye']);
    const command = ['decides', 'evolves', 'evolves'];
    expect(log).toEqual([
      command[0],
      'the other world',
      ...command.slice(1),
      'responds',
      ...command,
    ]);
    const entries = await engine.store.read('busy', 1, 10);
    expect(entries.map(({ events }) => events.length)).toEqual([1, 2, 2]);
    await engine.close();
  });
});

describe('a moment within a long advance', () => {
  it('is reached in slices, too', async () => {
    const { engine, busy, loopTurns } = await busyAndIdle();
    const { position: first } = await busy.describe();
    await busy.advance(whole);
    const { position: last } = await busy.describe();
    for (const position of [first + 1, Math.floor((first + last) / 2), last]) {
      const began = loopTurns();
      const fork = await engine.fork('busy', { name: `at-${position}`, at: { position } });
      expect(loopTurns() - began).toBeGreaterThanOrEqual(Math.floor((position - first) / 500));
      expect((await fork.describe()).position).toBeGreaterThanOrEqual(position);
      await fork.advance(whole);
      expect((await fork.describe()).digest).toBe((await busy.describe()).digest);
    }
  });
});

it('folds an entry in pieces as in one', () => {
  const world = fundedWorld();
  const before = forkWorld(world.state);
  for (let count = 0; count < transfers; count += 1)
    world.start(transfer(world.wallets[0]?.id ?? ''));
  const middle = world.entries.length;
  world.pass(86_400_000);
  const [last] = world.entries.slice(middle);
  if (last === undefined) throw new Error('Time has not passed.');
  expect(last.events.length).toBeGreaterThan(600);
  const folded = before;
  for (const entry of world.entries.slice(-transfers - 1, -1)) foldEntry(folded, entry);
  const other = forkWorld(folded);
  let pieces = 1;
  const folding = foldEntryInPieces(folded, last);
  let next = folding.next();
  for (; next.done !== true; next = folding.next()) pieces += 1;
  expect(next.value).toEqual({ ok: true, value: undefined });
  expect(pieces).toBeGreaterThan(2);
  expect(foldEntry(other, last)).toMatchObject({ ok: true });
  expect(snapshotOf(folded)).toEqual(snapshotOf(other));
  expect(snapshotOf(folded)).toEqual(snapshotOf(world.state));
});
