import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextProgress, fireDueUntil, foldEntry, step } from '../../../core/engine/step.ts';
import { initialWorld, type WorldState } from '../../../core/engine/world-state.ts';
import { emptyDigest, extendDigest } from '../../../core/kernel/digest.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import type { Input, JournalEntry } from '../../../core/kernel/input.ts';
import { parseEnvelope, toEnvelope, type Envelope } from '../../../core/kernel/message.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import {
  initialSettings,
  epochMs,
  hash,
  pureWorld,
  rules,
} from '../../support/engine/pure-world.ts';
import { snapshotOf } from '../../support/engine/whole-state.ts';
import {
  accelerate,
  cancel,
  createWalletSet,
  freshKey,
  transfer,
} from '../../support/wallet/commands.ts';
import { fundedWorld, type PureFundedWorld } from '../../support/wallet/pure-worlds.ts';

const emptyWorld = () => initialWorld(initialSettings('test'), rules);

const image = snapshotOf;

/** Folds entries until one is refused; returns the reason, or the world. */
function folded(entries: readonly JournalEntry[], world = emptyWorld()): WorldState | string {
  for (const entry of entries) {
    const outcome = foldEntry(world, entry);
    if (!outcome.ok) return outcome.error;
  }
  return world;
}

type Action =
  | {
      readonly does: 'transfer' | 'accelerate' | 'cancel' | 'stick' | 'drop';
      readonly which: number;
    }
  | { readonly does: 'congest'; readonly times: number }
  | { readonly does: 'pass'; readonly ms: number };

const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constantFrom('transfer', 'transfer', 'accelerate', 'cancel', 'stick', 'drop'),
      which: fc.nat(5),
    }),
    fc.record({ does: fc.constant('congest' as const), times: fc.nat(20) }),
    fc.record({ does: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
  ),
  { maxLength: 15 },
);

/** A world after the actions. Many of them are refused, but each is an input. */
function lived(sequence: readonly Action[]): PureFundedWorld {
  const world = fundedWorld();
  for (const action of sequence) {
    if (action.does === 'pass') world.pass(action.ms);
    else world.decide('wallet', commandOf(world, action));
  }
  return world;
}

function commandOf(
  world: PureFundedWorld,
  action: Exclude<Action, { does: 'pass' }>,
): WalletCommand {
  if (action.does === 'congest') {
    return { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: `${action.times}` };
  }
  const ids = [...world.wallet.transactions.values()].map(({ id }) => id);
  const transactionId = ids[ids.length - 1 - (action.which % Math.max(ids.length, 1))] ?? 'none';
  switch (action.does) {
    case 'transfer':
      return transfer(world.wallets[action.which % 2]?.id ?? '');
    case 'accelerate':
      return accelerate(transactionId);
    case 'cancel':
      return cancel(transactionId);
    case 'stick':
    case 'drop':
      return { type: 'SteerTransaction', transactionId, action: action.does };
  }
}

function timeInput(state: WorldState, atMs: number): Input {
  return { n: state.inputs + 1, atMs, kind: 'time' };
}

