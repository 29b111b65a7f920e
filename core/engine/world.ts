// One running world: takes requests one at a time, steps, commits, and answers when what it answers is stored.

import { concatMap, map, Subject, type Observable } from 'rxjs';
import type { Millis } from '../kernel/brand.ts';
import { idByOrdinal } from '../kernel/ids.ts';
import type { ClockSetting, Input, JournalEntry } from '../kernel/input.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Command, Envelope } from '../kernel/message.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Committed, Committer } from './commit.ts';
import { createMailbox } from './mailbox.ts';
import type { DomainName, States } from './registry.ts';
import { decideCommand, finish, nextProgress, passTime, type Outcome } from './step.ts';
import { createVirtualClock, instantMsMax } from './virtual-clock.ts';
import { statesOf, type WorldState } from './world-state.ts';

/** A command made from the state that it will meet. */
export interface Prepared {
  readonly command: Command;
  /** What the client may use once only; see CommandInput. */
  readonly nonce?: string | undefined;
}

export interface Request<Answer> {
  readonly domain: DomainName;
  /** Makes the command when its turn has come. `isUsed` says whether a nonce came in before. Must not throw. */
  readonly prepare: (states: States, isUsed: (nonce: string) => boolean) => Prepared;
  /** Makes the answer from the state right behind the command. Must not throw. */
  readonly answer: (outcome: Outcome, states: States) => Answer;
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
  readonly nextDueMs: Millis | undefined;
  readonly pendingDues: number;
}

export interface World {
  readonly record: WorldRecord;
  /** Decides a command. The answer is given once everything that it saw is stored; rejects with StoreError if lost. */
  readonly send: <Answer>(request: Request<Answer>) => Promise<Answer>;
  /**
   * Looks at the state. `subjects` names what the reader shows that is unfinished: in `skip` mode time first moves to
   * the next progress due of one of them. In `real` mode what is due by now happens first.
   */
  readonly read: <Answer>(
    look: (states: States) => Answer,
    subjects?: (states: States) => readonly string[],
  ) => Promise<Answer>;
  /** Moves time. Refuses to go back, or past the end of time. */
  readonly advance: (advance: Advance) => Promise<Result<Advanced, TimeRefusal>>;
  readonly setClock: (setting: ClockSetting) => Promise<void>;
  readonly show: () => Promise<WorldView>;
  /** Lets happen what is due by now (`real`), or at the next progress due (`skip`). For pacing. */
  readonly beat: () => void;
  /** When `beat` is next of use: an instant, or undefined. For pacing. */
  readonly nextBeatMs: () => Millis | undefined;
  readonly nowMs: () => Millis;
  readonly clock: () => ClockSetting;
  /** The next request id: depends on the seed, the inputs so far and the requests answered since the last. */
  readonly requestId: () => string;
  /** What has been stored, in order. */
  readonly entries$: Observable<JournalEntry>;
  readonly inputs$: Observable<Input>;
  readonly events$: Observable<Envelope>;
}

export interface WorldParts {
  readonly record: WorldRecord;
  readonly state: WorldState;
  readonly host: Host;
  readonly committer: Committer;
  /** Gives the world's last stored state again, after a commit that failed. */
  readonly reload: () => Promise<WorldState>;
  /** Told once if one of our own invariants broke in this world. */
  readonly onBroken: (error: InvariantError, world: WorldView) => void;
}

