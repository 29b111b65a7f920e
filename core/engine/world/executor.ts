// Turns of a world: one at a time, in the order in which they were asked for. A turn is a coroutine: it mostly runs through
// at once, and where it comes to need an oracle's answer it yields the question, and everybody behind it waits with it.
// A long one yields `breath` now and then, so that other worlds have their turns.

import type { Question } from '../../kernel/due-queue.ts';
import type { Mailbox } from './mailbox.ts';
import type { OracleCache } from '../oracle-cache.ts';

/** Yielded by a long turn: it goes on in the next turn of the event loop. */
export const breath = 'breath';

/** The reason of a turn to wait. */
type Need = Question | typeof breath;

export type Turn<Answer> = Generator<Need, Answer, void>;

export interface TurnParts {
  readonly mailbox: Mailbox;
  readonly desk: OracleCache;
  /** Resolves in the next turn of the event loop. */
  readonly breathe: () => Promise<void>;
  /** Why no turn can be taken at present, if none can. */
  readonly refusal: () => Error | undefined;
  /** Tells one life of the state from the next: a turn that has waited does not go on in another. */
  readonly life: () => number;
  /** Resolves when what the turn did and saw is stored. */
  readonly settled: () => Promise<void>;
  /** What a turn threw may have left the state half changed. Gives the error that ends the world. */
  readonly failed: (error: unknown) => Error;
  /** What a turn is told whose state was lost while it waited. */
  readonly lost: () => Error;
}

/** Gives a task its turn. The answer is given once everything that it saw is stored. */
export type TakeTurn = <Answer>(task: () => Turn<Answer>) => Promise<Answer>;

export interface Turns {
  readonly take: TakeTurn;
  /** Whether a turn has begun and waits: for an answer, or for others to go on. */
  readonly isWaiting: () => boolean;
  /** Gives up the turn that waits, if one does. */
  readonly abandon: () => void;
}

export function createTurns(parts: TurnParts): Turns {
  const { mailbox, desk, breathe, refusal, life, settled, failed, lost } = parts;
  let abandon: (() => void) | undefined;

  function drive<Answer>(
    turn: Turn<Answer>,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): void {
    let next: IteratorResult<Need, Answer>;
    try {
      next = turn.next();
    } catch (error) {
      return reject(failed(error));
    }
    if (next.done === true) {
      const { value } = next;
      settled().then(() => resolve(value), reject);
      return;
    }
    wait(turn, next.value, resolve, reject);
  }

  /** Everybody behind it waits with it. */
  function wait<Answer>(
    turn: Turn<Answer>,
    need: Need,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): void {
    const began = life();
    let isWaiting = true;
    /** Ends the waiting, once, and lets those behind it go on after this. */
    const goOn = (then: () => void) => {
      if (!isWaiting) return;
      isWaiting = false;
      abandon = undefined;
      then();
      mailbox.resume();
    };
    const giveUp = () => {
      turn.return(undefined as never); // it has things to put back
      reject(lost());
    };
    mailbox.pause();
    abandon = () => goOn(giveUp);
    const met = need === breath ? breathe() : desk.whenAnswered(need);
    met.then(
      () => goOn(life() === began ? () => drive(turn, resolve, reject) : giveUp),
      (error: unknown) => goOn(() => reject(failed(error))),
    );
  }

  return {
    take: (task) =>
      new Promise((resolve, reject) => {
        mailbox.post(() => {
          const error = refusal();
          if (error === undefined) drive(task(), resolve, reject);
          else reject(error);
        });
      }),
    isWaiting: () => abandon !== undefined,
    abandon: () => abandon?.(),
  };
}