describe('step', () => {
  it('fires all dues in order, then decides the input', () => {
    const world = fundedWorld();
    const walletId = world.wallets[0]?.id ?? '';
    world.start(transfer(walletId));
    const atMs = world.state.nowMs + 300_000;
    const command = transfer(walletId);
    const input = { ...timeInput(world.state, atMs), kind: 'command', domain: 'wallet', command };
    const { entry, outcome } = step(world.state, input as Input);
    const due = entry.events.slice(0, -1);
    expect(due.at(-1)?.event.type).toBe('TransactionCompleted');
    expect(due.every(({ cause }) => cause !== undefined)).toBe(true);
    expect(due.map((envelope) => envelope.atMs)).toEqual(
      due.map((envelope) => envelope.atMs).sort((a, b) => a - b),
    );
    expect(outcome).toEqual({ ok: true, value: entry.events.slice(-1) });
    expect(entry.events.at(-1)).toMatchObject({ atMs, event: { type: 'TransferInitiated' } });
    expect(entry.events.at(-1)).not.toHaveProperty('cause');
  });

  it('names as cause the event that set the due', () => {
    const world = fundedWorld();
    const id = world.start(transfer(world.wallets[0]?.id ?? ''));
    const initiatedAt = world.state.position;
    world.pass(300_000);
    const cleared = world.entries.at(-1)?.events[0];
    expect(cleared?.event).toMatchObject({ type: 'TransactionCleared', transactionId: id });
    expect(cleared?.cause).toBe(initiatedAt);
  });

  it('numbers events through and within their streams, and rolls their texts into the digest', () => {
    const { entries, state } = lived([
      { does: 'transfer', which: 0 },
      { does: 'pass', ms: 90_000 },
    ]);
    const events = entries.flatMap((entry) => entry.events);
    const versions = new Map<string, number>();
    let digest = emptyDigest;
    events.forEach((envelope, index) => {
      const version = (versions.get(envelope.stream) ?? 0) + 1;
      versions.set(envelope.stream, version);
      expect(envelope).toMatchObject({ position: index + 1, version });
      digest = extendDigest(hash, digest, envelope.text);
    });
    expect(state.digest).toBe(digest);
    expect(state.position).toBe(events.length);
  });

  it('counts a refused command as an input, with no events of its own', () => {
    const world = pureWorld();
    const outcome = world.decide('wallet', transfer('no wallet', { idempotencyKey: freshKey() }));
    expect(outcome.ok).toBe(false);
    expect(world.entries).toMatchObject([{ input: { n: 1 }, events: [], digest: emptyDigest }]);
    expect(world.state.inputs).toBe(1);
  });

  it('changes the clock and remembers nonces as inputs say', () => {
    const state = emptyWorld();
    const clock = { mode: 'skip', rate: 1 } as const;
    step(state, { n: 1, atMs: epochMs + 5, kind: 'clock', clock });
    const command = createWalletSet();
    const stamp = { n: 2, atMs: epochMs + 5 };
    step(state, { ...stamp, kind: 'command', domain: 'wallet', command, nonce: 'once' });
    expect(state.clock).toEqual(clock);
    expect([...state.nonces.values()]).toEqual(['once']);
  });

  it('throws at an input after a gap, of an unknown domain, or with an earlier instant', () => {
    const command = createWalletSet();
    const commandInput = { n: 1, atMs: epochMs, kind: 'command', command } as const;
    const stops = (input: Input) => expect(() => step(emptyWorld(), input)).toThrow(InvariantError);
    stops({ n: 2, atMs: epochMs, kind: 'time' });
    stops({ ...commandInput, domain: 'gardening' });
    stops({ n: 1, atMs: epochMs - 1, kind: 'time' });
  });

  it('fires the same dues in one move of time, in two or in many', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 6 });
    fc.assert(
      fc.property(actions, cuts, (sequence, instants) => {
        const [atOnce, inParts] = [lived(sequence), lived(sequence)];
        atOnce.pass(400_000);
        let passedMs = 0;
        for (const instant of [...instants.sort((a, b) => a - b), 400_000]) {
          inParts.pass(instant - passedMs);
          passedMs = instant;
        }
        expect(inParts.state.digest).toBe(atOnce.state.digest);
        expect(keyless(inParts.state)).toEqual(keyless(atOnce.state));
      }),
    );
  });
});

/** The state without the number of inputs and the idempotency entries: the two worlds received different idempotency keys. */
function keyless(state: WorldState) {
  const {
    inputs: _inputs,
    tables,
    ...rest
  } = JSON.parse(image(state)) as {
    inputs: number;
    tables: [name: string, unknown][];
  };
  return { ...rest, tables: tables.filter(([name]) => name !== 'wallet/idempotencyEntries') };
}

describe('fireDueUntil and nextProgress', () => {
  it('find the next progress and fire it at its instant', () => {
    const world = fundedWorld();
    world.start(transfer(world.wallets[0]?.id ?? ''));
    const dueMs = world.state.dues.next('progress')?.dueMs ?? 0;
    expect(nextProgress(world.state, dueMs - 1)).toBeUndefined();
    expect(nextProgress(world.state, dueMs)).toBe(dueMs);
    expect(passed(world.state, dueMs - 1)).toEqual([]);
    expect(passed(world.state, dueMs)).toMatchObject([{ atMs: dueMs }]);
    expect(world.state.nowMs).toBe(dueMs);
  });
});

