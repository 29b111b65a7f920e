// How time passes in a running world: dues fire in order, and time waits for oracles and for outbound deliveries.
//
// A due whose answer is missing suspends the task, except in `real` mode: there it is held (by a journaled input) while time
// moves, and released (by another) when the answer arrives.

import type { Millis } from '../../kernel/brand.ts';
import type { PendingDue } from '../due-queue.ts';
import { namingInput } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import type { Advanced } from './world-contract.ts';
import {
  checkInputFits,
  checkSlices,
  duesPerSlice,
  fireDueUntil,
  type StepLimits,
  type Until,
} from '../step.ts';
import { loopTurn, type Executor, type Turn, type WorldTask } from './executor.ts';
import type { WorldRuntime } from './runtime.ts';

type HeldDue = Pick<PendingDue<unknown>, 'subject' | 'name' | 'sequence' | 'needs'>;

/** The events of a segment after which it ends: some milliseconds of storing and announcing them. Recordings depend on it. */
export const eventsPerSegment = 500;

/** A part of an advance, up to where something was sent out or its events were many. */
export interface AdvanceSegment {
  readonly isDone: boolean;
  readonly advanced: Advanced;
  /** Of the next segment, unless deliveries are to be waited for. */
  readonly turn?: Turn;
}

export class TimeKeeper {
  readonly #runtime: WorldRuntime;
  readonly #executor: Executor;
  /** A tick waits for outbound deliveries. */
  #isTickPending = false;

  constructor(runtime: WorldRuntime, executor: Executor) {
    this.#runtime = runtime;
    this.#executor = executor;
  }

