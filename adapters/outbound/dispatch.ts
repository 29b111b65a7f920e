// What an outbox sends: a webhook or a call, whose outcome it reports to the world.

import type { Command, States } from '../../core/index.ts';

export interface Dispatch {
  /** The name of its queue: those of one queue wait for one another, those of others do not. */
  readonly queue: string;
  /** What the next dispatch of its queue waits for: the end of this one, its end or a short while, or nothing. */
  readonly delaysNext: 'untilEnd' | 'briefly' | 'not';
  /** Whether it is sent again when its world is loaded, if its outcome is not stored. */
  readonly isRepeatable?: true;
  /** Whether its outcome is still missing. */
  readonly isAwaited: (states: States) => boolean;
  /**
   * Sends it and reports its outcome, or the parts of it in order. With a `real` clock, a report resolves once it is stored. Never
   * rejects. Reports after `stopped` are dropped.
   */
  readonly send: (report: (report: Report) => Promise<void>, stopped: AbortSignal) => Promise<void>;
  /** With a clock in mode `skip`: moves time behind a report that came late. */
  readonly goOn?: () => Promise<void>;
}

/** An outcome, or a part of one, as an input. */
export interface Report {
  readonly domain: keyof States;
  readonly command: Command;
  /** Whether the endpoint has answered, by more than a piece of a sentence: `settle` waits for its next report then. */
  readonly isProgress: boolean;
}
