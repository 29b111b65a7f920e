// One running world: takes requests one at a time, steps, commits, and answers when what it answers is stored.

import { Subject } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import type { ClockSetting, Input, JournalEntry } from '../../kernel/input.ts';
import { InvariantError } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import { StoreError, type WorldRecord } from '../../ports/event-store.ts';
import type { Host } from '../../ports/host.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { CommitClient, GroupCommit } from '../group-commit.ts';
import type { LoadedWorld } from '../history/journal.ts';
import { createFaces, type Kept } from './api.ts';
import { createMailbox, OverloadError } from './mailbox.ts';
import { createPassage, type ReplayScript } from './time.ts';
import type { RequestIds } from './request-ids.ts';
import type { Snapshotter } from '../history/snapshotter.ts';
import { applyInput } from '../step.ts';
import { createTurns, type Turn } from './executor.ts';
import { createReplayClock, createVirtualClock, instantMsMax } from './virtual-clock.ts';
import type { TaskPosition, Observer, World } from './world-contract.ts';
import { viewOf, type WorldView } from '../world-view.ts';

/** A world as the engine holds it. */
export interface RunningWorld extends World {
  /** Answers all that is still asked with this error. */
  readonly fail: (error: StoreError) => void;
  /** Request ids drawn in this process: a world that is restarted after a stop continues them. */
  readonly requestIds: RequestIds;
  /** Takes no more requests; resolves when all that came before is stored or lost. */
  readonly stop: () => Promise<void>;
}

export interface WorldParts {
  readonly record: WorldRecord;
  readonly loaded: LoadedWorld;
  readonly host: Host;
  readonly groupCommit: GroupCommit;
  readonly snapshotter: Snapshotter;
  /** Gives the world's last stored state again, after a commit that failed. */
  readonly reload: () => Promise<LoadedWorld>;
  /** Told once if one of our own invariants broke in this world. */
  readonly onBroken: (error: InvariantError, world: WorldView) => void;
  /** Sends its webhooks; absent: nothing is sent. */
  readonly outbound?: Outbound | undefined;
  /** The host instant at which its clock starts; default: now. */
  readonly sinceMs?: number | undefined;
  /** Of a replay. */
  readonly told?: ReplayScript | undefined;
  readonly requestIds: RequestIds;
}

/** How a clock stood at an entry: virtual and host time, and how the one follows the other. */
interface Stamp {
  readonly n: number;
  readonly setting: ClockSetting;
  readonly nowMs: Millis;
  readonly hostMs: number;
}

/** The turn that is under way. */
interface Turning {
  readonly startMs: Millis;
  /** Where it has come to: a turn that moves time goes on from there. */
  nowMs: Millis;
  /** The input that it has made. */
  input: number | undefined;
}

