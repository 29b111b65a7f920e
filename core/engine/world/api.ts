// What may be asked of a running world, each request as a turn of its own; and the world as it is seen by one who has a
// witness to what he does.

import { concatMap, map, type Observable } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import {
  changedClock,
  type ClockSetting,
  type Input,
  type JournalEntry,
  type Settings,
} from '../../kernel/input.ts';
import { trusting } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { WorldRecord } from '../../ports/event-store.ts';
import type { Passage } from './time.ts';
import type { States } from '../registry.ts';
import type { RequestIds } from './request-ids.ts';
import { checkInputFits, duesPerSlice, nextProgress, type Outcome } from '../step.ts';
import { breath, type Turn } from './executor.ts';
import { instantMsMax, type VirtualClock } from './virtual-clock.ts';
import type {
  Advance,
  Advanced,
  WorldQuery,
  WorldQueryInPieces,
  Request,
  TimeRefusal,
  Observer,
  World,
} from './world-contract.ts';
import { forkWorld, statesOf, type WorldState } from '../world-state.ts';
import type { WorldView } from '../world-view.ts';

/** What is inside of a running world; see world.ts. */
export interface Inside {
  readonly record: WorldRecord;
  readonly passage: Passage;
  /** Gives a task its turn, and tells the witness of it. */
  readonly inTurn: <Answer>(task: () => Turn<Answer>, witness?: Observer) => Promise<Answer>;
  readonly inPassing: <Answer>(
    nowMs: Millis,
    look: () => Answer,
    witness: Observer | undefined,
  ) => Promise<Answer>;
  /** The present instant, if a reader would have his turn at once: nothing is to happen before it, or to wait for behind it. */
  readonly quietMs: () => Millis | undefined;
  readonly keep: (input: Input, events: Envelope[]) => Kept;
  readonly view: () => WorldView;
  readonly requestIds: RequestIds;
  /** The position that the running turn sees; outside of turns the last stored one. */
  readonly seenPosition: () => number;
  readonly state: () => WorldState;
  readonly clock: () => VirtualClock;
  readonly now: () => Millis;
  readonly canBeat: () => boolean;
  readonly commits$: Observable<readonly JournalEntry[]>;
  /** Whether outcomes of what was sent out are in flight, or still to be journaled. */
  readonly isSending: () => boolean;
  /** Resolves when those are journaled, or have had their time; undefined if there are none. */
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

/**
 * Gives the faces of a world: as it is asked by somebody with a witness, or without. What happens in a turn is a generator
 * of the world's, made once; a face is made for each request that is recorded, and holds nothing but its witness.
 */
export function createFaces(inside: Inside): (witness?: Observer) => World {
  const { record, keep, view, requestIds, state, clock, now } = inside;
  const { pass, moveTo } = inside.passage;
  const { commits$ } = inside;
  const entries$ = commits$.pipe(concatMap((entries) => entries));
  const inputs$ = entries$.pipe(map((entry) => entry.input));
  const events$ = entries$.pipe(concatMap((entry) => entry.events));
  const nextInput = () => state().inputs + 1;
  const isUsed = (nonce: string) => state().nonces.get(nonce) !== undefined;
  const skipsTo = (unfinished: Unfinished | undefined): unfinished is Unfinished =>
    unfinished !== undefined && clock().setting().mode === 'skip';

  function* sending<Answer>({
    domain,
    isOutOfBand,
    prepare,
    respond,
  }: Request<Answer>): Turn<Answer> {
    const atMs = now();
    const isAlone = isOutOfBand === true && clock().setting().mode !== 'real';
    const until = isAlone ? { atMs, through: 0 } : { atMs };
    const events = yield* pass(until);
    const { command, nonce } = prepare(statesOf(state()), isUsed);
    const used = nonce === undefined ? {} : { nonce };
    const input = { n: nextInput(), ...until, kind: 'command', domain, command, ...used } as const;
    const { outcome } = keep(input, events);
    return respond(outcome, statesOf(state()), view);
  }

  function* looking<Answer>(look: WorldQuery<Answer>, unfinished?: Unfinished): Turn<Answer> {
    yield* catchUp();
    if (skipsTo(unfinished)) yield* skipTo(unfinished(statesOf(state())));
    return look(statesOf(state()), view);
  }

  function* lookingInPieces<Answer>(look: WorldQueryInPieces<Answer>): Turn<Answer> {
    yield* catchUp();
    const pieces = look(statesOf(state()), view);
    for (;;) {
      const next = pieces.next();
      if (next.done === true) return next.value;
      yield breath;
    }
  }

  function* settingClock(change: Partial<ClockSetting>): Turn<WorldView> {
    const atMs = now();
    const setting = changedClock(clock().setting(), change);
    const events = yield* pass({ atMs });
    keep({ n: nextInput(), atMs, kind: 'clock', clock: setting }, events);
    clock().set(setting, atMs);
    return view();
  }

  function* configuring<Answer>(
    change: (settings: Settings) => Settings,
    answer: WorldQuery<Answer>,
  ): Turn<Answer> {
    const atMs = now();
    const events = yield* pass({ atMs });
    const settings = change(state().settings);
    keep({ n: nextInput(), atMs, kind: 'config', settings }, events);
    return answer(statesOf(state()), view);
  }

  function* freezing(): Turn<WorldState> {
    const nowMs = now();
    if (clock().setting().mode === 'real' && nowMs > state().nowMs) yield* moveTo(nowMs);
    return forkWorld(state());
  }

  function* inspecting<Answer>(look: (world: WorldState) => Answer): Turn<Answer> {
    yield* catchUp();
    return look(state());
  }

  function* entering(input: Input): Turn<JournalEntry> {
    trusting(input.n, () => checkInputFits(state(), input));
    const events = yield* pass(input);
    const { entry } = trusting(input.n, () => keep(input, events));
    if (input.kind === 'clock') clock().set(input.clock, input.atMs);
    return entry;
  }

  function* beating(): Turn<void> {
    yield* catchUp();
    const next = state().dues.next('progress');
    if (clock().setting().mode === 'skip' && next !== undefined) {
      yield* moveTo(Math.max(next.dueMs, state().nowMs));
    }
  }

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
    let breathedAt = fired;
    while (isReal || state().sent === sent) {
      const toMs = next();
      isDone = toMs === undefined;
      if (toMs === undefined) break;
      const { dueMs } = state().dues.next() ?? { dueMs: toMs };
      const atMs = isReal ? toMs : Math.min(toMs, Math.max(dueMs, state().nowMs));
      events = yield* pass({ atMs }, events);
      if (state().fired - breathedAt < duesPerSlice) continue;
      breathedAt = state().fired;
      yield breath;
    }
    keep({ n: nextInput(), atMs: state().nowMs, kind: 'time' }, events);
    const { nowMs, fired: firedNow, position: positionNow } = state();
    return { isDone, advanced: { nowMs, fired: firedNow - fired, events: positionNow - position } };
  }

