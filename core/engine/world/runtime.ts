// The mutable part of one running world: its state and clock, the task that runs, and the entries on their way to the store.
// The executor, the time keeper and the tasks share one.

import { concatMap, Subject } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import {
  attachmentHashOf,
  type ClockMode,
  type DueInput,
  type Input,
  type JournalEntry,
} from '../../kernel/input.ts';
import { invariant, InvariantError } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import {
  StoreError,
  type EventStore,
  type WakeDelay,
  type WorldRecord,
} from '../../ports/event-store.ts';
import type { Host } from '../../ports/host.ts';
import type { HeldLease } from '../../ports/leases.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { CommitClient, GroupCommit } from '../group-commit.ts';
import type { LoadedWorld } from '../history/journal.ts';
import type { Snapshotter } from '../history/snapshotter.ts';
import { dueDelayOf } from './sleep-state.ts';
import { applyInputInPieces, type AppliedInput } from '../step.ts';
import { leaseEnded } from '../world-errors.ts';
import type { WorldState } from '../world-state.ts';
import { viewOf, type WorldView } from '../world-view.ts';
import { ClockMarks } from './clock-marks.ts';
import { createMailbox, OverloadError } from './mailbox.ts';
import type { TaskPosition } from './observer.ts';
import type { RequestIds } from './request-ids.ts';
import { WorldScheduler } from './scheduler.ts';
import {
  createReplayClock,
  createVirtualClock,
  type ClockAnchor,
  type StoredClock,
  type VirtualClock,
} from './virtual-clock.ts';

export interface RuntimeOptions {
  readonly record: WorldRecord;
  /** Holds the past of the world; entries are written by the group commit. */
  readonly store: EventStore;
  readonly loaded: LoadedWorld;
  readonly host: Host;
  readonly lease?: Pick<HeldLease, 'isHeld'> | undefined;
  readonly groupCommit: GroupCommit;
  readonly snapshotter: Snapshotter;
  readonly requestIds: RequestIds;
  /** Loads the last stored state again after a failed commit. */
  readonly reload: () => Promise<LoadedWorld>;
  /** Called once if an invariant breaks in this world; it accepts no more requests then. */
  readonly onBroken: (error: InvariantError, world: WorldView) => void;
  /** Called with the error of an observer, which is unsubscribed. */
  readonly onObserverFailed: (error: unknown) => void;
  /** Called if `nextTickMs` may be earlier than before, without a commit. */
  readonly onRescheduled: () => void;
  /** Sends webhooks; without it nothing is sent. */
  readonly outbound?: Outbound | undefined;
  /** From where a `real` clock runs on; default: the last instant, now. */
  readonly clockAnchor?: ClockAnchor | undefined;
  /** Called with the entries of each commit, before other observers. */
  readonly onCommitted: (entries: readonly JournalEntry[]) => void;
  /** Called when the streams of the world end. */
  readonly onEnded: () => void;
  /** Whether the world has work besides its dues. */
  readonly hasWork: (state: WorldState) => boolean;
  readonly replayScript?: ReplayScript | undefined;
}

/** In a replay: the times and holds of the recording. Dues that need an answer wait for it, as in `frozen`. */
export interface ReplayScript {
  readonly nowMs: () => Millis;
  /** The due to hold at this input number, whichever task reaches it. */
  readonly heldDueAt?: (input: number) => DueInput | undefined;
}

/** The task that runs. It sees one instant, however long the host takes. */
interface RunningTask {
  readonly startMs: Millis;
  /** Later than the start once the task has moved time. */
  nowMs: Millis;
  /** The input that the task has appended. */
  input: number | undefined;
}

/** `lost`: a commit failed, and the stored state has not been read again yet. */
type Health = 'sound' | 'lost' | 'reloading' | 'stopped';

