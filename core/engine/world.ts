// One running world: takes requests one at a time, steps, commits, and answers when what it answers is stored.

import { concatMap, map, Subject } from 'rxjs';
import type { Millis } from '../kernel/brand.ts';
import type { PendingDue } from '../kernel/due-queue.ts';
import { idByOrdinal } from '../kernel/ids.ts';
import type { ClockSetting, Input, JournalEntry } from '../kernel/input.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Envelope } from '../kernel/message.ts';
import { err, ok } from '../kernel/result.ts';
import { StoreError, type WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Committed, Committer } from './commit.ts';
import type { Loaded } from './journal.ts';
import { createMailbox, OverloadError } from './mailbox.ts';
import type { Snapshotter } from './snapshotter.ts';
import { carryOut, nextProgress, passTime, type Outcome } from './step.ts';
import { createTurns, type TakeTurn, type Turn } from './turns.ts';
import { createVirtualClock, instantMsMax } from './virtual-clock.ts';
import type { Advanced, Look, World, WorldView } from './world-contract.ts';
import { forkWorld, statesOf, type WorldState } from './world-state.ts';

/** A world as the engine holds it. */
export interface RunningWorld extends World {
  /** A fork of the present state, given once all of it is stored. In `real` mode what is due by now happens first. */
  readonly freeze: () => Promise<WorldState>;
  /** Looks at everything. In `real` mode what is due by now happens first. */
  readonly inspect: <Answer>(look: (state: WorldState) => Answer) => Promise<Answer>;
  /** Answers all that is still asked with this error. */
  readonly fail: (error: StoreError) => void;
  /** Takes no more requests; resolves when all that came before is stored or lost. */
  readonly stop: () => Promise<void>;
}

export interface WorldParts {
  readonly record: WorldRecord;
  readonly loaded: Loaded;
  readonly host: Host;
  readonly committer: Committer;
  readonly snapshotter: Snapshotter;
  /** Gives the world's last stored state again, after a commit that failed. */
  readonly reload: () => Promise<Loaded>;
  /** Told once if one of our own invariants broke in this world. */
  readonly onBroken: (error: InvariantError, world: WorldView) => void;
}

/** How a clock stood at an entry: virtual and host time, and how the one follows the other. */
interface Stamp {
  readonly n: number;
  readonly setting: ClockSetting;
  readonly nowMs: Millis;
  readonly hostMs: number;
}

