// How time passes in a running world: what falls due happens in order, and a due whose oracle has not answered yet holds
// everybody up, or only itself where the clock is `real`. A generator, since it may have to wait in the middle.

import type { Millis } from '../../kernel/brand.ts';
import type { PendingDue } from '../../kernel/due-queue.ts';
import type { DueInput, Input } from '../../kernel/input.ts';
import { trusting } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import type { OracleCache } from '../oracle-cache.ts';
import { checkSlices, checkInputFits, duesPerSlice, fireDueUntil, type Until } from '../step.ts';
import { breath, type TakeTurn, type Turn } from './executor.ts';
import type { WorldState } from '../world-state.ts';

/** What a replay tells its worlds; what an oracle has not answered yet is waited for there. */
export interface ReplayScript {
  /** What time it is. */
  readonly nowMs: () => Millis;
  /** The due that is to be held as the input of this number, by whose turn it ever is. */
  readonly heldDueAt?: (input: number) => DueInput | undefined;
}

export interface PassageParts {
  readonly desk: OracleCache;
  readonly state: () => WorldState;
  readonly now: () => Millis;
  /** Whether a due without its answer waits alone, and time goes on without it. */
  readonly goesOn: () => boolean;
  /** Whether dues that wait alone are waited for first; a replay is told when they are released. */
  readonly catchesUp: () => boolean;
  readonly told?: ReplayScript | undefined;
  readonly inTurn: TakeTurn;
  /** Carries an input out behind these events of its, and keeps it. */
  readonly keep: (input: Input, events: Envelope[]) => unknown;
}

export interface Passage {
  /** Everything due until then happens; gives its events, behind those that no input tells of yet. */
  readonly pass: (until: Until, before?: Envelope[]) => Turn<Envelope[]>;
  /** Time passes, as an input of its own. */
  readonly moveTo: (atMs: Millis) => Turn<void>;
  /** A state that was put together from the store has its questions still to ask. */
  readonly askAgain: () => void;
}

/** A due that waits, or is about to. */
type Held = Pick<PendingDue<unknown>, 'subject' | 'name' | 'sequence' | 'needs'>;

export function createPassage(parts: PassageParts): Passage {
  const { desk, state, now, goesOn, catchesUp, told, inTurn, keep } = parts;
  const nextInput = () => state().inputs + 1;

  function* pass(until: Until, before: Envelope[] = []): Turn<Envelope[]> {
    let events = before;
    if (state().dues.held > 0 && catchesUp()) yield* awaitHeld();
    for (let breaths = 0; ;) {
      const hold = told?.heldDueAt?.(nextInput());
      const isHere = hold !== undefined && hold.atMs <= until.atMs;
      if (isHere) trusting(hold.n, () => checkInputFits(state(), hold));
      const blocked = fireDueUntil(state(), isHere ? hold : until, events, duesPerSlice);
      if (blocked === 'paused') {
        breaths += 1;
        checkSlices(breaths);
        yield breath;
        continue;
      }
      if (blocked === undefined) {
        if (!isHere) return events;
        const before = events;
        trusting(hold.n, () => keep(hold, before));
        events = [];
        continue;
      }
      if (!goesOn()) {
        yield blocked.needs;
        continue;
      }
      const { subject, name, dueMs, sequence } = blocked;
      const before = { atMs: dueMs, through: sequence - 1 };
      state().nowMs = dueMs;
      keep({ n: nextInput(), ...before, kind: 'hold', subject, name }, events);
      watch(blocked);
      events = [];
    }
  }

  /** What began to wait in `real` mode is waited for by everybody in the others. */
  function* awaitHeld(): Turn<void> {
    const held = state()
      .dues.list()
      .filter(({ isHeld }) => isHeld);
    for (const { subject, name, needs } of held) {
      if (needs !== undefined) yield needs;
      // Nothing else that is due at this instant goes before it.
      const at = { n: nextInput(), atMs: state().nowMs, through: 0 };
      keep({ ...at, kind: 'release', subject, name }, []);
    }
  }

  /** Lets a due that is held happen as soon as its answer is there. */
  function watch({ subject, name, sequence, needs }: Held): void {
    if (needs === undefined) return;
    const isWaiting = () => state().dues.heldOf(subject, name)?.sequence === sequence;
    const happen = (failure?: unknown) =>
      inTurn(function* () {
        if (!goesOn() || !isWaiting()) return;
        if (failure !== undefined) throw failure;
        const atMs = now();
        const events = yield* pass({ atMs });
        keep({ n: nextInput(), atMs, kind: 'release', subject, name }, events);
        yield* moveTo(atMs);
      });
    desk
      .whenAnswered(needs)
      .then(() => happen(), happen)
      .catch(() => undefined); // nobody waits for this turn
  }

  function* moveTo(atMs: Millis): Turn<void> {
    const events = yield* pass({ atMs });
    keep({ n: nextInput(), atMs, kind: 'time' }, events);
  }

  function askAgain(): void {
    for (const due of state().dues.list()) {
      if (due.needs === undefined) continue;
      desk.request(due.needs);
      if (due.isHeld) watch(due);
    }
  }

  return { pass, moveTo, askAgain };
}
