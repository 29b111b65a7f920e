// The interface of a running world: what adapters call.

import type { Observable, SchedulerLike } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import type { ClockSetting, Input, JournalEntry, Settings } from '../../kernel/input.ts';
import type { Command } from '../../kernel/message.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import type { Result } from '../../kernel/result.ts';
import type { WorldRecord } from '../../ports/event-store.ts';
import type {
  DomainName,
  WorldEnvelope,
  WorldEventOf,
  EventType,
  Rejections,
  States,
} from '../registry.ts';
import type { PostChange } from '../../calendar/index.ts';
import type { TransactionChange } from '../../wallet/index.ts';
import type { TaskObserver } from './observer.ts';
import type { StoredAttachment } from './stored-attachments.ts';
import type { WorldState } from '../world-state.ts';
import type { WorldView } from '../world-view.ts';

export type { PostChange, TransactionChange };

/** A command, prepared from the state that it will meet. */
export interface Prepared {
  readonly command: Command;
  /** A value that a client may use only once; see CommandInput. */
  readonly nonce?: string | undefined;
  /** Bytes to store beside the input. The command has their SHA-256. They must not change afterwards. */
  readonly attachment?: Uint8Array | undefined;
}

/** The events of a command, or the rejection by its domain. */
export type OutcomeOf<Name extends DomainName> = Result<readonly WorldEnvelope[], Rejections[Name]>;

export interface Request<Answer, Name extends DomainName = DomainName> {
  readonly domain: Name;
  /** Out-of-band input such as a webhook outcome. In `frozen` and `skip` it fires no dues. */
  readonly isOutOfBand?: true;
  /** Called when the task runs. `isUsed`: whether an earlier input had this nonce. */
  readonly prepare: (states: States, isUsed: (nonce: string) => boolean) => Prepared;
  /** Computes the answer from the state right after the command. */
  readonly respond: (outcome: OutcomeOf<Name>, states: States, view: () => WorldView) => Answer;
}

/** A request whose answer is printed in pieces. */
export type RequestInPieces<Answer, Name extends DomainName = DomainName> = Request<
  InPieces<Answer>,
  Name
>;

/** By a duration, to an instant, or until no progress due is left (within `maxMs`). */
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

/** An advance failed after some of it was stored: time came to that instant at least, unless the world was reset or removed. */
export class AdvanceCutOff extends Error {
  override readonly name = 'AdvanceCutOff';
  readonly nowMs: Millis;

  constructor(nowMs: Millis, cause: Error) {
    super(`An advance was cut off: ${cause.message}`, { cause });
    this.nowMs = nowMs;
  }
}

export interface HistoryQuery<Type extends EventType = EventType> {
  /** The first position. Default: 1. */
  readonly from?: number | undefined;
  /** The last position, after which the stream completes; it fails if the world ends before. Default: none. */
  readonly to?: number | undefined;
  readonly type?: Type | undefined;
  readonly stream?: string | undefined;
}

export type EnvelopeOf<Type extends EventType> = WorldEnvelope<WorldEventOf<Type>>;

/** Reads a state. */
export type WorldQuery<Answer> = (states: States, view: () => WorldView) => Answer;

/** Yields between its pieces, so that other worlds run meanwhile. */
export type WorldQueryInPieces<Answer> = WorldQuery<InPieces<Answer>>;

/** The unfinished subjects that a query shows. */
export type UnfinishedSubjects = (states: States) => readonly string[];

