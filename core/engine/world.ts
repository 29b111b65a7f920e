// One running world: takes requests one at a time, steps, commits, and answers when what it answers is stored.

import { concatMap, map, Subject, type Observable } from 'rxjs';
import type { Millis } from '../kernel/brand.ts';
import { idByOrdinal } from '../kernel/ids.ts';
import type { ClockSetting, Input, JournalEntry, Settings } from '../kernel/input.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Command, Envelope } from '../kernel/message.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import { StoreError, type WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Committed, Committer } from './commit.ts';
import type { Loaded } from './journal.ts';
import { createMailbox, OverloadError } from './mailbox.ts';
import type { DomainName, States } from './registry.ts';
import { carryOut, nextProgress, passTime, type Outcome } from './step.ts';
import type { Snapshotter } from './snapshotter.ts';
import { createVirtualClock, instantMsMax } from './virtual-clock.ts';
import { forkWorld, statesOf, type WorldState } from './world-state.ts';

/** A command made from the state that it will meet. */
export interface Prepared {
  readonly command: Command;
  /** What the client may use once only; see CommandInput. */
  readonly nonce?: string | undefined;
}

export interface Request<Answer> {
  readonly domain: DomainName;
  /** Makes the command when its turn has come. `isUsed` says whether a nonce came in before. */
  readonly prepare: (states: States, isUsed: (nonce: string) => boolean) => Prepared;
  /** Makes the answer from the state right behind the command. */
  readonly answer: (outcome: Outcome, states: States, view: () => WorldView) => Answer;
}

/** Where time is to go: for so long, until then, or until no progress is left (within `maxMs`). */
export type Advance =
  | { readonly byMs: number }
  | { readonly toMs: Millis }
  | { readonly untilIdle: true; readonly maxMs: number };

export interface TimeRefusal {
  readonly code: 'TIME_GOES_BACK' | 'TIME_ENDS';
  readonly nowMs: Millis;
}

export interface Advanced {
  readonly nowMs: Millis;
  /** How many dues fired, and how many events they led to. */
  readonly fired: number;
  readonly events: number;
}

export interface WorldView {
  readonly name: string;
  readonly record: WorldRecord;
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly nowMs: Millis;
  readonly clock: ClockSetting;
  readonly settings: Settings;
  readonly nextDueMs: Millis | undefined;
  readonly pendingDues: number;
}

export interface World {
  readonly record: WorldRecord;
  /** Decides a command. The answer is given once everything that it saw is stored; rejects with StoreError if lost. */
  readonly send: <Answer>(request: Request<Answer>) => Promise<Answer>;
  /**
   * Looks at the state. `unfinished` names what the reader shows that is unfinished: in `skip` mode time first moves to
   * the next progress due of one of them, or of anybody where they wait for others. In `real` mode what is due by now
   * happens first.
   */
  readonly read: <Answer>(
    look: (states: States, view: () => WorldView) => Answer,
    unfinished?: (states: States) => readonly string[],
  ) => Promise<Answer>;
  /** Moves time. Refuses to go back, or past the end of time. */
  readonly advance: (advance: Advance) => Promise<Result<Advanced, TimeRefusal>>;
  readonly setClock: (change: Partial<ClockSetting>) => Promise<WorldView>;
  readonly configure: (change: Partial<Settings>) => Promise<WorldView>;
  readonly show: () => Promise<WorldView>;
  /** Lets happen what is due by now (`real`), or at the next progress due (`skip`). For pacing. */
  readonly beat: () => void;
  /** When `beat` is next of use: an instant, or undefined, also while the world cannot take one. For pacing. */
  readonly nextBeatMs: () => Millis | undefined;
  readonly nowMs: () => Millis;
  readonly clock: () => ClockSetting;
  readonly settings: () => Settings;
  /** The next request id: depends on the seed, the position, and the requests answered at it so far (design section 2). */
  readonly requestId: () => string;
  /** What has been stored, in order. Completes when the world is removed or reset. */
  readonly entries$: Observable<JournalEntry>;
  readonly inputs$: Observable<Input>;
  readonly events$: Observable<Envelope>;
}