  /** One leg of an advance. The first finds out where time is to go, and may refuse it; the others know the limit. */
  function* advancing(
    wish: Advance,
    known: Millis | undefined,
  ): Turn<Result<Leg & { readonly limitMs: Millis }, TimeRefusal>> {
    const nowMs = now();
    const limit = known === undefined ? limitOf(wish, nowMs) : ok(known);
    if (!limit.ok) return limit;
    const limitMs = limit.value;
    const isThere = () => state().nowMs >= limitMs;
    const next =
      'untilIdle' in wish
        ? () => nextProgress(state(), limitMs)
        : () => (isThere() ? undefined : limitMs);
    return ok({ ...(yield* leg(nowMs, next)), limitMs });
  }

  /** Outcomes of what was sent out are journaled before time moves, unless it moves by itself. */
  const settled = () => (clock().setting().mode === 'real' ? undefined : inside.outbound());

  /** A beat waits for what is in flight. */
  let isSettling = false;

  function canBeat(): boolean {
    const { mode, idle } = clock().setting();
    return inside.canBeat() && !isSettling && (mode !== 'skip' || idle !== false);
  }

  class Face implements World {
    readonly #witness: Observer | undefined;

    constructor(witness: Observer | undefined) {
      this.#witness = witness;
    }

    get record() {
      return record;
    }

    get commits$() {
      return commits$;
    }

    get entries$() {
      return entries$;
    }

    get inputs$() {
      return inputs$;
    }

    get events$() {
      return events$;
    }

    observedBy(witness: Observer): World {
      return new Face(witness);
    }

