// What may be asked of a running world, each request as a turn of its own; and the world as it is seen by one who has a
// witness to what he does.

import { concatMap, map, type Observable } from 'rxjs';
import type { Millis } from '../kernel/brand.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { WorldRecord } from '../ports/event-store.ts';
import type { Passage } from './passage.ts';
import type { RequestIds } from './request-ids.ts';
import { nextProgress, type Outcome } from './step.ts';
import type { Turn } from './turns.ts';
import { instantMsMax, type VirtualClock } from './virtual-clock.ts';
import type {
  Advance,
  Advanced,
  Place,
  TimeRefusal,
  Witness,
  World,
  WorldView,
} from './world-contract.ts';
import { forkWorld, statesOf, type WorldState } from './world-state.ts';

/** The turn that is under way. */
export interface Present {
  readonly startMs: Millis;
  /** Where it has come to: a turn that moves time goes on from there. */
  readonly nowMs: Millis;
  /** The input that it has made. */
  readonly input: number | undefined;
}

/** What is inside of a running world; see world.ts. */
export interface Inside {
  readonly record: WorldRecord;
  readonly passage: Passage;
  readonly inTurn: <Answer>(task: (present: Present) => Turn<Answer>) => Promise<Answer>;
  readonly inPassing: <Answer>(
    nowMs: Millis,
    look: (present: Present) => Answer,
  ) => Promise<Answer>;
  /** The present instant, if a reader would have his turn at once: nothing is to happen before it, or to wait for behind it. */
  readonly quietMs: () => Millis | undefined;
  readonly keep: (input: Input, events: Envelope[]) => Kept;
  readonly view: () => WorldView;
  readonly requestIds: RequestIds;
  readonly state: () => WorldState;
  readonly clock: () => VirtualClock;
  readonly now: () => Millis;
  readonly canBeat: () => boolean;
  readonly entries$: Observable<JournalEntry>;
  /** Resolves when what was sent out is answered, or has had its time; undefined if nothing is under way. */
  readonly outbound: () => Promise<void> | undefined;
}

/** An input carried out. */
export interface Kept {
  readonly entry: JournalEntry;
  readonly outcome: Outcome;
}

/** How far an advance came at one go. */
interface Leg {
  readonly isDone: boolean;
  readonly advanced: Advanced;
}

/** The instant that time is not to go past. */
function limitOf(wish: Advance, nowMs: Millis): Result<Millis, TimeRefusal> {
  if ('untilIdle' in wish) return ok(Math.min(nowMs + wish.maxMs, instantMsMax));
  const toMs = 'toMs' in wish ? wish.toMs : nowMs + wish.byMs;
  if (toMs < nowMs) return err({ code: 'TIME_GOES_BACK', nowMs });
  return toMs > instantMsMax ? err({ code: 'TIME_ENDS', nowMs }) : ok(toMs);
}