export function createWorld(parts: WorldParts): RunningWorld {
  const { record, host, groupCommit, snapshotter } = parts;
  const { oracles } = parts.loaded.world.rules;
  let state = parts.loaded.world;
  snapshotter.restart(parts.loaded.baseline);
  const clockFrom = (startMs: Millis) =>
    parts.told === undefined
      ? createVirtualClock(host.monotonicMs, startMs, state.clock)
      : createReplayClock(parts.told.nowMs, startMs, state.clock);
  /** How the clock stood at the last stored entry, where a loss goes back to, and at those behind it. */
  const stamps: Stamp[] = [stampOf(state.inputs, parts.sinceMs)];
  let clock = clockFrom(parts.sinceMs === undefined ? state.nowMs : resumedMs());
  let broken: Error | undefined;
  let health: 'sound' | 'lost' | 'reloading' | 'stopped' = 'sound';
  let lives = 0;
  const { requestIds } = parts;
  let storedPosition = state.position;
  const mailbox = createMailbox();
  const commits$ = new Subject<readonly JournalEntry[]>();

  const committed: CommitClient = {
    name: record.name,
    onStored: (entries) => {
      const stored = entries.at(-1)?.input.n ?? 0;
      stamps.splice(
        0,
        stamps.findIndex(({ n }) => n === stored),
      );
      const filled = entries.findLast(({ events }) => events.length > 0);
      storedPosition = filled?.events.at(-1)?.position ?? storedPosition;
      requestIds.forgetBefore(storedPosition);
      commits$.next(entries);
      // A turn that waits has done what no entry tells yet.
      if (turn === undefined && health === 'sound' && broken === undefined) {
        snapshotter.consider(state, () => groupCommit.whenDurable(committed));
      }
    },
    onLost: () => {
      if (health === 'stopped') return;
      health = 'lost';
      lives += 1;
      mailbox.pause();
      reload();
    },
  };

  /** Goes back to what is stored. Where that cannot be read either, the next request tries again. */
  function reload(): void {
    if (health !== 'lost') return;
    health = 'reloading';
    parts
      .reload()
      .then(
        (reloaded) => {
          if (health === 'stopped') return;
          state = reloaded.world;
          storedPosition = state.position;
          snapshotter.restart(reloaded.baseline);
          health = 'sound';
          clock = clockFrom(resumedMs());
          stamps.splice(0, stamps.length, stampOf(state.inputs));
          passage.askAgain();
        },
        () => {
          if (health === 'reloading') health = 'lost';
        },
      )
      .finally(mailbox.resume);
  }

  /** Where time is after a loss: where it would be if what is lost had never been asked for. */
  function resumedMs(): Millis {
    const { setting, nowMs, hostMs } = stamps[0] ?? stampOf(state.inputs);
    if (setting.mode !== 'real') return state.nowMs;
    const passedMs = Math.floor((host.monotonicMs() - hostMs) * setting.rate);
    return Math.min(instantMsMax, Math.max(state.nowMs, nowMs + passedMs));
  }

  function stampOf(n: number, hostMs = host.monotonicMs()): Stamp {
    return { n, setting: state.clock, nowMs: state.nowMs, hostMs };
  }

  const turns = createTurns({
    mailbox,
    desk: oracles,
    breathe: () => new Promise((resolve) => host.defer(resolve)),
    life: () => lives,
    settled: () => groupCommit.whenDurable(committed),
    failed: breakDown,
    lost: () => new StoreError('unavailable', `What world '${record.name}' had done is lost.`),
    refusal() {
      if (broken !== undefined) return broken;
      if (health === 'stopped') {
        return new StoreError('unavailable', `World '${record.name}' was removed or reset.`);
      }
      if (health !== 'sound') {
        if (health === 'lost') {
          mailbox.pause();
          reload();
        }
        return new StoreError('unavailable', `World '${record.name}' cannot be read.`);
      }
      return groupCommit.hasRoom()
        ? undefined
        : new OverloadError('More waits to be stored than is taken.');
    },
  });

  /** The turn that is under way: it is one moment, however long the host takes for it. */
  let turn: Turning | undefined;

  const now = (): Millis => turn?.nowMs ?? clock.instantMs();

  function begin(nowMs: Millis = clock.instantMs()): Turning {
    return { startMs: nowMs, nowMs, input: undefined };
  }

  /** One generator for all turns: V8 makes a hidden class for each that is made anew, which costs more than most turns. */
  function* takenTurn<Answer>(
    task: () => Turn<Answer>,
    witness: Observer | undefined,
  ): Turn<Answer> {
    turn = begin();
    try {
      const answer = yield* task();
      witness?.afterTask(placeOf(turn));
      return answer;
    } finally {
      turn = undefined;
    }
  }

  const inTurn = <Answer>(task: () => Turn<Answer>, witness?: Observer) =>
    turns.take(() => takenTurn(task, witness));

  function placeOf({ startMs, input }: Turning): TaskPosition {
    const { inputs, position } = state;
    return input === undefined
      ? { atMs: startMs, inputs, position }
      : { atMs: startMs, inputs, position, input };
  }

  /** Whatever is thrown inside a turn may have left the state half changed: the world stops here. */
  function breakDown(error: unknown): InvariantError {
    const cause =
      error instanceof InvariantError
        ? error
        : new InvariantError(`Unexpected: ${String(error)}.`, { cause: error });
    broken = cause;
    parts.onBroken(cause, view());
    return cause;
  }

  function keep(input: Input, events: Envelope[]): Kept {
    const kept = applyInput(state, input, events);
    clock.advanceTo(state.nowMs);
    if (turn !== undefined) {
      turn.nowMs = Math.max(turn.nowMs, state.nowMs);
      if (input.kind !== 'hold' && input.kind !== 'release') turn.input = input.n; // those are nobody's own
    }
    stamps.push(stampOf(input.n));
    groupCommit.enqueue(committed, kept.entry);
    return kept;
  }

  const passage = createPassage({
    desk: oracles,
    state: () => state,
    now,
    goesOn: () => clock.setting().mode === 'real' && parts.told === undefined,
    told: parts.told,
    catchesUp: () => clock.setting().mode !== 'real' && parts.told === undefined,
    inTurn,
    keep,
  });

  const view = (): WorldView => viewOf(record, state, now());

  /**
   * The present instant if a reader would have his turn at once, with nothing to happen before it and nothing to wait for
   * behind it. Time goes on in `real`: the reader's moment is this one, not a later at which something has fallen due.
   */
  function quietMs(): Millis | undefined {
    if (health !== 'sound' || broken !== undefined || !groupCommit.hasRoom()) return undefined;
    if (!mailbox.isIdle() || !groupCommit.isDurable(committed)) return undefined;
    const { mode } = clock.setting();
    if (mode === 'skip') return undefined;
    const nowMs = clock.instantMs();
    if (mode === 'frozen') return nowMs;
    const next = state.dues.next();
    return next === undefined || next.dueMs > nowMs ? nowMs : undefined;
  }

  /** A look that needs no turn of its own: most reads are of this kind, and it spares them half of their way. */
  async function inPassing<Answer>(
    nowMs: Millis,
    look: () => Answer,
    witness: Observer | undefined,
  ): Promise<Answer> {
    turn = begin(nowMs);
    try {
      const answer = look();
      witness?.afterTask(placeOf(turn));
      return answer;
    } catch (error) {
      throw breakDown(error);
    } finally {
      turn = undefined;
    }
  }

  const face = createFaces({
    record,
    passage,
    inTurn,
    inPassing,
    quietMs,
    keep,
    view,
    requestIds,
    // Responses that come of no turn are sent without waiting for a commit, also while a turn waits.
    seenPosition: () => (turn === undefined || turns.isWaiting() ? storedPosition : state.position),
    state: () => state,
    clock: () => clock,
    now,
    canBeat: () => health === 'sound' && broken === undefined,
    commits$,
    isSending: () => parts.outbound?.isBusy(record.name) === true,
    outbound: () => parts.outbound?.whenSettled(record.name),
  });

  passage.askAgain();

  return Object.assign(face(), {
    requestIds,
    fail(error: StoreError) {
      broken ??= error;
    },
    async stop() {
      // A cancelled turn may leave events in the state that no entry has: nothing may be stored behind them.
      if (turns.isWaiting()) health = 'stopped';
      turns.abandon();
      await inTurn(function* (): Turn<void> {}).catch(() => undefined); // those who came before have their turn
      health = 'stopped';
      lives += 1;
      await Promise.allSettled([groupCommit.whenDurable(committed), snapshotter.stop()]);
      commits$.complete();
    },
  });
}