export function createWorld(parts: WorldParts): World {
  const { record, host, committer } = parts;
  let state = parts.state;
  let clock = createVirtualClock(host.monotonicMs, state.nowMs, state.clock);
  let broken: Error | undefined;
  let answered = { inputs: -1, count: 0 };
  const mailbox = createMailbox();
  const entries$ = new Subject<JournalEntry>();

  const committed: Committed = {
    name: record.name,
    stored: (entries) => {
      for (const entry of entries) entries$.next(entry);
    },
    lost: () => {
      mailbox.pause();
      parts
        .reload()
        .then(
          (reloaded) => {
            state = reloaded;
            // Instants that were answered before stay in the past, though what happened at them is lost.
            const ranOnMs = state.clock.mode === 'real' ? clock.instantMs() : state.nowMs;
            const resumedMs = Math.max(state.nowMs, ranOnMs);
            clock = createVirtualClock(host.monotonicMs, resumedMs, state.clock);
          },
          (error: unknown) => {
            broken = error instanceof Error ? error : new Error(String(error));
          },
        )
        .finally(mailbox.resume);
    },
  };

  /** Runs a task in its turn, then waits until what it did and saw is stored. */
  function inTurn<Answer>(task: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      mailbox.post(() => {
        if (broken !== undefined) return reject(broken);
        let answer: Answer;
        try {
          answer = task();
        } catch (error) {
          if (error instanceof InvariantError) {
            broken = error;
            parts.onBroken(error, view());
          }
          return reject(error);
        }
        committer.settled(committed).then(() => resolve(answer), reject);
      });
    });
  }

  function keep(input: Input, events: readonly Envelope[]): JournalEntry {
    const entry = finish(state, input, events);
    clock.moveTo(state.nowMs);
    committer.enqueue(committed, entry);
    return entry;
  }

  function moveTo(atMs: Millis): number {
    const events = passTime(state, atMs);
    keep({ n: state.inputs + 1, atMs, kind: 'time' }, events);
    return events.length;
  }

  /** What has fallen due by now happens before anybody looks. */
  function catchUp(): void {
    const nowMs = clock.instantMs();
    const next = state.dues.next();
    if (clock.setting().mode === 'real' && next !== undefined && next.dueMs <= nowMs) moveTo(nowMs);
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
      nextDueMs: state.dues.next()?.dueMs,
      pendingDues: state.dues.size,
    };
  }

  function advanceTo(toMs: Millis): Advanced {
    const before = state.fired;
    const events = moveTo(toMs);
    return { nowMs: state.nowMs, events, fired: state.fired - before };
  }

  function runUntilIdle(maxMs: number): Advanced {
    const limitMs = Math.min(clock.instantMs() + maxMs, instantMsMax);
    const before = state.fired;
    const events: Envelope[] = [];
    events.push(...passTime(state, clock.instantMs()));
    for (;;) {
      const atMs = nextProgress(state, limitMs);
      if (atMs === undefined) break;
      events.push(...passTime(state, atMs));
    }
    keep({ n: state.inputs + 1, atMs: state.nowMs, kind: 'time' }, events);
    return { nowMs: state.nowMs, events: events.length, fired: state.fired - before };
  }

  return {
    record,
    send: ({ domain, prepare, answer }) =>
      inTurn(() => {
        const atMs = clock.instantMs();
        const events = passTime(state, atMs);
        const { command, nonce } = prepare(statesOf(state), (used) => state.nonces.has(used));
        const outcome = decideCommand(state, domain, command);
        if (outcome.ok) events.push(...outcome.value);
        const input = { n: state.inputs + 1, atMs, kind: 'command' as const, domain, command };
        keep(nonce === undefined ? input : { ...input, nonce }, events);
        return answer(outcome, statesOf(state));
      }),
    read: (look, subjects) =>
      inTurn(() => {
        catchUp();
        if (subjects !== undefined && clock.setting().mode === 'skip') {
          const due = state.dues.nextOf(subjects(statesOf(state)), 'progress');
          if (due !== undefined) moveTo(Math.max(due.dueMs, state.nowMs));
        }
        return look(statesOf(state));
      }),
    advance: (advance) =>
      inTurn(() => {
        if ('untilIdle' in advance) return ok(runUntilIdle(advance.maxMs));
        const nowMs = clock.instantMs();
        const toMs = 'toMs' in advance ? advance.toMs : nowMs + advance.byMs;
        if (toMs < nowMs) return err({ code: 'TIME_GOES_BACK', nowMs });
        return toMs > instantMsMax ? err({ code: 'TIME_ENDS', nowMs }) : ok(advanceTo(toMs));
      }),
    setClock: (setting) =>
      inTurn(() => {
        const atMs = clock.instantMs();
        const events = passTime(state, atMs);
        keep({ n: state.inputs + 1, atMs, kind: 'clock', clock: setting }, events);
        clock.set(setting);
      }),
    show: () =>
      inTurn(() => {
        catchUp();
        return view();
      }),
    beat: () =>
      void inTurn(() => {
        catchUp();
        const next = state.dues.next('progress');
        if (clock.setting().mode === 'skip' && next !== undefined) {
          moveTo(Math.max(next.dueMs, state.nowMs));
        }
      }).catch(() => undefined), // whoever waits for an answer is told; nobody waits for a beat
    nextBeatMs: () => {
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
    requestId: () => {
      answered =
        answered.inputs === state.inputs
          ? { inputs: state.inputs, count: answered.count + 1 }
          : { inputs: state.inputs, count: 0 };
      return idByOrdinal(host.hash, record.seed, `request/${answered.inputs}`, answered.count);
    },
    entries$,
    inputs$: entries$.pipe(map((entry) => entry.input)),
    events$: entries$.pipe(concatMap((entry) => entry.events)),
  };
}