export function createWorld(parts: WorldParts): RunningWorld {
  const { record, host, committer, snapshotter } = parts;
  const { desk } = parts.loaded.world.rules;
  let state = parts.loaded.world;
  snapshotter.restart(parts.loaded.saved);
  let clock = createVirtualClock(host.monotonicMs, state.nowMs, state.clock);
  /** How the clock stood at the last stored entry, where a loss goes back to, and at those behind it. */
  const stamps: Stamp[] = [stampOf(state.inputs)];
  let broken: Error | undefined;
  let health: 'sound' | 'lost' | 'reloading' | 'stopped' = 'sound';
  let lives = 0;
  /** How many request ids were given at positions to which a loss can lead back. */
  const answered = new Map<number, number>();
  const mailbox = createMailbox();
  const entries$ = new Subject<JournalEntry>();

  const committed: Committed = {
    name: record.name,
    stored: (entries) => {
      const stored = entries.at(-1)?.input.n ?? 0;
      stamps.splice(
        0,
        stamps.findIndex(({ n }) => n === stored),
      );
      const storedPosition = entries
        .findLast(({ events }) => events.length > 0)
        ?.events.at(-1)?.position;
      for (const position of answered.keys()) {
        if (position >= (storedPosition ?? 0)) break; // they were first used in their order
        answered.delete(position);
      }
      for (const entry of entries) entries$.next(entry);
      // A turn that waits has done what no entry tells yet.
      if (turnMs === undefined && health === 'sound' && broken === undefined) {
        snapshotter.consider(state, () => committer.settled(committed));
      }
    },
    lost: () => {
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
          snapshotter.restart(reloaded.saved);
          health = 'sound';
          clock = createVirtualClock(host.monotonicMs, resumedMs(), state.clock);
          stamps.splice(0, stamps.length, stampOf(state.inputs));
          askAgain();
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

  function stampOf(n: number): Stamp {
    return { n, setting: state.clock, nowMs: state.nowMs, hostMs: host.monotonicMs() };
  }

  const turns = createTurns({
    mailbox,
    desk,
    life: () => lives,
    settled: () => committer.settled(committed),
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
      return committer.hasRoom()
        ? undefined
        : new OverloadError('More waits to be stored than is taken.');
    },
  });

  /** The instant of the turn that is under way: it is one moment, however long the host takes for it. */
  let turnMs: Millis | undefined;

  const now = (): Millis => turnMs ?? clock.instantMs();

  const inTurn: TakeTurn = (task) =>
    turns.take(function* () {
      turnMs = clock.instantMs();
      try {
        return yield* task();
      } finally {
        turnMs = undefined;
      }
    });

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

  function keep(input: Input, events: Envelope[]): Outcome {
    const { entry, outcome } = carryOut(state, input, events);
    clock.moveTo(state.nowMs);
    turnMs = Math.max(now(), state.nowMs);
    stamps.push(stampOf(input.n));
    committer.enqueue(committed, entry);
    return outcome;
  }

  /**
   * Everything due up to an instant happens; gives its events. A due without its answer holds everybody up, except in
   * `real`, where time goes on and only that due waits.
   */
  function* pass(atMs: Millis): Turn<Envelope[]> {
    let events: Envelope[] = [];
    if (state.dues.held > 0 && clock.setting().mode !== 'real') yield* awaitHeld();
    for (;;) {
      const blocked = passTime(state, { atMs }, events);
      if (blocked === undefined) return events;
      if (clock.setting().mode !== 'real') {
        yield blocked.needs;
        continue;
      }
      const { subject, name, dueMs, sequence } = blocked;
      const until = { atMs: dueMs, through: sequence - 1 };
      state.nowMs = dueMs;
      keep({ n: state.inputs + 1, ...until, kind: 'hold', subject, name }, events);
      watch(blocked);
      events = [];
    }
  }

  /** What began to wait in `real` mode is waited for by everybody in the others. */
  function* awaitHeld(): Turn<void> {
    for (const { subject, name, needs } of state.dues.list().filter(({ isHeld }) => isHeld)) {
      if (needs !== undefined) yield needs;
      release(subject, name, state.nowMs);
    }
  }

  function release(subject: string, name: string, atMs: Millis): void {
    // Nothing else that is due at this instant goes before it.
    keep({ n: state.inputs + 1, atMs, through: 0, kind: 'release', subject, name }, []);
  }

  /** Lets a due that is held happen as soon as its answer is there. */
  function watch({ subject, name, sequence, needs }: Held): void {
    if (needs === undefined) return;
    const isWaiting = () => state.dues.heldOf(subject, name)?.sequence === sequence;
    const happen = (failure?: unknown) =>
      inTurn(function* () {
        if (clock.setting().mode !== 'real' || !isWaiting()) return;
        if (failure !== undefined) throw failure;
        const atMs = now();
        const events = yield* pass(atMs);
        keep({ n: state.inputs + 1, atMs, kind: 'release', subject, name }, events);
        yield* moveTo(atMs);
      });
    desk
      .answered(needs)
      .then(() => happen(), happen)
      .catch(() => undefined); // nobody waits for this turn
  }

  /** A state that was put together from the store has its questions still to ask. */
  function askAgain(): void {
    for (const due of state.dues.list()) {
      if (due.needs === undefined) continue;
      desk.ask(due.needs);
      if (due.isHeld) watch(due);
    }
  }

  function* moveTo(atMs: Millis): Turn<Advanced> {
    const { fired, position } = state;
    const events = yield* pass(atMs);
    keep({ n: state.inputs + 1, atMs, kind: 'time' }, events);
    return { nowMs: state.nowMs, fired: state.fired - fired, events: state.position - position };
  }

  /** What has fallen due by now happens before anybody looks. */
  function* catchUp(): Turn<void> {
    const nowMs = now();
    const next = state.dues.next();
    const isDue = next !== undefined && next.dueMs <= nowMs;
    if (clock.setting().mode === 'real' && isDue) yield* moveTo(nowMs);
  }

  /** In `skip`, time goes on to the next step of what a reader waits for. */
  function* skipTo(subjects: readonly string[]): Turn<void> {
    if (subjects.length === 0) return;
    const due = state.dues.nextOf(subjects, 'progress') ?? state.dues.next('progress');
    if (due !== undefined) yield* moveTo(Math.max(due.dueMs, state.nowMs));
  }

  function view(): WorldView {
    return {
      name: record.name,
      record,
      position: state.position,
      inputs: state.inputs,
      digest: state.digest,
      nowMs: now(),
      clock: clock.setting(),
      settings: state.settings,
      nextDueMs: state.dues.next()?.dueMs,
      pendingDues: state.dues.size,
    };
  }

  function* runUntilIdle(maxMs: number): Turn<Advanced> {
    const startMs = now();
    const limitMs = Math.min(startMs + maxMs, instantMsMax);
    const { fired, position } = state;
    let events = yield* pass(startMs);
    for (;;) {
      const atMs = nextProgress(state, limitMs);
      if (atMs === undefined) break;
      const more = yield* pass(atMs);
      events = events.length === 0 ? more : events.concat(more);
    }
    keep({ n: state.inputs + 1, atMs: state.nowMs, kind: 'time' }, events);
    return { nowMs: state.nowMs, fired: state.fired - fired, events: state.position - position };
  }

  /** Whether a reader would have his turn at once, with nothing to happen before it and nothing to wait for behind it. */
  function isQuiet(): boolean {
    if (health !== 'sound' || broken !== undefined || !committer.hasRoom()) return false;
    if (!mailbox.isIdle() || !committer.isSettled(committed)) return false;
    if (clock.setting().mode === 'frozen') return true;
    const next = state.dues.next();
    return (
      clock.setting().mode === 'real' && (next === undefined || next.dueMs > clock.instantMs())
    );
  }

  const read: World['read'] = (look, unfinished) =>
    isQuiet()
      ? inPassing(look)
      : inTurn(function* () {
          yield* catchUp();
          if (unfinished !== undefined && clock.setting().mode === 'skip') {
            yield* skipTo(unfinished(statesOf(state)));
          }
          return look(statesOf(state), view);
        });

  /** A look that needs no turn of its own: most reads are of this kind, and it spares them half of their way. */
  async function inPassing<Answer>(look: Look<Answer>): Promise<Answer> {
    turnMs = clock.instantMs();
    try {
      return look(statesOf(state), view);
    } catch (error) {
      throw breakDown(error);
    } finally {
      turnMs = undefined;
    }
  }

  askAgain();

  return {
    record,
    send: ({ domain, prepare, answer }) =>
      inTurn(function* () {
        const atMs = now();
        const events = yield* pass(atMs);
        const isUsed = (used: string) => state.nonces.get(used) !== undefined;
        const { command, nonce } = prepare(statesOf(state), isUsed);
        const input = { n: state.inputs + 1, atMs, kind: 'command' as const, domain, command };
        const outcome = keep(nonce === undefined ? input : { ...input, nonce }, events);
        return answer(outcome, statesOf(state), view);
      }),
    read,
    advance: (advance) =>
      inTurn(function* () {
        if ('untilIdle' in advance) return ok(yield* runUntilIdle(advance.maxMs));
        const nowMs = now();
        const toMs = 'toMs' in advance ? advance.toMs : nowMs + advance.byMs;
        if (toMs < nowMs) return err({ code: 'TIME_GOES_BACK' as const, nowMs });
        if (toMs > instantMsMax) return err({ code: 'TIME_ENDS' as const, nowMs });
        return ok(yield* moveTo(toMs));
      }),
    setClock: (change) =>
      inTurn(function* () {
        const atMs = now();
        const setting = { ...clock.setting(), ...change };
        const events = yield* pass(atMs);
        keep({ n: state.inputs + 1, atMs, kind: 'clock', clock: setting }, events);
        clock.set(setting, atMs);
        return view();
      }),
    configure: (change) =>
      inTurn(function* () {
        const atMs = now();
        const events = yield* pass(atMs);
        const settings = change(state.settings);
        keep({ n: state.inputs + 1, atMs, kind: 'config', settings }, events);
        return view();
      }),
    freeze: () =>
      inTurn(function* () {
        const nowMs = now();
        if (clock.setting().mode === 'real' && nowMs > state.nowMs) yield* moveTo(nowMs);
        return forkWorld(state);
      }),
    inspect: (look) =>
      inTurn(function* () {
        yield* catchUp();
        return look(state);
      }),
    fail: (error) => {
      broken ??= error;
    },
    async stop() {
      turns.abandon();
      await inTurn(function* (): Turn<void> {}).catch(() => undefined); // those who came before have their turn
      health = 'stopped';
      lives += 1;
      await Promise.allSettled([committer.settled(committed), snapshotter.stop()]);
      entries$.complete();
    },
    show: () => read((_states, shown) => shown()),
    beat: () => {
      if (health !== 'sound' || broken !== undefined) return;
      inTurn(function* () {
        yield* catchUp();
        const next = state.dues.next('progress');
        if (clock.setting().mode === 'skip' && next !== undefined) {
          yield* moveTo(Math.max(next.dueMs, state.nowMs));
        }
      }).catch(() => undefined); // whoever waits for an answer is told; nobody waits for a beat
    },
    nextBeatMs: () => {
      if (health !== 'sound' || broken !== undefined) return undefined;
      switch (clock.setting().mode) {
        case 'real':
          return state.dues.next()?.dueMs;
        case 'skip':
          return state.dues.next('progress')?.dueMs;
        case 'frozen':
          return undefined;
      }
    },
    nowMs: () => now(),
    clock: () => clock.setting(),
    settings: () => state.settings,
    requestId: () => {
      const { position } = state;
      const count = answered.get(position) ?? 0;
      answered.set(position, count + 1);
      return idByOrdinal(host.hash, record.seed, `request/${position}`, count);
    },
    entries$,
    inputs$: entries$.pipe(map((entry) => entry.input)),
    events$: entries$.pipe(concatMap((entry) => entry.events)),
  };
}

/** A due that waits, or is about to. */
type Held = Pick<PendingDue<unknown>, 'subject' | 'name' | 'sequence' | 'needs'>;