    #inTurn<Answer>(task: () => Turn<Answer>): Promise<Answer> {
      const witness = this.#witness;
      return witness?.beforeTask === undefined
        ? inside.inTurn(task, witness)
        : witness.beforeTask().then(() => inside.inTurn(task, witness));
    }

    send<Answer>(request: Request<Answer>): Promise<Answer> {
      return this.#inTurn(() => sending(request));
    }

    read<Answer>(look: WorldQuery<Answer>, unfinished?: Unfinished): Promise<Answer> {
      const witness = this.#witness;
      return witness?.beforeTask === undefined
        ? this.#readNow(look, unfinished)
        : witness.beforeTask().then(() => this.#readNow(look, unfinished));
    }

    readInPieces<Answer>(look: WorldQueryInPieces<Answer>): Promise<Answer> {
      return this.#inTurn(() => lookingInPieces(look));
    }

    #readNow<Answer>(
      look: WorldQuery<Answer>,
      unfinished: Unfinished | undefined,
    ): Promise<Answer> {
      const witness = this.#witness;
      const nowMs = inside.quietMs();
      const waits = skipsTo(unfinished) ? settled() : undefined;
      const inTurn = () => inside.inTurn(() => looking(look, unfinished), witness);
      if (waits !== undefined) return waits.then(inTurn);
      return nowMs === undefined
        ? inTurn()
        : inside.inPassing(nowMs, () => look(statesOf(state()), view), witness);
    }

    async advance(wish: Advance): Promise<Result<Advanced, TimeRefusal>> {
      let limitMs: Millis | undefined;
      let isDone = false;
      let sum = { nowMs: 0, fired: 0, events: 0 };
      for (;;) {
        const waits = settled();
        if (waits !== undefined) await waits;
        if (isDone) return ok(sum);
        const known = limitMs;
        const went = await this.#inTurn(() => advancing(wish, known));
        if (!went.ok) return went;
        const { advanced } = went.value;
        ({ limitMs, isDone } = went.value);
        const { fired, events } = advanced;
        sum = { nowMs: advanced.nowMs, fired: sum.fired + fired, events: sum.events + events };
      }
    }

    setClock(change: Partial<ClockSetting>): Promise<WorldView> {
      const inTurn = () => this.#inTurn(() => settingClock(change));
      return settled()?.then(inTurn) ?? inTurn();
    }

    configure<Answer>(
      change: (settings: Settings) => Settings,
      answer: WorldQuery<Answer>,
    ): Promise<Answer> {
      return this.#inTurn(() => configuring(change, answer));
    }

    forkState(): Promise<WorldState> {
      return this.#inTurn(freezing);
    }

    inspectState<Answer>(look: (world: WorldState) => Answer): Promise<Answer> {
      return this.#inTurn(() => inspecting(look));
    }

    replayInput(input: Input): Promise<JournalEntry> {
      return this.#inTurn(() => entering(input));
    }

    describe(): Promise<WorldView> {
      return this.read((_states, shown) => shown());
    }

    peek<Answer>(look: (states: States) => Answer): Answer {
      return look(statesOf(state()));
    }

    tick(): void {
      if (!canBeat()) return;
      const waits = clock().setting().mode === 'skip' ? settled() : undefined;
      if (waits === undefined) return this.#beatNow();
      isSettling = true;
      void waits.then(() => {
        isSettling = false;
        this.#beatNow();
      });
    }

    #beatNow(): void {
      this.#inTurn(beating).catch(() => undefined); // whoever waits for an answer is told; nobody waits for a beat
    }

    nextTickMs(): Millis | undefined {
      if (!canBeat()) return undefined;
      switch (clock().setting().mode) {
        case 'real':
          return state().dues.next()?.dueMs;
        case 'skip':
          return state().dues.next('progress')?.dueMs ?? (inside.isSending() ? now() : undefined);
        case 'frozen':
          return undefined;
      }
    }

    nowMs(): Millis {
      return now();
    }

    clock(): ClockSetting {
      return clock().setting();
    }

    settings(): Settings {
      return state().settings;
    }

    requestId(): string {
      const place = requestIds.next(inside.seenPosition());
      return requestIds.idAt(this.#witness?.onRequestId(place) ?? place);
    }
  }

  return (witness) => new Face(witness);
}

type Unfinished = (states: States) => readonly string[];