/** All promises resolve once everything that they reflect is stored, and reject with StoreError if it was lost. */
export interface World {
  readonly record: WorldRecord;
  readonly send: <Answer, Name extends DomainName>(
    request: Request<Answer, Name>,
  ) => Promise<Answer>;
  /** Other worlds run between the pieces; this one waits for the end. */
  readonly sendInPieces: <Answer, Name extends DomainName>(
    request: RequestInPieces<Answer, Name>,
  ) => Promise<Answer>;
  /**
   * In `skip` mode, time first moves to the next progress due of one of the subjects of `waitFor`, or to the next of all if
   * these have none. In `real` mode, what is due by now fires first. Rejects with what the query throws.
   */
  readonly read: <Answer>(
    query: WorldQuery<Answer>,
    waitFor?: UnfinishedSubjects,
  ) => Promise<Answer>;
  /** As `read`, but it does not count as a use: the world sleeps as soon as without it. */
  readonly glance: <Answer>(query: WorldQuery<Answer>) => Promise<Answer>;
  /** Other worlds run between the pieces; this one waits for the end. */
  readonly readInPieces: <Answer>(query: WorldQueryInPieces<Answer>) => Promise<Answer>;
  /**
   * Moves time; refuses to go back, or past the end of time. Unless the clock is `real`, it waits for the outcomes of outbound
   * deliveries, before it moves and at each event that causes one. Rejects with AdvanceCutOff if it failed after some of it was stored.
   */
  readonly advance: (advance: Advance) => Promise<Result<Advanced, TimeRefusal>>;
  readonly setClock: (change: Partial<ClockSetting>) => Promise<WorldView>;
  /** `change` gets the settings of the moment at which the task runs. */
  readonly configure: <Answer>(
    change: (settings: Settings) => Settings,
    respond: WorldQuery<Answer>,
  ) => Promise<Answer>;
  readonly describe: () => Promise<WorldView>;
  /** Stored commands that match, with the bytes beside them, in order, read one by one. Ends at the last that is stored by then. */
  readonly attachments: (
    matches: (command: Command) => boolean,
  ) => AsyncIterableIterator<StoredAttachment>;
  /** Reads the state at once, even in the middle of a task, stored or not. */
  readonly peek: <Answer>(query: WorldQuery<Answer>) => Answer;
  /**
   * For pacing: fires what is due by now (`real`), or moves to the next progress due (`skip`, unless `idle` is off). Resolves
   * once that is stored, or at once if the world cannot tick at present; rejects if it could not be stored.
   */
  readonly tick: () => Promise<void>;
  /** For pacing: when the next tick is of use; undefined if never, or if the world cannot tick at present. */
  readonly nextTickMs: () => Millis | undefined;
  readonly nowMs: () => Millis;
  readonly clock: () => ClockSetting;
  readonly settings: () => Settings;
  /** Derived from the seed, the position, and the number of ids issued at it so far (design section 2). */
  readonly requestId: () => string;
  /** A fork of the present state. In `real` mode, time moves to now first. */
  readonly forkState: () => Promise<WorldState>;
  /** Reads the whole state. In `real` mode, what is due by now fires first. */
  readonly inspectState: <Answer>(query: (state: WorldState) => Answer) => Promise<Answer>;
  /** For replays: applies the next input of a recording as it stands, with the bytes beside it if the recording has them. */
  readonly replayInput: (input: Input, attachment?: Uint8Array) => Promise<JournalEntry>;
  /** The same world; the observer sees all tasks that are requested through the returned API, as those of this API do. */
  readonly observedBy: (observer: TaskObserver) => World;
  /**
   * Stored entries in order, a commit at a time; one that only seemed lost comes when it is found in the store. Completes when
   * the world is removed or reset.
   */
  readonly commits$: Observable<readonly JournalEntry[]>;
  readonly entries$: Observable<JournalEntry>;
  /**
   * Stored events from now on. All observers get one before the next, in the order of their subscriptions; work of the
   * scheduler runs in between. One that subscribes meanwhile gets the events after it. A command that an observer sends is
   * decided at once, or behind the running task, and its events come after those of this commit.
   */
  readonly events$: Observable<WorldEnvelope>;
  /** The log from a position on: stored events, then those of `events$`, each once. Ends with `to`, or as `events$`. */
  readonly history$: <Type extends EventType = EventType>(
    query?: HistoryQuery<Type>,
  ) => Observable<EnvelopeOf<Type>>;
  /** As `history$`, read on demand: for slow readers. One page is in memory, whatever is committed meanwhile. */
  readonly historyPages: <Type extends EventType = EventType>(
    query?: HistoryQuery<Type>,
  ) => AsyncIterableIterator<readonly EnvelopeOf<Type>[], undefined>;
  /**
   * A transaction as it is now, then after each event; ends in a final state, or with the world. Without an id: all that are
   * not final, then each change of any. Waits for one that does not exist yet.
   */
  readonly transactions$: (id?: string) => Observable<TransactionChange>;
  /**
   * A post of the calendar as it is now, then after each mutation, with the fields that changed; ends with the world, since
   * even the trash is not final. Without an id: all posts, then each mutation of any.
   */
  readonly posts$: (id?: number) => Observable<PostChange>;
  /**
   * The world's virtual time, for operators of rxjs. Work runs after the events of its instant; that of a later instant waits
   * until time moves, in `real` mode by itself. It is not journaled, and lost when the process ends.
   */
  readonly scheduler: SchedulerLike;
  /**
   * The same stream, whose observers are reported (`onObserverFailed`) and unsubscribed when they throw, as those of the streams
   * of this world are. For streams that rxjs creates: `timer(1_000, world.scheduler)`, `merge(one.events$, other.events$)`.
   */
  readonly guarded: <T>(stream$: Observable<T>) => Observable<T>;
}
