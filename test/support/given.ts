// Decision tests as sentences, for every domain: given a history, when a command comes, then these events, or this refusal.
// Runs in a world without an engine: timers fire as time passes, and nothing is stored.

import { expect, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import type { DomainName } from '../../core/engine/registry.ts';
import type { Domain } from '../../core/decider.ts';
import { invariant } from '../../core/kernel/invariant.ts';
import type { Command, Event } from '../../core/kernel/message.ts';
import { err, ok, type Result } from '../../core/kernel/result.ts';
import { pureWorld, type ReadableWorld } from './engine/pure-world.ts';

/** A command, or a function that creates it from the history. */
type CommandIn<C, Self> = C | ((scenario: Self) => C);

/** An event by its type, or with some of its members. */
type Expected<E extends Event> =
  E['type'] | { readonly type: E['type']; readonly [member: string]: unknown };

/** A world at a point of its history, with the names that its setup returned. */
export type Given<C extends Command, E extends Event, R, Names = object> = Names &
  ReadableWorld &
  Steps<C, E, R, Given<C, E, R, Names>> & {
    /** The events of the last accepted command, or of the last passage of time. */
    readonly events: readonly E[];
  };

interface Steps<C, E extends Event, R, Self> {
  /** Earlier commands, all of which must be accepted. */
  readonly having: (...commands: CommandIn<C, Self>[]) => Self;
  /** Earlier commands, any of which may be refused. */
  readonly trying: (...commands: CommandIn<C, Self>[]) => Self;
  /** Advances time, which fires timers: `'10m'`, `'1.5s'`, or milliseconds. */
  readonly after: (duration: Duration) => Self;
  /** The command under test. `then`, `accepted` or `refused` must follow. */
  readonly when: (command: CommandIn<C, Self>) => Decided<E, R, Self>;
  /** The result of a command, to compare it with others. */
  readonly outcome: (command: CommandIn<C, Self>) => Result<readonly E[], R>;
  /** A view or record as it is now: an equal primitive, or an object with at least these members. */
  readonly shows: (read: (world: Self) => unknown, expected: unknown) => Self;
  /** As `shows`, with all members. */
  readonly showsExactly: (read: (world: Self) => unknown, expected: unknown) => Self;
}

export interface Decided<E extends Event, R, Self> {
  /** Exactly these events, in this order, each with at least the given members; none if the command changes nothing. */
  readonly then: (...expected: Expected<E>[]) => Self;
  /** As `then`, with all members. */
  readonly thenExactly: (...expected: E[]) => Self;
  /** Any events. */
  readonly accepted: () => Self;
  /** This refusal; with `data`, exactly these members besides the code. */
  readonly refused: (code: CodeOf<R>, data?: object) => Self;
}

type CodeOf<R> = R extends { readonly code: infer Code } ? Code : never;

type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** A world of a domain, by the type of the domain. */
export type GivenIn<D> =
  D extends Domain<infer _State, infer C, infer E, infer R> ? Given<C, E, R> : never;

/** A world with these events as its history, or with the history that the setup creates. */
export function given<State, C extends Command, E extends Event, R, Names extends object = object>(
  domain: Domain<State, C, E, R>,
  history: readonly E[] | ((world: Given<C, E, R>) => Names) = [],
): Given<C, E, R, Names> {
  type Self = Given<C, E, R, Names>;
  const world = pureWorld();
  let events: readonly E[] = [];
  let unchecked: string | undefined;
  if (getCurrentTest() !== undefined) onTestFinished(checkComplete); // no current test for worlds that a whole file shares

  function checkComplete(): void {
    invariant(unchecked === undefined, `when(${unchecked}) is followed by then or refused`);
  }

  function send(command: CommandIn<C, Self>) {
    checkComplete();
    const sent = typeof command === 'function' ? command(self) : command;
    const outcome = world.decide(domain.name as DomainName, sent as Command as never);
    if (outcome.ok) events = outcome.value.map(({ event }) => event as E);
    return { type: sent.type, outcome };
  }

  const steps: Steps<C, E, R, Self> = {
    having(...commands) {
      for (const command of commands) {
        const { type, outcome } = send(command);
        if (!outcome.ok) throw new Error(`${type} is refused: ${JSON.stringify(outcome.error)}`);
      }
      return self;
    },
    trying(...commands) {
      for (const command of commands) send(command);
      return self;
    },
    after(duration) {
      checkComplete();
      events = world.pass(millisOf(duration)) as unknown as readonly E[];
      return self;
    },
    when(command) {
      const { type, outcome } = send(command);
      unchecked = type;
      const check = (assertion: () => void): Self => {
        unchecked = undefined;
        assertion();
        return self;
      };
      const decided = outcome.ok ? events : { refused: outcome.error };
      const refusal = outcome.ok ? { decided: events } : outcome.error;
      return {
        then: (...expected) =>
          check(() => expect(decided).toMatchObject(expected.map((event) => patternOf(event)))),
        thenExactly: (...expected) => check(() => expect(decided).toEqual(expected)),
        accepted: () => check(() => expect(decided).toEqual(events)),
        refused: (code, data) =>
          check(() => {
            if (data === undefined) expect(refusal).toMatchObject({ code });
            else expect(refusal).toEqual({ code, ...data });
          }),
      };
    },
    outcome(command) {
      const { outcome } = send(command);
      return outcome.ok ? ok(events) : err(outcome.error as R);
    },
    shows(read, expected) {
      checkComplete();
      const shown = read(self);
      if (typeof expected === 'object' && expected !== null) expect(shown).toMatchObject(expected);
      else expect(shown).toBe(expected);
      return self;
    },
    showsExactly(read, expected) {
      checkComplete();
      expect(read(self)).toEqual(expected);
      return self;
    },
  };

  const { state, wallet, calendar, speech, faults, entries } = world;
  const self = { state, wallet, calendar, speech, faults, entries, ...steps } as unknown as Self;
  Object.defineProperty(self, 'events', { get: () => events });
  if (typeof history === 'function') {
    const names = history(self);
    for (const name of Object.keys(names)) invariant(!(name in self), `${name} is a new name`);
    Object.assign(self, names);
  } else if (history.length > 0) {
    world.fold(domain.name, history);
  }
  return self;
}

function patternOf(event: string | object): object {
  return typeof event === 'string' ? { type: event } : event;
}

const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function millisOf(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const [, count, unit] = /^([\d.]+)(ms|s|m|h|d)$/.exec(duration) ?? [];
  invariant(count !== undefined, `${duration} is a number and a unit`);
  return Math.round(Number(count) * unitsMs[unit as keyof typeof unitsMs]);
}