export class WorldRuntime implements CommitClient {
  readonly name: string;
  readonly options: RuntimeOptions;
  readonly mailbox = createMailbox();
  readonly commits$ = new Subject<readonly JournalEntry[]>();
  readonly entries$ = this.commits$.pipe(concatMap((entries) => entries));
  /** One by one, behind the commits, between the work of the scheduler. */
  readonly events$ = new Subject<Envelope>();
  /** Emits when the stored state has replaced one that was lost. */
  readonly reloaded$ = new Subject<void>();
  state: WorldState;
  clock: VirtualClock;
  task: RunningTask | undefined;
  /** Grows when the state is lost or left: a suspended task of an earlier incarnation does not resume. */
  incarnation = 0;
  storedPosition: number;
  /** The number of requests, and the host instant of the last. */
  uses = 0;
  usedMs: number;
  #storedInputs: number;
  /** The instant up to which stored events and work of the scheduler were delivered. */
  #deliveredMs: Millis;
  #isDelivering = false;
  #scheduler: WorldScheduler | undefined;
  /** A task that moves time may have got further than the instant that it sees. */
  readonly view = (): WorldView =>
    viewOf(this.options.record, this.state, Math.max(this.nowMs(), this.state.nowMs));
  readonly #clockMarks: ClockMarks;
  #health: Health = 'sound';
  #broken: Error | undefined;

  constructor(options: RuntimeOptions) {
    const { record, loaded, host, snapshotter } = options;
    this.name = record.name;
    this.options = options;
    this.state = loaded.world;
    this.storedPosition = loaded.world.position;
    this.#storedInputs = loaded.world.inputs;
    this.#deliveredMs = loaded.world.nowMs;
    snapshotter.restart(loaded.baseline);
    this.usedMs = host.monotonicMs();
    const anchor = options.clockAnchor ?? { nowMs: this.state.nowMs, hostMs: this.usedMs };
    this.#clockMarks = new ClockMarks(this.state, host.monotonicMs, anchor);
    this.clock = this.#newClock(anchor);
  }

  /** The instant that the running task sees, or what the clock says. */
  nowMs(): Millis {
    return this.task?.nowMs ?? this.clock.instantMs();
  }

  get clockMode(): ClockMode {
    return this.clock.setting().mode;
  }

  get isReplay(): boolean {
    return this.options.replayScript !== undefined;
  }

  get isSound(): boolean {
    return this.#health === 'sound' && this.#broken === undefined;
  }

  /** Whether no other process can own the world by now. */
  get hasLease(): boolean {
    return this.options.lease?.isHeld() !== false;
  }

  /** Whether the world is removed or reset. */
  get isStopped(): boolean {
    return this.#health === 'stopped';
  }

  nextInput(): number {
    return this.state.inputs + 1;
  }

  beginTask(startMs: Millis = this.clock.instantMs()): void {
    this.task = { startMs, nowMs: startMs, input: undefined };
  }

  endTask(): void {
    this.task = undefined;
  }

  /** Where the running task is; for observers. */
  taskPosition(): TaskPosition {
    const { inputs, position } = this.state;
    const { startMs: atMs, input } = this.task ?? { startMs: this.nowMs(), input: undefined };
    return input === undefined ? { atMs, inputs, position } : { atMs, inputs, position, input };
  }

  /** Applies the next input, after the events of dues before it, and enqueues its entry for the next commit. */
  commitInput(input: Input, events: Envelope[], attachment?: Uint8Array): AppliedInput {
    return atOnce(this.commitInputInPieces(input, events, attachment));
  }

  *commitInputInPieces(
    input: Input,
    events: Envelope[],
    attachment?: Uint8Array,
  ): InPieces<AppliedInput> {
    const { state, task } = this;
    invariant(
      attachment === undefined || attachmentHashOf(input) !== undefined,
      'a command has the hash of its attachment',
    );
    const applied = yield* applyInputInPieces(state, input, events);
    this.clock.advanceTo(state.nowMs);
    if (task !== undefined) {
      task.nowMs = Math.max(task.nowMs, state.nowMs);
      // Hold and release are not attributed to the current task.
      if (input.kind !== 'hold' && input.kind !== 'release') task.input = input.n;
    }
    this.#clockMarks.add(state);
    const { entry } = applied;
    this.options.groupCommit.enqueue(
      this,
      attachment === undefined ? entry : { ...entry, attachment },
    );
    return applied;
  }

