// A world as an operator: saved states, oracle answers, failures and separate subscriptions. The laws are in
// test/properties/world-operator.property.test.ts.

import { concat, from, lastValueFrom, NEVER, Subject, take, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { duesPerSlice, foldEntry } from '../../../core/engine/step.ts';
import { stepping, world, type SavedWorld } from '../../../core/engine/world-operator.ts';
import { initialWorld } from '../../../core/engine/world-state.ts';
import type { Input, JournalEntry } from '../../../core/kernel/input.ts';
import type { StoredSnapshot } from '../../../core/ports/event-store.ts';
import { shopDomains } from '../../support/domains/print-shop.ts';
import {
  bell,
  createPrinter,
  openShopEngine,
  order,
  immediateOracles,
  drainEventLoop,
  sendToShop,
  shopRecord,
} from '../../support/engine/fake-oracle.ts';
import { initialSettings, epochMs, pureWorld, rules } from '../../support/engine/pure-world.ts';
import {
  storeJournal,
  writeSnapshot,
  sessionRecord,
} from '../../support/engine/stored-snapshots.ts';
import { createWalletSet } from '../../support/wallet/commands.ts';

const record = initialSettings('test');
const inputs: readonly Input[] = [0, 1, 2].map((index) => ({
  n: index + 1,
  atMs: epochMs + index,
  kind: 'command',
  domain: 'wallet',
  command: createWalletSet({ name: `set ${index}` }),
}));

const entriesOf = (all: readonly Input[], saved?: SavedWorld) =>
  lastValueFrom(from(all).pipe(world(record, saved), toArray()));

async function snapshotAfter(entries: readonly JournalEntry[]): Promise<StoredSnapshot> {
  const store = createMemoryStore();
  await storeJournal(store, sessionRecord('w'), entries);
  const { state } = pureWorld();
  for (const entry of entries) foldEntry(state, entry);
  await writeSnapshot(await store.snapshot('w', state.inputs), state);
  const [stored] = await store.snapshots('w');
  if (stored === undefined) throw new Error('A snapshot is expected.');
  return stored;
}

describe('a world as an operator', () => {
  it('emits each entry before it reads the next input', async () => {
    const log: string[] = [];
    const input$ = new Subject<Input>();
    input$.pipe(world(record)).subscribe(({ input }) => log.push(`entry ${input.n}`));
    for (const input of inputs) {
      input$.next(input);
      log.push(`after ${input.n}`);
    }
    expect(log).toEqual(['entry 1', 'after 1', 'entry 2', 'after 2', 'entry 3', 'after 3']);
  });

  it('creates a world for each subscription', async () => {
    const entry$ = from(inputs).pipe(world(record), toArray());
    expect(await lastValueFrom(entry$)).toEqual(await lastValueFrom(entry$));
  });

  it('does not change a saved state', async () => {
    const { state } = pureWorld();
    const before = state.digest;
    const entry$ = from(inputs).pipe(world(record, state), toArray());
    expect(await lastValueFrom(entry$)).toEqual(await entriesOf(inputs));
    expect(state.digest).toBe(before);
    expect(await lastValueFrom(entry$)).toEqual(await entriesOf(inputs));
  });

  it('continues entries that were saved as JSON', async () => {
    const whole = await entriesOf(inputs);
    const saved = JSON.parse(JSON.stringify(whole.slice(0, 2))) as JournalEntry[];
    expect(await entriesOf(inputs.slice(2), saved)).toEqual(whole.slice(2));
  });

  it('refuses saved entries that do not fit', async () => {
    const [first, second] = await entriesOf(inputs);
    const gap = entriesOf([], [second as JournalEntry]);
    await expect(gap).rejects.toMatchObject({
      code: 'damaged',
      message: 'The saved entries: input 1 is missing.',
    });
    const edited = entriesOf([], [{ ...(first as JournalEntry), digest: '' }]);
    await expect(edited).rejects.toMatchObject({ code: 'damaged' });
  });

  it('refuses saved events that fit their digest but not the world', async () => {
    const [first] = await entriesOf(inputs);
    const moved = first?.events.map((event) => ({ ...event, stream: 'nowhere/1' })) ?? [];
    const edited = entriesOf([], [{ ...(first as JournalEntry), events: moved }]);
    await expect(edited).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/^The saved entries: input 1 does not fit/),
    });
  });

  it('continues a stored snapshot; inputs wait while it is read', async () => {
    const whole = await entriesOf(inputs);
    const saved = await snapshotAfter(whole.slice(0, 1));
    const input$ = new Subject<Input>();
    const rest = lastValueFrom(input$.pipe(world(record, saved), toArray()));
    for (const input of inputs.slice(1)) input$.next(input);
    input$.complete();
    expect(await rest).toEqual(whole.slice(1));
  });

  it('refuses an edited snapshot, with or without inputs', async () => {
    const whole = await entriesOf(inputs);
    const edited = { ...(await snapshotAfter(whole.slice(0, 1))), position: 9 };
    for (const later of [inputs.slice(1), []])
      await expect(entriesOf(later, edited)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('fails at an invalid input, after the entries before it', async () => {
    const seen: number[] = [];
    const input$ = concat(from([inputs[0], inputs[2]] as Input[]), NEVER);
    const failure = new Promise((resolve) =>
      input$
        .pipe(world(record))
        .subscribe({ next: ({ input }) => seen.push(input.n), error: resolve }),
    );
    expect(await failure).toMatchObject({ name: 'InvariantError' });
    expect(seen).toEqual([1]);
  });

  it('has the same hashes as with the hash of a host, for any text', async () => {
    const name = 'ſet \ud800 😀';
    const odd = [{ ...inputs[0], command: createWalletSet({ name }) } as Input];
    const hosted = from(odd).pipe(world(record, undefined, { hash: nodeHash }), toArray());
    expect(await lastValueFrom(hosted)).toEqual(await entriesOf(odd));
  });

  it('queues later inputs while it waits for an answer', async () => {
    const engine = await openShopEngine({ oracles: immediateOracles });
    const running = await engine.create(shopRecord('frozen'));
    await sendToShop(running, order('poster', 10));
    await running.advance({ byMs: 20 });
    await sendToShop(running, bell(5));
    const expected = await engine.store.read('w', 1, 10);

    const printer = createPrinter();
    const shops = { domains: shopDomains, oracles: printer.oracles };
    const seen: JournalEntry[] = [];
    from(expected.map(({ input }) => input))
      .pipe(world(shopRecord('frozen'), [], shops))
      .subscribe((entry) => seen.push(entry));
    await drainEventLoop();
    expect(seen).toEqual(expected.slice(0, 1));
    printer.asked[0]?.finish();
    await drainEventLoop();
    expect(seen).toEqual(expected);
    await engine.close();
  });

  it('fails if an oracle is missing', async () => {
    const engine = await openShopEngine({ store: createMemoryStore() });
    const running = await engine.create(shopRecord('frozen'));
    await sendToShop(running, order('poster', 10));
    await running.advance({ byMs: 20 });
    const stored = await engine.store.read('w', 1, 10);
    const input$ = from(stored.map(({ input }) => input));
    const entry$ = input$.pipe(world(shopRecord('frozen'), [], { domains: shopDomains }));
    await expect(lastValueFrom(entry$)).rejects.toThrow("The oracle 'printer' has no answer");
    await engine.close();
  });
});

describe('stepping', () => {
  it('changes the given state', async () => {
    const state = initialWorld(record, rules);
    await lastValueFrom(from(inputs).pipe(stepping(state), take(2)));
    expect(state.inputs).toBe(2);
  });

  it('yields between the slices of a long step', async () => {
    const count = 2 * duesPerSlice + 1;
    const bells: Input[] = Array.from({ length: count }, (_, index) => ({
      n: index + 1,
      atMs: epochMs,
      kind: 'command',
      domain: 'shop',
      command: bell(10),
    }));
    const shops = { ...rules, domains: shopDomains };
    const passed: Input = { n: count + 1, atMs: epochMs + 20, kind: 'time' };
    let yields = 0;
    const state = initialWorld(shopRecord('frozen'), shops);
    const yieldToLoop = async () => void (yields += 1);
    const whole = await lastValueFrom(
      from([...bells, passed]).pipe(stepping(state, yieldToLoop), toArray()),
    );
    expect(yields).toBe(Math.floor(bells.length / duesPerSlice));
    const atOnce = world(shopRecord('frozen'), [], { domains: shopDomains });
    expect(whole).toEqual(await lastValueFrom(from([...bells, passed]).pipe(atOnce, toArray())));
  });
});