/** A world as the engine holds it. */
export interface RunningWorld extends World {
  /** A fork of the present state, given once all of it is stored. In `real` mode what is due by now happens first. */
  readonly freeze: () => Promise<WorldState>;
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

function stopped(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has just been removed or reset.`);
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
  let state = parts.loaded.world;
  snapshotter.restart(parts.loaded.saved);
  let clock = createVirtualClock(host.monotonicMs, state.nowMs, state.clock);
  /** How the clock stood at the last stored entry, where a loss goes back to, and at those behind it. */
  const stamps: Stamp[] = [stampOf(state.inputs)];
  let broken: InvariantError | undefined;
  let health: 'sound' | 'lost' | 'reloading' | 'stopped' = 'sound';
  let answered = { position: -1, count: 0 };
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
      for (const entry of entries) entries$.next(entry);
      snapshotter.consider(state, () => committer.settled(committed));
    },
    lost: () => {
      if (health === 'stopped') return;
      health = 'lost';
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

  /** Runs a task in its turn, then waits until what it did and saw is stored. */
  function inTurn<Answer>(task: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      mailbox.post(() => {
        if (broken !== undefined) return reject(broken);
        if (health === 'stopped') return reject(stopped(record.name));
        if (health !== 'sound') {
          reject(new StoreError('unavailable', `World '${record.name}' cannot be read.`));
          return reload();
        }
        if (!committer.hasRoom()) {
          return reject(new OverloadError('More waits to be stored than is taken.'));
        }
        let answer: Answer;
        try {
          answer = task();
        } catch (error) {
          broken = breakDown(error);
          return reject(broken);
        }
        committer.settled(committed).then(() => resolve(answer), reject);
      });
    });
  }

  /** Whatever is thrown inside a turn may have left the state half changed: the world stops here. */
  function breakDown(error: unknown): InvariantError {
    const cause =
      error instanceof InvariantError
        ? error
        : new InvariantError(`Unexpected: ${String(error)}.`, { cause: error });
    parts.onBroken(cause, view());
    return cause;
  }

  function keep(input: Input, events: Envelope[]): Outcome {
    const { entry, outcome } = carryOut(state, input, events);
    clock.moveTo(state.nowMs);
    stamps.push(stampOf(input.n));
    committer.enqueue(committed, entry);
    return outcome;
  }

  function moveTo(atMs: Millis): Advanced {
    const before = state.fired;
    const events: Envelope[] = [];
    passTime(state, { atMs }, events);
    keep({ n: state.inputs + 1, atMs, kind: 'time' }, events);
    return { nowMs: state.nowMs, fired: state.fired - before, events: events.length };
  }

  /** What has fallen due by now happens before anybody looks. */
  function catchUp(): void {
    const nowMs = clock.instantMs();
    const next = state.dues.next();
    if (clock.setting().mode === 'real' && next !== undefined && next.dueMs <= nowMs) moveTo(nowMs);
  }

  /** In `skip`, time goes on to the next step of what a reader waits for. */
  function skipTo(subjects: readonly string[]): void {
    if (subjects.length === 0) return;
    const due = state.dues.nextOf(subjects, 'progress') ?? state.dues.next('progress');
    if (due !== undefined) moveTo(Math.max(due.dueMs, state.nowMs));
  }

  function view(): WorldView {
    return {
      name: record.name,
      record,
      position: state.position,
      inputs: state.inputs,
      digest: state.digest,
      nowMs: clock.instantMs(),
      clock: clock.setting(),
      settings: state.settings,
      nextDueMs: state.dues.next()?.dueMs,
      pendingDues: state.dues.size,
    };
  }

  function runUntilIdle(maxMs: number): Advanced {
    const startMs = clock.instantMs();
    const limitMs = Math.min(startMs + maxMs, instantMsMax);
    const before = state.fired;
    const events: Envelope[] = [];
    passTime(state, { atMs: startMs }, events);
    for (;;) {
      const atMs = nextProgress(state, limitMs);
      if (atMs === undefined) break;
      passTime(state, { atMs }, events);
    }
    keep({ n: state.inputs + 1, atMs: state.nowMs, kind: 'time' }, events);
    return { nowMs: state.nowMs, fired: state.fired - before, events: events.length };
  }

  const read: World['read'] = (look, unfinished) =>
    inTurn(() => {
      catchUp();
      if (unfinished !== undefined && clock.setting().mode === 'skip') {
        skipTo(unfinished(statesOf(state)));
      }
      return look(statesOf(state), view);
    });

  return {
    record,
    send: ({ domain, prepare, answer }) =>
      inTurn(() => {
        const atMs = clock.instantMs();
        const events: Envelope[] = [];
        passTime(state, { atMs }, events);
        const isUsed = (used: string) => state.nonces.get(used) !== undefined;
        const { command, nonce } = prepare(statesOf(state), isUsed);
        const input = { n: state.inputs + 1, atMs, kind: 'command' as const, domain, command };
        const outcome = keep(nonce === undefined ? input : { ...input, nonce }, events);
        return answer(outcome, statesOf(state), view);
      }),
    read,
    advance: (advance) =>
      inTurn(() => {
        if ('untilIdle' in advance) return ok(runUntilIdle(advance.maxMs));
        const nowMs = clock.instantMs();
        const toMs = 'toMs' in advance ? advance.toMs : nowMs + advance.byMs;
        if (toMs < nowMs) return err({ code: 'TIME_GOES_BACK', nowMs });
        return toMs > instantMsMax ? err({ code: 'TIME_ENDS', nowMs }) : ok(moveTo(toMs));
      }),
    setClock: (change) =>
      inTurn(() => {
        const atMs = clock.instantMs();
        const setting = { ...clock.setting(), ...change };
        const events: Envelope[] = [];
        passTime(state, { atMs }, events);
        keep({ n: state.inputs + 1, atMs, kind: 'clock', clock: setting }, events);
        clock.set(setting, atMs);
        return view();
      }),
    configure: (change) =>
      inTurn(() => {
        const atMs = clock.instantMs();
        const settings = { ...state.settings, ...change };
        const events: Envelope[] = [];
        passTime(state, { atMs }, events);
        keep({ n: state.inputs + 1, atMs, kind: 'config', settings }, events);
        return view();
      }),
    freeze: () =>
      inTurn(() => {
        if (clock.setting().mode === 'real' && clock.instantMs() > state.nowMs) {
          moveTo(clock.instantMs());
        }
        return forkWorld(state);
      }),
    async stop() {
      await inTurn(() => undefined).catch(() => undefined); // those who came before have their turn
      health = 'stopped';
      await Promise.allSettled([committer.settled(committed), snapshotter.stop()]);
      entries$.complete();
      mailbox.resume();
    },
    show: () => read((_states, shown) => shown()),
    beat: () => {
      if (health !== 'sound' || broken !== undefined) return;
      inTurn(() => {
        catchUp();
        const next = state.dues.next('progress');
        if (clock.setting().mode === 'skip' && next !== undefined) {
          moveTo(Math.max(next.dueMs, state.nowMs));
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
    nowMs: () => clock.instantMs(),
    clock: () => clock.setting(),
    settings: () => state.settings,
    requestId: () => {
      const { position } = state;
      const count = answered.position === position ? answered.count + 1 : 0;
      answered = { position, count };
      return idByOrdinal(host.hash, record.seed, `request/${position}`, count);
    },
    entries$,
    inputs$: entries$.pipe(map((entry) => entry.input)),
    events$: entries$.pipe(concatMap((entry) => entry.events)),
  };
}
