// Clock readings at inputs that are not stored yet. After a lost commit, virtual time continues from the last stored input as if
// the lost inputs had never happened.

import type { Millis } from '../../kernel/brand.ts';
import type { ClockSetting } from '../../kernel/input.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { WorldState } from '../world-state.ts';
import { instantMsMax, type ClockAnchor } from './virtual-clock.ts';

/** Virtual and host time at an input, and the setting from there on. */
interface ClockMark {
  readonly input: number;
  readonly setting: ClockSetting;
  readonly nowMs: Millis;
  readonly hostMs: number;
}

export class ClockMarks {
  readonly #monotonicMs: () => number;
  /** The first is the last stored input. */
  #marks: ClockMark[];

  constructor(state: WorldState, monotonicMs: () => number, anchor: ClockAnchor) {
    this.#monotonicMs = monotonicMs;
    this.#marks = [{ ...markOf(state, anchor.hostMs), nowMs: anchor.nowMs }];
  }

  add(state: WorldState): void {
    this.#marks.push(markOf(state, this.#monotonicMs()));
  }

  /** Forgets marks before the last stored input. */
  storedThrough(input: number): void {
    this.#marks.splice(
      0,
      this.#marks.findIndex((mark) => mark.input === input),
    );
  }

  /** From where time runs on if nothing more is stored. */
  get stored(): ClockAnchor {
    const [mark] = this.#marks;
    invariant(mark !== undefined, 'the last stored input has a mark');
    return { nowMs: mark.nowMs, hostMs: mark.hostMs };
  }

  /** Forgets marks after the last stored input, whose state this is. Returns the anchor from which time runs on. */
  restart(state: WorldState): ClockAnchor {
    const anchor = { nowMs: this.#resumedMs(state), hostMs: this.#monotonicMs() };
    this.#marks = [{ ...markOf(state, anchor.hostMs), nowMs: anchor.nowMs }];
    return anchor;
  }

  /** The present instant if nothing had happened since the last stored input, whose state this is. */
  #resumedMs(state: WorldState): Millis {
    const [mark = markOf(state, this.#monotonicMs())] = this.#marks;
    const { setting, nowMs, hostMs } = mark;
    if (setting.mode !== 'real') return state.nowMs;
    const passedMs = Math.floor((this.#monotonicMs() - hostMs) * setting.rate);
    return Math.min(instantMsMax, Math.max(state.nowMs, nowMs + passedMs));
  }
}

function markOf({ inputs, clock, nowMs }: WorldState, hostMs: number): ClockMark {
  return { input: inputs, setting: clock, nowMs, hostMs };
}
