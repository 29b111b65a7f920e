import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { loadWorld } from '../../../../core/engine/history/journal.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { toEnvelope } from '../../../../core/kernel/message.ts';
import { StoreError, type WorldRecord } from '../../../../core/ports/event-store.ts';
import { epochMs, pureWorld, type PureWorld } from '../../../support/engine/pure-world.ts';
import { sourceOf } from '../../../support/engine/stored-world.ts';
import { createWalletSet, transfer } from '../../../support/wallet/commands.ts';
import { accept, fundedWorld } from '../../../support/wallet/pure-worlds.ts';
import { appendAll } from '../../../support/store/append-all.ts';

const record: WorldRecord = {
  name: 'harbour',
  seed: 'test',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: null,
};

async function stored(entries: readonly JournalEntry[]) {
  const store = createMemoryStore();
  await store.create(record);
  await appendAll(store, [{ world: record.name, expectedInput: 0, entries }]);
  return store;
}

async function load(entries: readonly JournalEntry[]) {
  return (await loadWorld(sourceOf(await stored(entries), record))).world;
}

/** Seven inputs: a wallet set, wallets, two fundings, a transfer, the time to complete it, another wallet set. */
function history(): PureWorld {
  const world = fundedWorld();
  world.start(transfer(world.wallets[0]?.id ?? ''));
  world.pass(300_000);
  accept(world, createWalletSet());
  return world;
}

/** Loading must fail with exactly this. */
async function expectDamaged(entries: readonly JournalEntry[], what: string): Promise<void> {
  const loading = load(entries);
  await expect(loading).rejects.toBeInstanceOf(StoreError);
  await expect(loading).rejects.toMatchObject({
    code: 'damaged',
    message: `The log of world 'harbour' is damaged: ${what}.`,
  });
}

describe('loadWorld', () => {
  it('returns a new world for an empty log', async () => {
    const world = await load([]);
    expect(world).toMatchObject({ inputs: 0, position: 0, nowMs: epochMs, clock: record.clock });
    expect(world.digest).toBe(pureWorld().state.digest);
  });

  it('returns the world that wrote the log', async () => {
    const { state, entries } = history();
    const world = await load(entries);
    const { inputs, position, digest, nowMs } = state;
    expect(world).toMatchObject({ inputs, position, digest, nowMs });
    expect(world.dues.list()).toEqual(state.dues.list());
  });

  it.each([999, 1_000, 1_001, 2_500])('reads a log of %d entries to its end', async (count) => {
    const writer = pureWorld();
    for (let index = 1; index < count; index += 1) writer.pass(1);
    accept(writer, createWalletSet());
    const world = await load(writer.entries);
    expect(world.inputs).toBe(count);
    expect(world.digest).toBe(writer.state.digest);
    expect(world.nowMs).toBe(epochMs + count - 1);
  });

  it('refuses a log with a gap', async () => {
    const { entries } = history();
    await expectDamaged(entries.toSpliced(2, 1), 'input 3 is missing');
    await expectDamaged(entries.slice(1), 'input 1 is missing');
  });

  it('refuses a log with an entry twice', async () => {
    const { entries } = history();
    const twice = entries.flatMap((entry) => (entry.input.n === 4 ? [entry, entry] : [entry]));
    await expectDamaged(twice, 'input 5 is missing');
  });

  it('refuses a log in which an event is missing', async () => {
    const { entries } = history();
    const at = entries.findIndex(({ input }) => input.kind === 'time');
    const entry = entries[at];
    const [, second] = entry?.events ?? [];
    if (entry === undefined || second === undefined) throw new Error('Two events are expected.');
    const torn = { ...entry, events: entry.events.toSpliced(1, 1) };
    await expectDamaged(
      entries.with(at, torn),
      `event ${second.position} is missing, event ${second.position + 1} is in its place`,
    );
  });

  it('refuses a log in which an event was edited', async () => {
    const { entries } = history();
    const [first] = entries;
    if (first === undefined) throw new Error('An entry is expected.');
    const events = first.events.map((envelope) => {
      const { text: _text, ...place } = envelope;
      const event = { ...envelope.event, name: 'another name' };
      return envelope.event.type === 'WalletSetCreated'
        ? toEnvelope({ ...place, event })
        : envelope;
    });
    const edited = entries.with(0, { ...first, events });
    await expectDamaged(edited, 'the events of input 1 do not fit its digest');
  });

  it('refuses a log whose digest was edited', async () => {
    const { entries } = history();
    const second = entries[1];
    if (second === undefined) throw new Error('Two entries are expected.');
    const edited = entries.with(1, { ...second, digest: 'f'.repeat(64) });
    await expectDamaged(edited, 'the events of input 2 do not fit its digest');
  });

  it('refuses the log of a world of another seed under this name', async () => {
    const other = pureWorld('other');
    accept(other, createWalletSet());
    other.pass(5);
    const entries = [...history().entries.slice(0, 1), ...other.entries.slice(1)];
    await expectDamaged(entries, 'the events of input 2 do not fit its digest');
  });

  it('passes on errors of the store', async () => {
    const unknown = loadWorld(sourceOf(createMemoryStore(), record));
    await expect(unknown).rejects.toMatchObject({ code: 'unknown-world' });
  });
});
