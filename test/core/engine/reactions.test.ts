// Reactions: commands of one domain that events of another lead to, in the same step.

import { describe, expect, it } from 'vitest';
import { foldEntry, step } from '../../../core/engine/step.ts';
import { initialWorld, type Reaction, type Rules } from '../../../core/engine/world-state.ts';
import type { Input } from '../../../core/kernel/input.ts';
import { addFault, tryFaults } from '../../support/faults/commands.ts';
import { epochMs, initialSettings, rules } from '../../support/engine/pure-world.ts';

/** Each added fault is tried at once, and so is one that is tried in vain. */
const tryAdded: Reaction = ({ event }) =>
  event.type === 'FaultAdded' ? [{ domain: 'faults', command: tryFaults(event.faultId) }] : [];

/** A command that is refused. */
const removeUnknown: Reaction = ({ event }) =>
  event.type === 'FaultAdded'
    ? [{ domain: 'faults', command: { type: 'RemoveFault', faultId: 'unknown' } as const }]
    : [];

const worldWith = (...reactions: readonly Reaction[]) =>
  initialWorld(initialSettings('reactions'), { ...rules, reactions } satisfies Rules);

const adding = (n: number, id: string): Input => ({
  n,
  atMs: epochMs,
  kind: 'command',
  domain: 'faults',
  command: addFault(id, { effect: { kind: 'slow', delayMs: 50 } }),
});

const typesOf = (events: readonly { event: { type: string }; cause?: number }[]) =>
  events.map(({ event, cause }) => [event.type, cause]);

describe('a reaction', () => {
  it('has its events right after the one that led to it, which is their cause', () => {
    const world = worldWith(tryAdded);
    const { entry, outcome } = step(world, adding(1, 'f'));
    expect(typesOf(entry.events)).toEqual([
      ['FaultAdded', undefined],
      ['FaultStruck', 1],
    ]);
    expect(outcome).toMatchObject({ ok: true, value: [{ event: { type: 'FaultAdded' } }] });
  });

  it('that is refused has no effect', () => {
    const { entry } = step(worldWith(removeUnknown, tryAdded), adding(1, 'f'));
    expect(typesOf(entry.events)).toEqual([
      ['FaultAdded', undefined],
      ['FaultStruck', 1],
    ]);
  });

  it('is not decided again by a fold, with dues that its events set', () => {
    const world = worldWith(tryAdded);
    const entries = [
      step(world, adding(1, 'f')).entry,
      step(world, { n: 2, atMs: epochMs + 100, kind: 'time' }).entry,
      step(world, { ...adding(3, 'g'), atMs: epochMs + 100 }).entry,
    ];
    expect(typesOf(entries[1]?.events ?? [])).toEqual([['DelayEnded', 2]]);
    const folded = worldWith();
    for (const entry of entries) expect(foldEntry(folded, entry)).toEqual({ ok: true });
    expect([folded.digest, folded.position]).toEqual([world.digest, world.position]);
    expect(folded.dues.next('progress')).toEqual(world.dues.next('progress'));
  });
});
