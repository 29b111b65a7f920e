// Creates a world from its fixture: the seed commands are the first inputs of its journal, at its first instant. If one is
// refused, the world is not created.

import type { JournalEntry } from '../kernel/input.ts';
import type { Command } from '../kernel/message.ts';
import type { WorldRecord } from '../ports/event-store.ts';
import { newWorld, type LoadedWorld } from './history/journal.ts';
import type { DomainName, AnyRejection, States } from './registry.ts';
import { step } from './step.ts';
import { statesOf, type Rules } from './world-state.ts';

/** One command of a fixture. */
export interface SeedCommand {
  readonly domain: DomainName;
  /** Its path in the fixture, for error messages. */
  readonly path: string;
  /** Builds the command from the state after the earlier ones. */
  readonly prepare: (states: States) => Command;
}

/** A command of the fixture was refused. */
export class FixtureError extends Error {
  override readonly name = 'FixtureError';
  readonly problems: readonly FixtureProblem[];

  constructor(path: string, { code, detail, problems = {} }: DetailedRefusal) {
    const all = Object.entries(problems).map(([name, reason]) => ({
      place: `${path}.${name}`,
      reason,
    }));
    const summary = code.toLowerCase().replaceAll('_', ' ');
    const reason = detail === undefined ? summary : `${summary}, ${detail}`;
    const reported = all.length === 0 ? [{ place: path, reason }] : all;
    super(reported.map((problem) => `${problem.place}: ${problem.reason}`).join('; '));
    this.problems = reported;
  }
}

export interface FixtureProblem {
  readonly place: string;
  readonly reason: string;
}

/** Some domains add a text, or a reason for each wrong field. */
interface DetailedRefusal extends AnyRejection {
  readonly detail?: string;
  readonly problems?: Readonly<Record<string, string>>;
}

/** Returns a new world and its first journal entries. Throws FixtureError if a command is refused. */
export function worldFromFixture(
  record: WorldRecord,
  rules: Rules,
  commands: readonly SeedCommand[],
): { readonly loaded: LoadedWorld; readonly entries: readonly JournalEntry[] } {
  const loaded = newWorld(record, rules);
  const { world } = loaded;
  const entries = commands.map(({ domain, path, prepare }) => {
    const command = prepare(statesOf(world));
    const next = { n: world.inputs + 1, atMs: record.epochMs };
    const { entry, outcome } = step(world, { ...next, kind: 'command', domain, command });
    if (!outcome.ok) throw new FixtureError(path, outcome.error);
    return entry;
  });
  return { loaded, entries };
}
