// A replay of an unchanged journal has no divergence; of an edited one it reports the place and the causes.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { replayJournal, type Cause } from '../../../core/engine/replay.ts';
import { emptyDigest, extendDigest } from '../../../core/kernel/digest.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { toEnvelope, type Envelope, type Event } from '../../../core/kernel/message.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import { eventsOf, sessionArbitrary, sessionOf } from '../../support/arbitraries/session.ts';
import { runs } from '../../support/collections/forks.ts';
import { epochMs, hash, pureWorld } from '../../support/engine/pure-world.ts';
import { storeJournal, sessionRecord } from '../../support/engine/stored-snapshots.ts';
import { load, sourceOf } from '../../support/engine/stored-world.ts';

vi.setConfig({ testTimeout: 120_000 }); // for large FC_RUNS and busy machines

const record = sessionRecord('harbour');

async function stored(entries: readonly JournalEntry[]): Promise<EventStore> {
  const store = createMemoryStore();
  await storeJournal(store, record, entries);
  return store;
}

const replay = async (entries: readonly JournalEntry[]) =>
  replayJournal(sourceOf(await stored(entries), record));

/** The journal with replaced events, and digests that fit them. */
function withEvents(
  entries: readonly JournalEntry[],
  change: (envelope: Envelope) => readonly Envelope[],
): JournalEntry[] {
  let digest = emptyDigest;
  return entries.map((entry) => {
    const events = entry.events.flatMap(change);
    for (const { text } of events) digest = extendDigest(hash, digest, text);
    return { ...entry, events, digest };
  });
}

/** The journal with one event edited. */
const withEvent = (
  entries: readonly JournalEntry[],
  position: number,
  edit: (envelope: Omit<Envelope, 'text'>) => Omit<Envelope, 'text'>,
) =>
  withEvents(entries, (envelope) => {
    const { text: _text, ...place } = envelope;
    return [envelope.position === position ? toEnvelope(edit(place)) : envelope];
  });

/** The causes of an event, from the journal alone. */
function causesOf(entries: readonly JournalEntry[], position: number): readonly Cause[] {
  const all = eventsOf(entries);
  const causes: Cause[] = [];
  let last = all[position - 1];
  while (last?.cause !== undefined) {
    last = all[last.cause - 1];
    if (last === undefined) break;
    const { stream, atMs } = last;
    causes.push({ position: last.position, type: last.event.type, stream, atMs });
  }
  const from = last?.position ?? 0;
  const entry = entries.find(({ events }) => events.some((event) => event.position === from));
  return entry === undefined ? causes : [...causes, { input: entry.input }];
}

const busy = () =>
  sessionOf([
    { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
    { do: 'burst', from: 3, count: 3 },
    { do: 'pass', ms: 2_000 },
    { do: 'accelerate', transaction: 1 },
    { do: 'pass', ms: 90_000 },
  ]);

describe('a replay', () => {
  it('finds no divergence in any session', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const { entries, state } = sessionOf(actions);
        const { inputs, position, digest } = state;
        expect(await replay(entries)).toEqual({ inputs, events: position, digest });
      }),
      runs(25),
    );
  });

  it('finds none in a long journal, and reports progress', async () => {
    const world = pureWorld('session');
    for (let index = 0; index < 1_100; index += 1) world.pass(1);
    const progress: number[] = [];
    const source = sourceOf(await stored(world.entries), record);
    const { divergence, inputs } = await replayJournal(source, (done) => progress.push(done));
    expect([divergence, inputs]).toEqual([undefined, 1_100]);
    expect(progress).toEqual([500, 1_000]);
  });

  it('finds none in an empty journal', async () => {
    expect(await replay([])).toEqual({ inputs: 0, events: 0, digest: emptyDigest });
  });
});

