// Inputs: everything that enters a world from outside, as data. They are numbered, have a virtual instant, and are journaled
// with their events: running them again gives the same events.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import type { Genesis } from './context.ts';
import type { Command, Envelope } from './message.ts';

export type ClockMode = 'real' | 'frozen' | 'skip';

export const clockModes: readonly ClockMode[] = ['real', 'frozen', 'skip'];

/** `rate`: virtual milliseconds per host millisecond in `real`, above 0. */
export interface ClockSetting {
  readonly mode: ClockMode;
  readonly rate: number;
  /** `false` if time in `skip` moves on requests only; else absent. */
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
  /** The number of the input in its world, from 1. */
  readonly n: number;
  /** All dues up to this instant fire before the input is decided. */
  readonly atMs: Millis;
  /** At that very instant, only dues up to this sequence fire. Present if a fork was made between two of them. */
  readonly through?: number;
}

export interface CommandInput extends Stamp {
  readonly kind: 'command';
  readonly domain: string;
  readonly command: Command;
  /** A fingerprint of a value that a client may use only once, such as a ciphertext. */
  readonly nonce?: string;
}

/** Moves time, without a command. */
export interface TimeInput extends Stamp {
  readonly kind: 'time';
}

export interface ClockInput extends Stamp {
  readonly kind: 'clock';
  readonly clock: ClockSetting;
}

/** The part of a world that `config` inputs change. */
export interface Settings {
  readonly ids: Genesis['ids'];
  /** The seed that a fork was given: ids and random numbers derive from it; keys and blocks stay those of the world's own. */
  readonly forkSeed?: string;
  /** The settings of adapters; opaque to the core. */
  readonly config: Json;
}

export interface ConfigInput extends Stamp {
  readonly kind: 'config';
  readonly settings: Settings;
}

/** In `real` mode, a due whose instant comes before its oracle's answer is held, and released when the answer arrives. */
export interface DueInput extends Stamp {
  readonly kind: 'hold' | 'release';
  readonly subject: string;
  readonly name: string;
}

export type Input = CommandInput | TimeInput | ClockInput | ConfigInput | DueInput;

/** An input with its events: the unit of storage. */
export interface JournalEntry {
  readonly input: Input;
  /** First the events of dues up to the input's instant, each with a cause, then those of the input itself. */
  readonly events: readonly Envelope[];
  /** The world's digest after these events. */
  readonly digest: string;
  /** Bytes to store beside the input, whose command has their SHA-256. Entries that are read do not have them. */
  readonly attachment?: Uint8Array;
}

/** The SHA-256 of the bytes beside an input; undefined if it has none. */
export function attachmentHashOf(input: Input): string | undefined {
  return input.kind === 'command' ? input.command.attachment : undefined;
}
