// Dues: commands at future instants, and the questions that they need answers to.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import type { Command } from './message.ts';

/** progress: a block, a simulated latency. timeout: an idle close. schedule: something planned for a date. */
export type DueClass = 'progress' | 'timeout' | 'schedule';

export const dueClasses: readonly DueClass[] = ['progress', 'timeout', 'schedule'];

/** A question to an oracle; a due that needs the answer cannot fire without it. */
export interface Question {
  readonly oracle: string;
  readonly about: Json;
}

export interface Due<C = Command> {
  /** The id of the entity that waits for it, such as a transaction. */
  readonly subject: string;
  /** A subject has at most one due of each name. */
  readonly name: string;
  readonly class: DueClass;
  readonly dueMs: Millis;
  readonly command: C;
  /** Requested when the due is set; its command is decided with the answer. */
  readonly needs?: Question;
}

/** What a reaction returns: set or move a due, or clear the one of that name if there is one. */
export type DueChange<C = Command> =
  | ({
      readonly change: 'set';
      /** Set again by an unrelated event: if the instant is the same, the due keeps its `setBy`. */
      readonly isRenewal?: true;
    } & Due<C>)
  | { readonly change: 'clear'; readonly subject: string; readonly name: string };
