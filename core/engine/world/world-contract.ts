// What can be asked of a running world, and what it tells: the engine's side of every adapter.

import type { Observable } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import type { ClockSetting, Input, JournalEntry, Settings } from '../../kernel/input.ts';
import type { Command, Envelope } from '../../kernel/message.ts';
import type { Result } from '../../kernel/result.ts';
import type { WorldRecord } from '../../ports/event-store.ts';
import type { DomainName, States } from '../registry.ts';
import type { RequestIdOrigin } from './request-ids.ts';
import type { Outcome } from '../step.ts';
import type { WorldState } from '../world-state.ts';
import type { WorldView } from '../world-view.ts';

/** A command made from the state that it will meet. */
export interface Prepared {
  readonly command: Command;
  /** What the client may use once only; see CommandInput. */
  readonly nonce?: string | undefined;
}

export interface Request<Answer> {
  readonly domain: DomainName;
  /** It comes from the world's surroundings: where time stands still, it lets nothing else happen that is due. */
  readonly isOutOfBand?: true;
  /** Makes the command when its turn has come. `isUsed` says whether a nonce came in before. */
  readonly prepare: (states: States, isUsed: (nonce: string) => boolean) => Prepared;
  /** Makes the answer from the state right behind the command. */
  readonly respond: (outcome: Outcome, states: States, view: () => WorldView) => Answer;
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

/** Where a turn of a world took place: what it began with, and what it left behind. */
export interface TaskPosition {
  /** The instant at which the turn began. */
  readonly atMs: Millis;
  /** The number of the last input, and the position, that whoever had the turn saw. */
  readonly inputs: number;
  readonly position: number;
  /** The input that the turn made, if it made one; it is the last one then. */
  readonly input?: number;
}

/** Somebody who watches what is done to a world through his eyes; see World.through. */
export interface Observer {
  /** Asked before each turn, which waits for it. */
  readonly beforeTask?: () => Promise<void>;
  /** Told of each turn when it is done, before it is stored: it may be lost still. */
  readonly afterTask: (place: TaskPosition) => void;
  /** Told what a request id is made of; gives it another place if he wants to. */
  readonly onRequestId: (taken: RequestIdOrigin) => RequestIdOrigin;
}

/** What a reader makes of a state. */
export type WorldQuery<Answer> = (states: States, view: () => WorldView) => Answer;

/** A look that yields between its pieces, so that other worlds go on. */
export type WorldQueryInPieces<Answer> = WorldQuery<Generator<undefined, Answer, void>>;

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
    look: WorldQuery<Answer>,
    unfinished?: (states: States) => readonly string[],
  ) => Promise<Answer>;
  /** Looks at the state piece by piece: other worlds go on where it yields, this one waits for its end. */
  readonly readInPieces: <Answer>(look: WorldQueryInPieces<Answer>) => Promise<Answer>;
  /**
   * Moves time. Refuses to go back, or past the end of time. Unless the clock is `real`, it first waits for the outcomes
   * of what was sent out before, and goes in legs: it stops where something is sent out and waits for the outcome, so that
   * what follows from that follows at its instant.
   */
  readonly advance: (advance: Advance) => Promise<Result<Advanced, TimeRefusal>>;
  readonly setClock: (change: Partial<ClockSetting>) => Promise<WorldView>;
  /** Sets its settings anew, from those that it has at that moment, and answers from the state right behind that. */
  readonly configure: <Answer>(
    change: (settings: Settings) => Settings,
    answer: WorldQuery<Answer>,
  ) => Promise<Answer>;
  readonly describe: () => Promise<WorldView>;
  /** Looks at the state as it is this very moment, whoever has his turn, stored or not. */
  readonly peek: <Answer>(look: (states: States) => Answer) => Answer;
  /** Lets happen what is due by now (`real`), or at the next progress due (`skip`, unless `idle` is off). For pacing. */
  readonly tick: () => void;
  /** When `beat` is next of use: an instant, or undefined, also while the world cannot take one. For pacing. */
  readonly nextTickMs: () => Millis | undefined;
  readonly nowMs: () => Millis;
  readonly clock: () => ClockSetting;
  readonly settings: () => Settings;
  /** The next request id: depends on the seed, the position, and the requests answered at it so far (design section 2). */
  readonly requestId: () => string;
  /** A fork of the present state, given once all of it is stored. In `real` mode what is due by now happens first. */
  readonly forkState: () => Promise<WorldState>;
  /** Looks at everything. In `real` mode what is due by now happens first. */
  readonly inspectState: <Answer>(look: (state: WorldState) => Answer) => Promise<Answer>;
  /** Takes an input that was made elsewhere, as it stands: the next one, and no other. For replays. */
  readonly replayInput: (input: Input) => Promise<JournalEntry>;
  /** The same world, with somebody who watches what is done to it this way. */
  readonly observedBy: (witness: Observer) => World;
  /** What has been stored, in order, a commit at a time. Completes when the world is removed or reset. */
  readonly commits$: Observable<readonly JournalEntry[]>;
  /** The same one by one. */
  readonly entries$: Observable<JournalEntry>;
  readonly inputs$: Observable<Input>;
  readonly events$: Observable<Envelope>;
}