/** Gives the faces of a world: as it is asked by somebody with a witness, or without. */
export function createFaces(inside: Inside): (witness?: Witness) => World {
  const { record, inPassing, quietMs, keep, view, requestIds, state, clock, now } = inside;
  const { pass, moveTo } = inside.passage;
  const stamp = (atMs: Millis) => ({ n: state().inputs + 1, atMs });
  const inputs$ = inside.entries$.pipe(map((entry) => entry.input));
  const events$ = inside.entries$.pipe(concatMap((entry) => entry.events));

  /** What has fallen due by now happens before anybody looks. */
  function* catchUp(): Turn<void> {
    const nowMs = now();
    const next = state().dues.next();
    const isDue = next !== undefined && next.dueMs <= nowMs;
    if (clock().setting().mode === 'real' && isDue) yield* moveTo(nowMs);
  }

  /** In `skip`, time goes on to the next step of what a reader waits for. */
  function* skipTo(subjects: readonly string[]): Turn<void> {
    if (subjects.length === 0) return;
    const { dues, nowMs } = state();
    const due = dues.nextOf(subjects, 'progress') ?? dues.next('progress');
    if (due !== undefined) yield* moveTo(Math.max(due.dueMs, nowMs));
  }

  /** Goes towards where `next` says, again and again; stops where something is sent out, unless the clock is `real`. */
  function* leg(startMs: Millis, next: () => Millis | undefined): Turn<Leg> {
    const { fired, position, sent } = state();
    const isReal = clock().setting().mode === 'real';
    let events = yield* pass({ atMs: startMs });
    let isDone = false;
    while (isReal || state().sent === sent) {
      const toMs = next();
      isDone = toMs === undefined;
      if (toMs === undefined) break;
      const { dueMs } = state().dues.next() ?? { dueMs: toMs };
      const atMs = isReal ? toMs : Math.min(toMs, Math.max(dueMs, state().nowMs));
      events = yield* pass({ atMs }, events);
    }
    keep({ ...stamp(state().nowMs), kind: 'time' }, events);
    const { nowMs, fired: firedNow, position: positionNow } = state();
    return { isDone, advanced: { nowMs, fired: firedNow - fired, events: positionNow - position } };
  }

  /** The first leg finds out where time is to go, and may refuse it; the others go on from wherever time is by then. */
  async function advance(
    inTurn: <Answer>(task: () => Turn<Answer>) => Promise<Answer>,
    wish: Advance,
  ): Promise<Result<Advanced, TimeRefusal>> {
    let limitMs: Millis | undefined;
    let sum = { nowMs: 0, fired: 0, events: 0 };
    for (;;) {
      const went = await inTurn(function* () {
        const nowMs = now();
        if (limitMs === undefined) {
          const limit = limitOf(wish, nowMs);
          if (!limit.ok) return limit;
          limitMs = limit.value;
        }
        const toMs = limitMs;
        const isThere = () => state().nowMs >= toMs;
        const next =
          'untilIdle' in wish
            ? () => nextProgress(state(), toMs)
            : () => (isThere() ? undefined : toMs);
        return ok(yield* leg(nowMs, next));
      });
      if (!went.ok) return went;
      const { isDone, advanced } = went.value;
      const { fired, events } = advanced;
      sum = { nowMs: advanced.nowMs, fired: sum.fired + fired, events: sum.events + events };
      const settled = clock().setting().mode === 'real' ? undefined : inside.outbound();
      if (settled !== undefined) await settled;
      if (isDone) return ok(sum);
    }
  }

  function placeOf({ startMs, input }: Present): Place {
    const { inputs, position } = state();
    const place = { atMs: startMs, inputs, position };
    return input === undefined ? place : { ...place, input };
  }

  /** A beat waits for what is in flight. */
  let isSettling = false;

  function face(witness?: Witness): World {
    const witnessed = <Answer>(task: () => Turn<Answer>) =>
      inside.inTurn(function* (present) {
        const answer = yield* task();
        witness?.after(placeOf(present));
        return answer;
      });

    const inTurn =
      witness?.before === undefined
        ? witnessed
        : async <Answer>(task: () => Turn<Answer>) => {
            await witness.before?.();
            return witnessed(task);
          };

    const readNow: World['read'] = (look, unfinished) => {
      const nowMs = quietMs();
      const isSkipping = unfinished !== undefined && clock().setting().mode === 'skip';
      const settled = isSkipping ? inside.outbound() : undefined;
      const lookInTurn = () =>
        witnessed(function* () {
          yield* catchUp();
          if (unfinished !== undefined && clock().setting().mode === 'skip') {
            yield* skipTo(unfinished(statesOf(state())));
          }
          return look(statesOf(state()), view);
        });
      if (settled !== undefined) return settled.then(lookInTurn);
      return nowMs === undefined
        ? lookInTurn()
        : inPassing(nowMs, (present) => {
            const answer = look(statesOf(state()), view);
            witness?.after(placeOf(present));
            return answer;
          });
    };

    const read: World['read'] =
      witness?.before === undefined
        ? readNow
        : async (look, unfinished) => {
            await witness.before?.();
            return readNow(look, unfinished);
          };

    const beatNow = () => {
      inTurn(function* () {
        yield* catchUp();
        const next = state().dues.next('progress');
        if (clock().setting().mode === 'skip' && next !== undefined) {
          yield* moveTo(Math.max(next.dueMs, state().nowMs));
        }
      }).catch(() => undefined); // whoever waits for an answer is told; nobody waits for a beat
    };

    return {
      record,
      send: ({ domain, isAside = false, prepare, answer }) =>
        inTurn(function* () {
          const atMs = now();
          const isAlone = isAside && clock().setting().mode !== 'real';
          const until = isAlone ? { atMs, through: 0 } : { atMs };
          const events = yield* pass(until);
          const isUsed = (used: string) => state().nonces.get(used) !== undefined;
          const { command, nonce } = prepare(statesOf(state()), isUsed);
          const input = { ...stamp(atMs), ...until, kind: 'command' as const, domain, command };
          const { outcome } = keep(nonce === undefined ? input : { ...input, nonce }, events);
          return answer(outcome, statesOf(state()), view);
        }),
      read,
      advance: (wish) => advance(inTurn, wish),
      setClock: (change) =>
        inTurn(function* () {
          const atMs = now();
          const setting = { ...clock().setting(), ...change };
          const events = yield* pass({ atMs });
          keep({ ...stamp(atMs), kind: 'clock', clock: setting }, events);
          clock().set(setting, atMs);
          return view();
        }),
      configure: (change, answer) =>
        inTurn(function* () {
          const atMs = now();
          const events = yield* pass({ atMs });
          const settings = change(state().settings);
          keep({ ...stamp(atMs), kind: 'config', settings }, events);
          return answer(statesOf(state()), view);
        }),
      freeze: () =>
        inTurn(function* () {
          const nowMs = now();
          if (clock().setting().mode === 'real' && nowMs > state().nowMs) yield* moveTo(nowMs);
          return forkWorld(state());
        }),
      inspect: (look) =>
        inTurn(function* () {
          yield* catchUp();
          return look(state());
        }),
      enter: (input) =>
        inTurn(function* () {
          const events = yield* pass(input);
          const { entry } = keep(input, events);
          if (input.kind === 'clock') clock().set(input.clock, input.atMs);
          return entry;
        }),
      show: () => read((_states, shown) => shown()),
      peek: (look) => look(statesOf(state())),
      beat: () => {
        if (!inside.canBeat() || isSettling) return;
        const settled = clock().setting().mode === 'skip' ? inside.outbound() : undefined;
        if (settled === undefined) return beatNow();
        isSettling = true;
        void settled.then(() => {
          isSettling = false;
          beatNow();
        });
      },
      nextBeatMs: () => {
        if (!inside.canBeat() || isSettling) return undefined;
        switch (clock().setting().mode) {
          case 'real':
            return state().dues.next()?.dueMs;
          case 'skip':
            return state().dues.next('progress')?.dueMs;
          case 'frozen':
            return undefined;
        }
      },
      nowMs: () => now(),
      clock: () => clock().setting(),
      settings: () => state().settings,
      requestId: () => {
        const place = requestIds.take(state().position);
        return requestIds.idAt(witness?.identified(place) ?? place);
      },
      through: face,
      entries$: inside.entries$,
      inputs$,
      events$,
    };
  }

  return face;
}