  /** Resolves when everything so far is stored; rejects if it was lost. */
  whenDurable(): Promise<void> {
    return this.options.groupCommit.whenDurable(this);
  }

  /** Why no task can start now; undefined if one can. A world that could not be reloaded tries again. */
  refusal(): Error | undefined {
    if (this.#broken !== undefined) return this.#broken;
    if (this.#health === 'stopped') return this.removedError();
    if (!this.hasLease) return leaseEnded();
    if (this.#health !== 'sound') {
      if (this.#health === 'lost') {
        this.mailbox.pause();
        this.#reload();
      }
      return new StoreError(
        'unavailable',
        `World '${this.name}' cannot be read from its store; retry later.`,
      );
    }
    return this.options.groupCommit.hasCapacity()
      ? undefined
      : new OverloadError('Too many uncommitted entries; retry later.');
  }

  removedError(): StoreError {
    return new StoreError('unavailable', `World '${this.name}' was removed or reset.`);
  }

  /** For a task whose state was lost while it was suspended. */
  lostError(): StoreError {
    return new StoreError(
      'unavailable',
      `Unstored changes of world '${this.name}' are lost; retry.`,
    );
  }

  /** An error inside a task may leave the state half changed: the world accepts nothing more. */
  breakDown(error: unknown): InvariantError {
    const cause =
      error instanceof InvariantError
        ? error
        : new InvariantError(`Unexpected: ${String(error)}.`, { cause: error });
    this.#broken = cause;
    this.options.onBroken(cause, this.view());
    return cause;
  }

  /** Refuses all further tasks with this error. */
  fail(error: StoreError): void {
    this.#broken ??= error;
  }

  /** Refuses all further tasks: the world is removed or reset. */
  refuseTasks(): void {
    this.#health = 'stopped';
  }

  /** Ends the incarnation, too: a task that is still suspended does not resume. */
  stop(): void {
    this.refuseTasks();
    this.incarnation += 1;
  }

  /** A request has used the world. */
  touch(): void {
    this.uses += 1;
    this.usedMs = this.options.host.monotonicMs();
  }

  wakeAfterMs(): WakeDelay {
    const isAhead = this.task !== undefined; // dues of the last entry may have fired already
    return isAhead || this.options.hasWork(this.state) ? 0 : dueDelayOf(this.state);
  }

  /** The last stored input, and from where the clock runs on without those that are not stored. */
  storedClock(): StoredClock {
    const inputs = this.#storedInputs;
    const hasUnstored = this.state.inputs !== inputs;
    return { inputs, clock: hasUnstored ? this.#clockMarks.stored : this.clock.anchor() };
  }

  /** Whether nothing but the state would be lost if the world was put to sleep. */
  isQuiet(): boolean {
    const { groupCommit } = this.options;
    if (!this.isSound || this.task !== undefined) return false;
    if (!this.mailbox.isIdle() || !groupCommit.isDurable(this)) return false;
    const isObserved = this.commits$.observed || this.events$.observed;
    return !isObserved && this.nextWorkMs === undefined;
  }

  onStored(entries: readonly JournalEntry[]): void {
    this.#clockMarks.storedThrough(entries.at(-1)?.input.n ?? 0);
    this.#announce(entries);
    // A suspended task may have events that are not in the journal yet: no snapshot now.
    if (this.task === undefined && this.isSound) {
      this.options.snapshotter.consider(this.state, () => this.whenDurable());
    }
  }

  /** Created on first use: most worlds have none. */
  get scheduler(): WorldScheduler {
    this.#scheduler ??= new WorldScheduler({
      clockMs: () => this.observedMs(),
      onEarlier: () => this.#wake(),
      onFailed: this.options.onObserverFailed,
    });
    return this.#scheduler;
  }

  /** When the scheduler has work next. */
  get nextWorkMs(): Millis | undefined {
    return this.#scheduler?.nextMs;
  }

  /** Runs the work that is due by now. */
  runWork(): void {
    if (this.#health !== 'stopped') this.#scheduler?.runThrough(this.observedMs());
  }

  /** Ends all streams: the world is gone. */
  endStreams(): void {
    this.commits$.complete();
    this.events$.complete();
    this.reloaded$.complete();
    this.#scheduler?.stop();
    this.options.onEnded();
  }

  #announce(entries: readonly JournalEntry[]): void {
    const last = entries.findLast(({ events }) => events.length > 0)?.events.at(-1);
    this.storedPosition = last?.position ?? this.storedPosition;
    this.#storedInputs = entries.at(-1)?.input.n ?? this.#storedInputs;
    this.options.requestIds.forgetBefore(this.storedPosition);
    this.options.onCommitted(entries);
    this.commits$.next(entries);
    this.#deliver(entries);
  }

  /** Delivers stored events one by one to all observers, and runs the work between them at its instants. */
  #deliver(entries: readonly JournalEntry[]): void {
    this.#isDelivering = true;
    for (const { input, events } of entries) {
      if (this.events$.observed || this.#scheduler !== undefined) {
        for (const event of events) {
          this.#scheduler?.runThrough(event.atMs - 1);
          this.#deliveredMs = event.atMs;
          this.events$.next(event);
        }
      }
      this.#deliveredMs = input.atMs;
      this.#scheduler?.runThrough(input.atMs);
    }
    this.#isDelivering = false;
    if (this.nextWorkMs !== undefined) this.options.onRescheduled();
  }

