// Everything that comes into a world from outside, as data. Inputs are numbered, stamped with virtual time
// and journaled with the events that they led to: feeding them again gives the same events.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import type { Genesis } from './context.ts';
import type { Command, Envelope } from './message.ts';

export type ClockMode = 'real' | 'frozen' | 'skip';

export const clockModes: readonly ClockMode[] = ['real', 'frozen', 'skip'];

/** How virtual time moves. `rate` is virtual milliseconds per host millisecond in `real`, above 0. */
export interface ClockSetting {
  readonly mode: ClockMode;
  readonly rate: number;
  /** Whether time in `skip` also moves while no request comes; absent unless it is `false`. */
  readonly idle?: boolean;
}

/** A clock with some of its settings changed. */
export function changedClock(
  { mode, rate, idle }: ClockSetting,
  change: Partial<ClockSetting>,
): ClockSetting {
  const changed = { mode: change.mode ?? mode, rate: change.rate ?? rate };
  return (change.idle ?? idle) === false ? { ...changed, idle: false } : changed;
}

interface Stamp {
  /** Number of the input in its world, from 1. */
  readonly n: number;
  /** The instant up to which everything due happens before the input is decided. */
  readonly atMs: Millis;
  /** Of what is due at that very instant only that up to the due of this sequence: where a fork was cut. */
  readonly through?: number;
}

export interface CommandInput extends Stamp {
  readonly kind: 'command';
  readonly domain: string;
  readonly command: Command;
  /** Identifies what a client may use once only (a ciphertext), without revealing it. */
  readonly nonce?: string;
}

/** Time has passed, and nothing else. */
export interface TimeInput extends Stamp {
  readonly kind: 'time';
}

export interface ClockInput extends Stamp {
  readonly kind: 'clock';
  readonly clock: ClockSetting;
}

/** What of a world can be set anew: the source of its ids, and the settings of its adapters. */
export interface Settings {
  readonly ids: Genesis['ids'];
  /** The core does not look into it. */
  readonly config: Json;
}

export interface ConfigInput extends Stamp {
  readonly kind: 'config';
  readonly settings: Settings;
}

/** In `real` mode a due's instant has come before its oracle's answer: it waits (`hold`) until that is there (`release`). */
export interface DueInput extends Stamp {
  readonly kind: 'hold' | 'release';
  readonly subject: string;
  readonly name: string;
}

export type Input = CommandInput | TimeInput | ClockInput | ConfigInput | DueInput;

/** One input with what it led to: the unit that a store keeps whole or not at all. */
export interface JournalEntry {
  readonly input: Input;
  /** First what fell due up to the input's instant (each with a cause), then what the input itself led to. */
  readonly events: readonly Envelope[];
  /** The world's digest behind the last of these events. */
  readonly digest: string;
}