  /**
   * Fires all dues until then, or until the events are as many as may be. Returns those that are in no entry yet, `before` among
   * them, for the next input.
   */
  *runUntil(
    until: Until,
    before: Envelope[] = [],
    limits: Pick<StepLimits, 'eventsMax'> = {},
  ): WorldTask<Envelope[]> {
    const runtime = this.#runtime;
    const { replayScript } = runtime.options;
    let events = before;
    if (runtime.state.dues.held > 0 && this.#awaitsHeldDues()) yield* this.#releaseAll();
    for (let slices = 0; ;) {
      const hold = replayScript?.heldDueAt?.(runtime.nextInput());
      const isHoldNext = hold !== undefined && hold.atMs <= until.atMs;
      if (isHoldNext) namingInput(hold.n, () => checkInputFits(runtime.state, hold));
      const blocked = fireDueUntil(runtime.state, isHoldNext ? hold : until, events, {
        ...limits,
        duesMax: duesPerSlice,
      });
      if (blocked === 'full') return events;
      if (blocked === 'paused') {
        slices += 1;
        checkSlices(slices);
        yield loopTurn;
        continue;
      }
      if (blocked === undefined) {
        if (!isHoldNext) return events;
        const eventsBefore = events;
        namingInput(hold.n, () => runtime.commitInput(hold, eventsBefore));
        events = [];
        continue;
      }
      if (!this.#mayHoldDues()) {
        yield blocked.needs;
        continue;
      }
      const { subject, name, dueMs, sequence } = blocked;
      runtime.state.nowMs = dueMs;
      const at = { n: runtime.nextInput(), atMs: dueMs, through: sequence - 1 };
      runtime.commitInput({ ...at, kind: 'hold', subject, name }, events);
      this.#releaseWhenAnswered(blocked);
      events = [];
    }
  }

  /** Moves time, as an input of its own. */
  *advanceTo(atMs: Millis): WorldTask<void> {
    const events = yield* this.runUntil({ atMs });
    this.#runtime.commitInput({ n: this.#runtime.nextInput(), atMs, kind: 'time' }, events);
  }

  /** In `real` mode, fires what is due by now, so that a query sees it. */
  *catchUp(): WorldTask<void> {
    const { state, clockMode } = this.#runtime;
    const nowMs = this.#runtime.nowMs();
    const next = state.dues.next();
    const isDue = next !== undefined && next.dueMs <= nowMs;
    if (clockMode === 'real' && isDue) yield* this.advanceTo(nowMs);
  }

  /** Moves time to the next progress due of these subjects; if they have none, of any subject. */
  *skipTo(subjects: readonly string[]): WorldTask<void> {
    if (subjects.length === 0) return;
    const { dues, nowMs } = this.#runtime.state;
    const due = dues.nextOf(subjects, 'progress') ?? dues.next('progress');
    if (due !== undefined) yield* this.advanceTo(Math.max(due.dueMs, nowMs));
  }

  /**
   * Advances to each instant that `next` returns, until it returns none. Ends early after `eventsPerSegment` events, and, unless the
   * clock is `real`, at an event that causes an outbound delivery.
   */
  *advanceSegment(startMs: Millis, next: () => Millis | undefined): WorldTask<AdvanceSegment> {
    const runtime = this.#runtime;
    const { fired, position, sent } = runtime.state;
    const isReal = runtime.clockMode === 'real';
    const limits = { eventsMax: eventsPerSegment };
    let events = yield* this.runUntil({ atMs: startMs }, [], limits);
    let isDone = false;
    let yieldedAt = fired;
    const isSending = () => !isReal && runtime.state.sent !== sent;
    while (events.length < eventsPerSegment && !isSending()) {
      const toMs = next();
      isDone = toMs === undefined;
      if (toMs === undefined) break;
      const { dueMs } = runtime.state.dues.next() ?? { dueMs: toMs };
      const atMs = isReal ? toMs : Math.min(toMs, Math.max(dueMs, runtime.state.nowMs));
      events = yield* this.runUntil({ atMs }, events, limits);
      if (runtime.state.fired - yieldedAt < duesPerSlice) continue;
      yieldedAt = runtime.state.fired;
      yield loopTurn;
    }
    runtime.commitInput({ n: runtime.nextInput(), ...this.#reached(), kind: 'time' }, events);
    const { nowMs, fired: firedNow, position: positionNow } = runtime.state;
    const advanced = { nowMs, fired: firedNow - fired, events: positionNow - position };
    if (isDone || isSending()) return { isDone, advanced };
    return { isDone, advanced, turn: this.#executor.keepTurn() };
  }

  /** The present instant; with the last of its dues that has fired, if others are left. */
  #reached(): Until {
    const { nowMs: atMs, dues } = this.#runtime.state;
    const left = dues.nextBy(atMs);
    return left === undefined ? { atMs } : { atMs, through: left.sequence - 1 };
  }

  /** For a state that was loaded from the store: requests the answers that its dues need. */
  requestPendingAnswers(): void {
    const { state } = this.#runtime;
    for (const due of state.dues.list()) {
      if (due.needs === undefined) continue;
      state.rules.oracles.request(due.needs);
      if (due.isHeld) this.#releaseWhenAnswered(due);
    }
  }

  /**
   * Resolves when outbound deliveries are settled, with whether their outcomes are journaled; undefined if there are none to
   * wait for. A `real` clock never waits for them.
   */
  whenOutboundSettled(): Promise<boolean> | undefined {
    const { clockMode, options, name } = this.#runtime;
    return clockMode === 'real' ? undefined : options.outbound?.whenSettled(name);
  }

  /** When the next tick is of use; undefined if there is no such instant, or the world cannot tick at present. */
  nextTickMs(): Millis | undefined {
    if (!this.#canTick()) return undefined;
    const { clockMode, state, options, name } = this.#runtime;
    switch (clockMode) {
      case 'real':
        return earlier(state.dues.next()?.dueMs, this.#runtime.nextWorkMs);
      case 'skip': {
        const isSending = options.outbound?.isBusy(name) === true;
        return (
          state.dues.next('progress')?.dueMs ?? (isSending ? this.#runtime.nowMs() : undefined)
        );
      }
      case 'frozen':
        return undefined;
    }
  }

  /**
   * Calls `tick` unless the world cannot tick at present; in `skip`, once outbound deliveries are settled. Rejects if their
   * outcomes could not be stored: time must not pass them.
   */
  async whenReadyToTick(tick: () => Promise<void>): Promise<void> {
    if (!this.#canTick()) return;
    const isSkip = this.#runtime.clockMode === 'skip';
    const outbound = isSkip ? this.whenOutboundSettled() : undefined;
    if (outbound !== undefined) {
      this.#isTickPending = true;
      const isStored = await outbound;
      this.#isTickPending = false;
      if (!isStored) throw this.#runtime.lostError();
    }
    await tick();
  }

  #canTick(): boolean {
    const { mode, idle } = this.#runtime.clock.setting();
    return this.#runtime.isSound && !this.#isTickPending && (mode !== 'skip' || idle !== false);
  }

  /** A replay takes holds from its script instead. */
  #mayHoldDues(): boolean {
    return this.#runtime.clockMode === 'real' && !this.#runtime.isReplay;
  }

  /** Other modes than `real` wait for the answers of held dues; a replay takes releases from the recording. */
  #awaitsHeldDues(): boolean {
    return this.#runtime.clockMode !== 'real' && !this.#runtime.isReplay;
  }

  *#releaseAll(): WorldTask<void> {
    const runtime = this.#runtime;
    const held = runtime.state.dues.list().filter(({ isHeld }) => isHeld);
    for (const { subject, name, needs } of held) {
      if (needs !== undefined) yield needs;
      // `through: 0`: nothing else that is due at this instant fires first.
      const at = { n: runtime.nextInput(), atMs: runtime.state.nowMs, through: 0 };
      runtime.commitInput({ ...at, kind: 'release', subject, name }, []);
    }
  }

  /** Releases a held due in a task of its own as soon as its answer arrives. */
  #releaseWhenAnswered(due: HeldDue): void {
    const { needs } = due;
    if (needs === undefined) return;
    const release = (failure?: unknown) => this.#executor.run(() => this.#release(due, failure));
    this.#runtime.state.rules.oracles
      .whenAnswered(needs)
      .then(() => release(), release)
      .catch(() => undefined); // reported by the world
  }

  *#release({ subject, name, sequence }: HeldDue, failure: unknown): WorldTask<void> {
    const runtime = this.#runtime;
    const isStillHeld = () => runtime.state.dues.heldOf(subject, name)?.sequence === sequence;
    if (!this.#mayHoldDues() || !isStillHeld()) return;
    if (failure !== undefined) throw failure;
    const atMs = runtime.nowMs();
    const events = yield* this.runUntil({ atMs });
    const at = { n: runtime.nextInput(), atMs };
    // What was due by now may have cleared it, as the end of its session does.
    if (!isStillHeld()) return void runtime.commitInput({ ...at, kind: 'time' }, events);
    runtime.commitInput({ ...at, kind: 'release', subject, name }, events);
    yield* this.advanceTo(atMs);
  }
}

function earlier(left: Millis | undefined, right: Millis | undefined): Millis | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}