  /** The instant that observers see. */
  observedMs(): Millis {
    const isAhead = this.clockMode === 'real' && !this.#isDelivering;
    return isAhead ? Math.max(this.#deliveredMs, this.clock.instantMs()) : this.#deliveredMs;
  }

  /** Work was scheduled between commits: what is due runs in the next turn of the event loop, the rest as time goes on. */
  #wake(): void {
    if (this.#isDelivering) return;
    if ((this.nextWorkMs ?? Infinity) <= this.observedMs()) {
      this.options.host.defer(() => this.runWork());
    } else this.options.onRescheduled();
  }

  onLost(): void {
    if (this.#health === 'stopped') return;
    this.#health = 'lost';
    this.incarnation += 1;
    this.mailbox.pause();
    this.#reload();
  }

  /** Returns to the stored state. If that cannot be read either, the next task tries again. */
  #reload(): void {
    if (this.#health !== 'lost') return;
    this.#health = 'reloading';
    this.#readStored()
      .then(
        ({ reloaded, found }) => this.#restart(reloaded, found),
        () => {
          if (this.#health === 'reloading') this.#health = 'lost';
        },
      )
      .finally(this.mailbox.resume);
  }

  /** The stored state, and the entries of a commit that only seemed lost. */
  async #readStored() {
    const { reload, store, record } = this.options;
    const reloaded = await reload();
    const count = reloaded.world.inputs - this.#storedInputs;
    const found = count > 0 ? await store.read(record.name, this.#storedInputs + 1, count) : [];
    return { reloaded, found };
  }

  #restart({ world, baseline }: LoadedWorld, found: readonly JournalEntry[]): void {
    if (this.#health === 'stopped') return;
    this.state = world;
    this.options.snapshotter.restart(baseline);
    this.#health = 'sound';
    this.clock = this.#newClock(this.#clockMarks.restart(world));
    if (found.length > 0) this.#announce(found);
    this.reloaded$.next();
  }

  #newClock(anchor: ClockAnchor): VirtualClock {
    const { host, replayScript } = this.options;
    return replayScript === undefined
      ? createVirtualClock(host.monotonicMs, anchor, this.state.clock)
      : createReplayClock(replayScript.nowMs, anchor.nowMs, this.state.clock);
  }
}
