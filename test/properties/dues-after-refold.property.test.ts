// A world folded from its journal has the dues of the live one: same instants and causes, after any renewal, hold and release.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OracleCache } from '../../core/engine/oracle-cache.ts';
import type { Domains } from '../../core/engine/registry.ts';
import { applyInput, fireDueUntil, foldEntry, type Until } from '../../core/engine/step.ts';
import { initialWorld, type Rules, type WorldState } from '../../core/engine/world-state.ts';
import { dueClasses, type DueChange, type DueClass } from '../../core/kernel/due.ts';
import type { Input, JournalEntry } from '../../core/kernel/input.ts';
import type { Envelope, Event } from '../../core/kernel/message.ts';
import { ok } from '../../core/kernel/result.ts';
import { createTable, type Table } from '../../core/tables/index.ts';
import { initialSettings, hash } from '../support/engine/pure-world.ts';
import { runs } from '../support/runner/runs.ts';
import { snapshotOf } from '../support/engine/whole-state.ts';

/** A change of the dues by an event. */
interface Planned {
  readonly subject: string;
  readonly name: string;
  readonly class: DueClass;
  /** Undefined clears the due. */
  readonly afterMs: number | undefined;
  readonly isRenewal: boolean;
  /** The number of the answer that the due waits for. */
  readonly needs: number | undefined;
}

interface StrokeState {
  readonly strokes: Table<{ readonly id: string }>;
}

/** Each stroke changes dues by its number; each due is one more stroke. After this number, no stroke changes dues. */
const strokesMax = 40;

function bellDomains(plans: readonly (readonly Planned[])[]): Domains {
  const changeOf = (planned: Planned, atMs: number): DueChange => {
    const { subject, name, class: of, afterMs, isRenewal, needs } = planned;
    if (afterMs === undefined) return { change: 'clear', subject, name };
    return {
      change: 'set',
      subject,
      name,
      class: of,
      dueMs: atMs + afterMs,
      command: { type: 'Strike' },
      ...(isRenewal ? { isRenewal } : {}),
      ...(needs === undefined ? {} : { needs: { oracle: 'any', about: needs } }),
    };
  };
  return {
    bell: {
      name: 'bell',
      eventTypes: {},
      decider: {
        initialState: (): StrokeState => ({ strokes: createTable(({ id }) => id, {}) }),
        decide: (_command, state) => ok([struck((state as StrokeState).strokes.insertedCount)]),
        evolve: (state, event) => (state as StrokeState).strokes.insert({ id: idOf(event) }),
      },
      react(event, _state, atMs) {
        const number = Number(idOf(event));
        if (number >= strokesMax) return [];
        return (plans[number % plans.length] ?? []).map((planned) => changeOf(planned, atMs));
      },
      streamOf: () => 'bell',
    },
  };
}

const struck = (number: number): Event & { readonly id: string } => ({
  type: 'Struck',
  id: `${number}`,
});
const idOf = (event: Event) => ('id' in event ? String(event.id) : '');

type Action =
  | { readonly does: 'strike'; readonly isOutOfBand: boolean }
  | { readonly does: 'pass'; readonly ms: number; readonly eventsMax: number }
  | { readonly does: 'answer'; readonly number: number }
  | { readonly does: 'release'; readonly which: number };

const planned: fc.Arbitrary<Planned> = fc.record({
  subject: fc.constantFrom('a', 'b'),
  name: fc.constantFrom('x', 'y'),
  class: fc.constantFrom(...dueClasses),
  afterMs: fc.option(fc.nat(2), { nil: undefined }),
  isRenewal: fc.boolean(),
  needs: fc.option(fc.nat(2), { nil: undefined }),
});
const plans = fc.array(fc.array(planned, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('strike' as const), isOutOfBand: fc.boolean() }),
    fc.record({
      does: fc.constant('pass' as const),
      ms: fc.nat(3),
      eventsMax: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(Infinity)),
    }),
    fc.record({ does: fc.constant('answer' as const), number: fc.nat(2) }),
    fc.record({ does: fc.constant('release' as const), which: fc.nat(3) }),
  ),
  { maxLength: 12 },
);

/** Plays actions as a world in `real` mode does: a due without its answer is held, and time passes. */
function lived(world: WorldState, answered: Set<number>, sequence: readonly Action[]) {
  const entries: JournalEntry[] = [];
  const keep = (input: Input, events: Envelope[]) =>
    entries.push(applyInput(world, input, events).entry);
  const next = () => world.inputs + 1;

  /** Long passes are several inputs, as segments of an advance are. */
  function pass(until: Until, eventsMax = Infinity): Envelope[] {
    let events: Envelope[] = [];
    for (;;) {
      const blocked = fireDueUntil(world, until, events, { eventsMax });
      if (blocked === undefined) return events;
      if (blocked === 'paused') throw new Error('There are no slices here.');
      if (blocked === 'full') {
        expect(events.length).toBeGreaterThanOrEqual(eventsMax);
        const { nowMs, dues } = world;
        const left = dues.nextBy(nowMs);
        const at = left === undefined ? {} : { through: left.sequence - 1 };
        keep({ n: next(), atMs: nowMs, ...at, kind: 'time' }, events);
        events = [];
        continue;
      }
      const { subject, name, dueMs, sequence: of } = blocked;
      world.nowMs = dueMs;
      keep({ n: next(), atMs: dueMs, through: of - 1, kind: 'hold', subject, name }, events);
      events = [];
    }
  }

  for (const action of sequence) {
    const atMs = world.nowMs;
    switch (action.does) {
      case 'answer':
        answered.add(action.number);
        break;
      case 'pass': {
        const toMs = atMs + action.ms;
        const events = pass({ atMs: toMs }, action.eventsMax);
        keep({ n: next(), atMs: toMs, kind: 'time' }, events);
        break;
      }
      case 'strike': {
        const until = action.isOutOfBand ? { atMs, through: 0 } : { atMs };
        const events = pass(until);
        const command = { type: 'Strike' };
        keep({ n: next(), ...until, kind: 'command', domain: 'bell', command }, events);
        break;
      }
      case 'release': {
        const held = world.dues
          .list()
          .filter(({ isHeld, needs }) => isHeld && answered.has(Number(needs?.about)));
        const due = held[action.which % held.length];
        if (due === undefined) break;
        const { subject, name, sequence: of } = due;
        const events = pass({ atMs });
        if (world.dues.heldOf(subject, name)?.sequence !== of) {
          keep({ n: next(), atMs, kind: 'time' }, events);
          break;
        }
        keep({ n: next(), atMs, kind: 'release', subject, name }, events);
      }
    }
  }
  return entries;
}

it('a journal folds to the dues of the live world, with their causes', () => {
  fc.assert(
    fc.property(plans, actions, (planning, sequence) => {
      const answered = new Set<number>();
      const oracles: OracleCache = {
        request: () => undefined,
        answerTo: ({ about }) => (answered.has(Number(about)) ? { answer: about } : undefined),
        whenAnswered: () => Promise.reject(new Error('Nothing waits here.')),
        seed: () => undefined,
      };
      const rules: Rules = { domains: bellDomains(planning), hash, oracles, reactions: [] };
      const live = initialWorld(initialSettings('bells'), rules);
      const entries = lived(live, answered, sequence);
      const folded = initialWorld(initialSettings('bells'), rules);
      for (const entry of entries) expect(foldEntry(folded, entry)).toEqual({ ok: true });
      expect(snapshotOf(folded)).toBe(snapshotOf(live));
    }),
    runs(1_000),
  );
});
