// A world without an engine: inputs in, events out, nothing stored. For tests of the core's decisions.

import { createHash } from 'node:crypto';
import { foldEntry, step, type InputOutcome } from '../../../core/engine/step.ts';
import { domains, type DomainName } from '../../../core/engine/registry.ts';
import {
  forkWorld,
  initialWorld,
  statesOf,
  type InitialSettings,
  type Rules,
  type WorldState,
} from '../../../core/engine/world-state.ts';
import type { CalendarCommand } from '../../../core/calendar/commands.ts';
import type { ReadonlyCalendarState } from '../../../core/calendar/state.ts';
import type { Genesis } from '../../../core/kernel/context.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { digestAfter } from '../../../core/kernel/digest.ts';
import { toEnvelope, type Command, type Event } from '../../../core/kernel/message.ts';
import type { FaultsCommand } from '../../../core/faults/commands.ts';
import type { ReadonlyFaultsState } from '../../../core/faults/state.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import type { ReadonlySpeechState } from '../../../core/speech/state.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import type { ReadonlyWalletState } from '../../../core/wallet/state.ts';
import { immediateAnswers } from '../speech/fake-voice.ts';

export const epochMs = 1_767_225_600_000;

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export const genesisOf = (seed: string): Genesis => ({ seed, epochMs, ids: 'ordinal' });

export const rules: Rules = { domains, hash, oracles: immediateAnswers, reactions: [] };

export const initialSettings = (seed: string): InitialSettings => ({
  ...genesisOf(seed),
  clock: { mode: 'frozen', rate: 1 },
  config: {},
});

/** The part of a world that helpers read. */
export interface ReadableWorld {
  readonly state: WorldState;
  readonly wallet: ReadonlyWalletState;
  readonly calendar: ReadonlyCalendarState;
  readonly speech: ReadonlySpeechState;
  readonly faults: ReadonlyFaultsState;
  readonly entries: readonly JournalEntry[];
}

/** The commands of each domain. */
interface Commands {
  readonly wallet: WalletCommand;
  readonly calendar: CalendarCommand;
  readonly speech: SpeechCommand;
  readonly faults: FaultsCommand;
}

export interface PureWorld extends ReadableWorld {
  /** Lets a domain decide a command at the current instant. */
  readonly decide: <Name extends DomainName>(domain: Name, command: Commands[Name]) => InputOutcome;
  /** Folds events of the current instant, like those of a stored journal. */
  readonly fold: (domain: string, events: readonly Event[]) => void;
  /** Advances time by this many milliseconds; returns the events on the way. */
  readonly pass: (ms: number) => readonly WalletEvent[];
}

export function pureWorld(seed = 'test'): PureWorld {
  return worldFrom(initialWorld(initialSettings(seed), rules), []);
}

/** A fork with the same state and entries; afterwards both worlds are independent. */
export function forkPureWorld({ state, entries }: PureWorld): PureWorld {
  return worldFrom(forkWorld(state), [...entries]);
}

function worldFrom(state: WorldState, entries: JournalEntry[]): PureWorld {
  const stamp = (atMs: number) => ({ n: state.inputs + 1, atMs });

  function decide(domain: string, command: Command): InputOutcome {
    const input = { ...stamp(state.nowMs), kind: 'command', domain, command } as const;
    const { entry, outcome } = step(state, input);
    entries.push(entry);
    return outcome;
  }

  /** Appends an entry with these events, as if a clock tick had caused them. */
  function fold(domain: string, events: readonly Event[]): void {
    const { streamOf } = rules.domains[domain] ?? {};
    const counts = new Map<string, number>();
    const envelopes = events.map((event, index) => {
      const stream = `${domain}/${streamOf?.(event)}`;
      const version = (counts.get(stream) ?? state.versions.get(stream)?.version ?? 0) + 1;
      counts.set(stream, version);
      const position = state.position + 1 + index;
      return toEnvelope({ position, stream, version, atMs: state.nowMs, event });
    });
    const digest = digestAfter(rules.hash, state.digest, envelopes);
    const input = { ...stamp(state.nowMs), kind: 'time' } as const;
    const entry = { input, events: envelopes, digest };
    const folded = foldEntry(state, entry);
    if (!folded.ok) throw new Error(folded.error);
    entries.push(entry);
  }

  return {
    state,
    wallet: statesOf(state).wallet,
    calendar: statesOf(state).calendar,
    speech: statesOf(state).speech,
    faults: statesOf(state).faults,
    entries,
    decide,
    fold,
    pass(ms) {
      const { entry } = step(state, { ...stamp(state.nowMs + ms), kind: 'time' });
      entries.push(entry);
      return entry.events.map(({ event }) => event as WalletEvent);
    },
  };
}
