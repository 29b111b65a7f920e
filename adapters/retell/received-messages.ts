// Counts the messages that the client receives during a live replay, by kind, and waits for those that the recording has.

import { clearTimeout, setTimeout } from '../host-timers.ts';
import { parsed } from '../recording/format/json-values.ts';
import type { LearnedValues } from './learned-values.ts';
import type { Await } from './session-clock.ts';

/** Gives something the time that it may take. */
export type WaitFor = (awaited: Await) => Promise<boolean>;

/** After one that has not come, the next ones get no more. */
const lateMsMax = 1_000;
/** The most messages of a kind that are kept to learn from. */
const keptMax = 10_000;

export class ReceivedMessages {
  readonly #learned: LearnedValues;
  /** The texts that have come, by kind. */
  readonly #come = new Map<string, string[]>();
  /** How many of a kind the recording had so far, and how many of them did not come in time. */
  readonly #expected = new Map<string, number>();
  readonly #missing = new Map<string, number>();
  #onChange: (() => void) | undefined;
  #isEnded = false;
  /** Whether the last one that was awaited has not come. */
  #isLate = false;

  constructor(learned: LearnedValues) {
    this.#learned = learned;
  }

  add(kind: string, text: string): void {
    const come = this.#come.get(kind) ?? [];
    this.#come.set(kind, come);
    come.push(come.length < keptMax ? text : '');
    this.#onChange?.();
  }

  /** Nothing comes any more. */
  end(): void {
    this.#isEnded = true;
    this.#onChange?.();
  }

  /**
   * Resolves with whether as many of this kind have come as the recording has up to now. One that does not come in time is not awaited
   * again.
   */
  async comes(kind: string, recorded: string, wait: WaitFor): Promise<boolean> {
    const count = (this.#expected.get(kind) ?? 0) + 1;
    this.#expected.set(kind, count);
    const come = () => this.#come.get(kind)?.length ?? 0;
    if (come() >= count) this.#missing.delete(kind); // they were late
    const needed = count - (this.#missing.get(kind) ?? 0);
    const isThere = () => come() >= needed || this.#isEnded;
    await wait((msMax) => this.#until(isThere, this.#isLate ? Math.min(msMax, lateMsMax) : msMax));
    this.#isLate = come() < needed;
    if (this.#isLate) {
      this.#missing.set(kind, count - come());
      return false;
    }
    const live = this.#come.get(kind)?.[needed - 1] ?? '';
    this.#learned.learn(parsed(recorded), parsed(live));
    return true;
  }

  /** Resolves with whether nothing comes any more. */
  ends(wait: WaitFor): Promise<boolean> {
    return wait((msMax) => this.#until(() => this.#isEnded, msMax));
  }

  async #until(isTrue: () => boolean, waitMs: number): Promise<boolean> {
    if (isTrue()) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs).unref(); // the proxy keeps the process
      this.#onChange = () => {
        if (!isTrue()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#onChange = undefined;
    return isTrue();
  }
}