describe('foldEntry', () => {
  it('leads to the same world as stepping', () => {
    fc.assert(
      fc.property(actions, fc.nat(), (sequence, cut) => {
        const { state, entries } = lived(sequence);
        const stored = entries.map(reread);
        const half = folded(stored.slice(0, cut % (stored.length + 1)));
        if (typeof half === 'string') throw new Error(half);
        const whole = folded(stored.slice(half.inputs), half);
        expect(typeof whole === 'string' ? whole : image(whole)).toEqual(image(state));
      }),
    );
  });

  const { entries } = lived([
    { does: 'transfer', which: 0 },
    { does: 'pass', ms: 300_000 },
  ]);
  const last = entries.length - 1;
  /** The entries, with one event of the last one edited. */
  const edited = (index: number, edit: (text: string) => string) => [
    ...entries.slice(0, last),
    { ...reread(entries[last]), events: eventsWith(entries[last], index, edit) },
  ];

  it.each(['wallet', 'calendar'])('names an event type that the %s does not have', (domain) => {
    const event = { type: 'ShipLaunched', shipId: 'one' };
    const place = { position: 1, stream: `${domain}/ship`, version: 1, atMs: epochMs };
    const envelope = toEnvelope({ ...place, event });
    const digest = extendDigest(hash, emptyDigest, envelope.text);
    const input = { n: 1, atMs: epochMs, kind: 'time' } as const;
    expect(() => folded([{ input, events: [envelope], digest }])).toThrow('type ShipLaunched');
  });

  it('names an input that is missing', () => {
    expect(folded([...entries.slice(0, 2), ...entries.slice(3)])).toBe('input 3 is missing');
  });

  it('names an input that is earlier than the one before it', () => {
    const early = { ...reread(entries[last]), events: [] };
    const input = { ...early.input, atMs: epochMs - 1 };
    expect(folded([...entries.slice(0, last), { ...early, input }])).toBe(
      `input ${last + 1} is earlier than the one before it`,
    );
  });

  it('names an event that is missing, among those with a cause and those without', () => {
    const [first, ...rest] = reread(entries[last]).events;
    const due = [...entries.slice(0, last), { ...reread(entries[last]), events: rest }];
    const position = first?.position ?? 0;
    expect(folded(due)).toBe(`event ${position} is missing, event ${position + 1} is in its place`);
    const own = { ...reread(entries[0]), events: reread(entries[0]).events.slice(1) };
    expect(folded([own])).toBe('event 1 is missing, event 2 is in its place');
  });

  it('names the input whose last event was cut off', () => {
    const cut = { ...reread(entries[last]), events: reread(entries[last]).events.slice(0, -1) };
    expect(folded([...entries.slice(0, last), cut])).toBe(
      `the events of input ${last + 1} do not fit its digest`,
    );
  });

  it('names the input one of whose events was edited', () => {
    const log = edited(0, (text) => text.replace(/"gasReserved":"\d/, '"gasReserved":"2'));
    expect(folded(log)).toBe(`the events of input ${last + 1} do not fit its digest`);
  });

  it('names the input whose event was edited to name an unknown record', () => {
    const log = edited(0, (text) => text.replace(/"transactionId":"[^"]*"/, '"transactionId":"x"'));
    expect(folded(log)).toContain(`input ${last + 1}`);
  });

  it('names the input whose event was edited to belong to no domain', () => {
    const log = edited(0, (text) => text.replace('"stream":"wallet/', '"stream":"garden/'));
    expect(folded(log)).toContain(`input ${last + 1}`);
  });
});

/** The entry as a store returns it: events parsed from their texts. */
function reread(entry: JournalEntry | undefined): JournalEntry {
  if (entry === undefined) throw new Error('There is no such entry.');
  return {
    ...entry,
    events: entry.events.map(({ text, event }) => parseEnvelope(text, event.aside)),
  };
}

function eventsWith(entry: JournalEntry | undefined, at: number, edit: (text: string) => string) {
  return reread(entry).events.map(({ text, event }, index) => {
    if (index !== at) return parseEnvelope(text, event.aside);
    const changed = edit(text);
    expect(changed).not.toBe(text);
    return parseEnvelope(changed, event.aside);
  });
}

function passed(world: WorldState, untilMs: number): Envelope[] {
  const events: Envelope[] = [];
  fireDueUntil(world, { atMs: untilMs }, events);
  return events;
}
