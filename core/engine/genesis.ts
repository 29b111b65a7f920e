// What a world does before anybody asks it for anything: the commands of its fixture, at its first instant, as the first
// inputs of its journal. All of them are carried out, or there is no world.

import type { JournalEntry } from '../kernel/input.ts';
import type { Command } from '../kernel/message.ts';
import type { WorldRecord } from '../ports/event-store.ts';
import { newWorld, type LoadedWorld } from './history/journal.ts';
import type { DomainName, Refusal, States } from './registry.ts';
import { step } from './step.ts';
import { statesOf, type Rules } from './world-state.ts';

/** One command of a fixture. */
export interface SeedCommand {
  readonly domain: DomainName;
  /** Where the fixture asks for it, for people. */
  readonly path: string;
  /** Makes the command from the state that it will meet. */
  readonly prepare: (states: States) => Command;
}

/** A fixture asks for what its world refuses. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  /** What is refused, each with its place in the fixture. */
  readonly problems: readonly FixtureProblem[];

  constructor(path: string, { code, detail, problems = {} }: DetailedRefusal) {
    const all = Object.entries(problems).map(([name, reason]) => ({
      place: `${path}.${name}`,
      reason,
    }));
    const words = code.toLowerCase().replaceAll('_', ' ');
    const whole = { place: path, reason: `${words}${detail === undefined ? '' : `, ${detail}`}` };
    const told = all.length === 0 ? [whole] : all;
    super(told.map(({ place, reason }) => `${place}: ${reason}`).join('; '));
    this.problems = told;
  }
}

export interface FixtureProblem {
  readonly place: string;
  readonly reason: string;
}

/** A refusal with what some services say besides: in words, or by the names of fields. */
interface DetailedRefusal extends Refusal {
  readonly detail?: string;
  readonly problems?: Readonly<Record<string, string>>;
}

/** A new world behind its first commands, with the entries that they led to. Throws FixtureError if one is refused. */
export function worldFromFixture(
  record: WorldRecord,
  rules: Rules,
  commands: readonly SeedCommand[],
): { readonly loaded: LoadedWorld; readonly entries: readonly JournalEntry[] } {
  const loaded = newWorld(record, rules);
  const { world } = loaded;
  const entries = commands.map(({ domain, path, prepare }) => {
    const command = prepare(statesOf(world));
    const stamp = { n: world.inputs + 1, atMs: record.epochMs };
    const { entry, outcome } = step(world, { ...stamp, kind: 'command', domain, command });
    if (!outcome.ok) throw new FixtureError(path, outcome.error);
    return entry;
  });
  return { loaded, entries };
}