describe('a divergence', () => {
  it('names the place, the member, both values and the causes, for any edited event', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
        const { entries } = sessionOf(actions);
        const position = 1 + (some % eventsOf(entries).length);
        const edited = withEvent(entries, position, (place) => ({
          ...place,
          event: { ...place.event, zzEdited: [some] } as Event,
        }));
        await expect(load(await stored(edited), record)).resolves.toBeDefined(); // the log itself is sound
        const { divergence, inputs, events } = await replay(edited);
        const n = entries.find((it) => it.events.some((event) => event.position === position))
          ?.input.n;
        const { stream, event } = eventsOf(entries)[position - 1] ?? {};
        expect(divergence).toEqual({
          input: n,
          position,
          stream,
          type: event?.type,
          path: 'data.zzEdited',
          expected: [some],
          actual: undefined,
          causes: causesOf(edited, position),
        });
        expect(inputs).toBe((n ?? 0) - 1);
        expect(events).toBeLessThan(position);
        expect(divergence?.causes.at(-1)).toHaveProperty('input');
      }),
      runs(25),
    );
  });

  it('names the member in which each part of an event differs', async () => {
    const { entries } = busy();
    const events = eventsOf(entries);
    const sent = events.find(({ cause, version }) => cause !== undefined && version > 1);
    if (sent === undefined) throw new Error('An event with a cause is expected.');
    const { position, stream, version, atMs, cause = 0 } = sent;
    for (const [path, edit, expected, actual] of [
      ['at', { atMs: atMs + 1 }, atMs + 1, atMs],
      ['cause', { cause: cause - 1 }, cause - 1, cause],
      ['stream', { stream: 'wallet/x' }, 'wallet/x', stream],
      ['version', { version: version + 1 }, version + 1, version],
      ['type', { event: { ...sent.event, type: 'Other' } }, 'Other', sent.event.type],
    ] as const) {
      const { divergence } = await replay(
        withEvent(entries, position, (it) => ({ ...it, ...edit })),
      );
      expect(divergence).toMatchObject({ position, path, expected, actual });
    }
  });

  it('looks into lists and objects', async () => {
    const { entries } = busy();
    const made = eventsOf(entries).find(({ event }) => event.type === 'WalletsCreated');
    if (made === undefined) throw new Error('Wallets are expected.');
    const { wallets } = made.event as unknown as { readonly wallets: readonly { id: string }[] };
    const edited = wallets.map((it, index) => (index === 2 ? { ...it, id: 'other' } : it));
    const { divergence } = await replay(
      withEvent(entries, made.position, (it) => ({
        ...it,
        event: { ...it.event, wallets: edited } as Event,
      })),
    );
    expect(divergence).toMatchObject({
      path: 'data.wallets.2.id',
      expected: 'other',
      actual: wallets[2]?.id,
    });
  });

  it('is found in asides, too, which no digest covers', async () => {
    const { entries } = busy();
    const picked = eventsOf(entries).find(({ event }) => event.aside !== undefined);
    if (picked === undefined) throw new Error('An aside is expected.');
    const { divergence } = await replay(
      withEvent(entries, picked.position, (it) => ({
        ...it,
        event: { ...it.event, aside: { idempotencyKey: 'other' } },
      })),
    );
    expect(divergence).toMatchObject({
      position: picked.position,
      path: 'aside.idempotencyKey',
      expected: 'other',
      actual: picked.event.aside?.['idempotencyKey'],
    });
  });

  it('has an empty path for a missing or an additional event', async () => {
    const { entries } = busy();
    const last = eventsOf(entries).at(-1);
    if (last === undefined) throw new Error('Events are expected.');
    const { position } = last;
    const cut = withEvents(entries, (envelope) =>
      envelope.position === position ? [] : [envelope],
    );
    const missing = (await replay(cut)).divergence;
    expect(missing).toMatchObject({ position, path: '', expected: undefined });
    expect(missing?.actual).toEqual(JSON.parse(last.text));
    const { text: _text, ...place } = last;
    const extra = toEnvelope({ ...place, position: position + 1, version: place.version + 1 });
    const more = withEvents(entries, (envelope) =>
      envelope.position === position ? [envelope, extra] : [envelope],
    );
    const tooMany = (await replay(more)).divergence;
    expect(tooMany).toMatchObject({ position: position + 1, path: '', actual: undefined });
    expect(tooMany?.causes).toEqual(causesOf(more, position + 1));
  });

  it('is found where an input was edited, with that input as its cause', async () => {
    const { entries } = busy();
    const at = entries.findIndex(({ events }) => events[0]?.event.type === 'FundsDeposited');
    const entry = entries[at];
    if (entry?.input.kind !== 'command') throw new Error('A command is expected.');
    const command = { ...entry.input.command, amounts: { native: '7', usdc: '30' } };
    const input = { ...entry.input, command };
    const { divergence } = await replay(entries.with(at, { ...entry, input }));
    expect(divergence).toMatchObject({ input: at + 1, path: 'data.units', causes: [{ input }] });
    expect(divergence?.position).toBe(entry.events[0]?.position);
  });

  it('is found where only a digest was edited', async () => {
    const { entries } = busy();
    const entry = entries[1];
    if (entry === undefined) throw new Error('An entry is expected.');
    const { divergence } = await replay(entries.with(1, { ...entry, digest: 'f'.repeat(64) }));
    expect(divergence).toMatchObject({
      input: 2,
      path: 'digest',
      expected: 'f'.repeat(64),
      actual: entry.digest,
    });
  });

  it('is found where an invariant breaks, with its message', async () => {
    const { entries } = busy();
    const entry = entries[2];
    if (entry?.input.kind !== 'command') throw new Error('A command is expected.');
    const input = { ...entry.input, domain: 'no such domain' };
    const { divergence } = await replay(entries.with(2, { ...entry, input }));
    expect(divergence).toMatchObject({
      input: 3,
      position: entry.events[0]?.position,
      path: '',
      actual: { broken: expect.stringContaining('no such domain') as unknown },
      causes: [{ input }],
    });
  });

  it('ends for an event that was edited to be its own cause', async () => {
    const { entries } = busy();
    const caused = eventsOf(entries).find(({ cause }) => cause !== undefined);
    if (caused === undefined) throw new Error('An event with a cause is expected.');
    const { position } = caused;
    const edited = withEvent(entries, position, (it) => ({ ...it, cause: position }));
    const inner = await stored(edited);
    let asked = 0;
    const store: EventStore = {
      ...inner,
      events: async (world, query) => {
        asked += 1;
        if (asked > 1_000) throw new Error('This goes on for ever.');
        return inner.events(world, query);
      },
    };
    const { divergence } = await replayJournal(sourceOf(store, record));
    expect(divergence).toMatchObject({ position, path: 'cause' });
  });

  it('is found at the world’s epoch, too', async () => {
    const later = { ...record, epochMs: epochMs + 1 };
    const { entries } = busy();
    const store = createMemoryStore();
    await storeJournal(store, later, entries);
    const { divergence } = await replayJournal(sourceOf(store, later));
    expect(divergence).toMatchObject({ input: 1, path: '' });
    expect(divergence?.actual).toHaveProperty('broken');
  });
});
