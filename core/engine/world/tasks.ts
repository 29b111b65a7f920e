// The tasks that requests to a world become: send a command, run a query, move time, change the clock or the settings.

import type { Millis } from '../../kernel/brand.ts';
import {
  changedClock,
  type ClockSetting,
  type Input,
  type JournalEntry,
  type Settings,
} from '../../kernel/input.ts';
import { namingInput } from '../../kernel/invariant.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { checkInputFits, nextProgress } from '../step.ts';
import { forkWorld, statesOf, type WorldState } from '../world-state.ts';
import type { WorldView } from '../world-view.ts';
import type { WorldTask } from './executor.ts';
import { runQuery, type QueryResult } from './query-result.ts';
import type { WorldRuntime } from './runtime.ts';
import type { AdvanceSegment, TimeKeeper } from './time.ts';
import { instantMsMax } from './virtual-clock.ts';
import type {
  Advance,
  Request,
  RequestInPieces,
  UnfinishedSubjects,
  TimeRefusal,
  WorldQuery,
  WorldQueryInPieces,
  OutcomeOf,
} from './world-contract.ts';
import type { DomainName } from '../registry.ts';

export class WorldTasks {
  readonly #runtime: WorldRuntime;
  readonly #time: TimeKeeper;
  readonly #isUsed: (nonce: string) => boolean;

  constructor(runtime: WorldRuntime, time: TimeKeeper) {
    this.#runtime = runtime;
    this.#time = time;
    this.#isUsed = (nonce) => runtime.state.nonces.get(nonce) !== undefined;
  }

  *send<Answer, Name extends DomainName>(request: Request<Answer, Name>): WorldTask<Answer> {
    const outcome = yield* this.#commit(request);
    return request.respond(outcome, statesOf(this.#runtime.state), this.#runtime.view);
  }

  *sendInPieces<Answer, Name extends DomainName>(
    request: RequestInPieces<Answer, Name>,
    observe: () => void,
  ): WorldTask<Answer> {
    const outcome = yield* this.#commit(request);
    observe();
    return yield* request.respond(outcome, statesOf(this.#runtime.state), this.#runtime.view);
  }

  *#commit<Name extends DomainName>({
    domain,
    isOutOfBand,
    prepare,
  }: Omit<Request<never, Name>, 'respond'>): WorldTask<OutcomeOf<Name>> {
    const runtime = this.#runtime;
    const atMs = runtime.nowMs();
    const isAlone = isOutOfBand === true && runtime.clockMode !== 'real';
    const until = isAlone ? { atMs, through: 0 } : { atMs };
    const events = yield* this.#time.runUntil(until);
    const { command, nonce, attachment } = prepare(statesOf(runtime.state), this.#isUsed);
    const used = nonce === undefined ? {} : { nonce };
    const { outcome } = yield* runtime.commitInputInPieces(
      { n: runtime.nextInput(), ...until, kind: 'command', domain, command, ...used },
      events,
      attachment,
    );
    return outcome as OutcomeOf<Name>;
  }

  *read<Answer>(
    query: WorldQuery<Answer>,
    waitFor?: UnfinishedSubjects,
  ): WorldTask<QueryResult<Answer>> {
    const runtime = this.#runtime;
    yield* this.#time.catchUp();
    if (waitFor !== undefined && runtime.clockMode === 'skip') {
      yield* this.#time.skipTo(waitFor(statesOf(runtime.state)));
    }
    return runQuery(() => query(statesOf(runtime.state), runtime.view));
  }

  *readInPieces<Answer>(
    query: WorldQueryInPieces<Answer>,
    observe: () => void,
  ): WorldTask<QueryResult<Answer>> {
    yield* this.#time.catchUp();
    observe();
    const pieces = runQuery(() => query(statesOf(this.#runtime.state), this.#runtime.view));
    if (!pieces.ok) return pieces;
    for (;;) {
      const next = runQuery(() => pieces.value.next());
      if (!next.ok) return next;
      if (next.value.done === true) return ok(next.value.value);
      yield;
    }
  }

  /**
   * One segment of an advance. The first computes the limit and may refuse it; the others get it as `knownLimitMs`.
   */
  *advance(
    advance: Advance,
    knownLimitMs: Millis | undefined,
  ): WorldTask<Result<AdvanceSegment & { readonly limitMs: Millis }, TimeRefusal>> {
    const runtime = this.#runtime;
    const nowMs = runtime.nowMs();
    const limit = knownLimitMs === undefined ? limitOf(advance, nowMs) : ok(knownLimitMs);
    if (!limit.ok) return limit;
    const limitMs = limit.value;
    const next =
      'untilIdle' in advance
        ? () => nextProgress(runtime.state, limitMs)
        : () => (runtime.state.nowMs >= limitMs ? undefined : limitMs);
    return ok({ ...(yield* this.#time.advanceSegment(nowMs, next)), limitMs });
  }

  *setClock(change: Partial<ClockSetting>): WorldTask<WorldView> {
    const runtime = this.#runtime;
    const atMs = runtime.nowMs();
    const clock = changedClock(runtime.clock.setting(), change);
    const events = yield* this.#time.runUntil({ atMs });
    runtime.commitInput({ n: runtime.nextInput(), atMs, kind: 'clock', clock }, events);
    runtime.clock.set(clock, atMs);
    return runtime.view();
  }

  *configure<Answer>(
    change: (settings: Settings) => Settings,
    respond: WorldQuery<Answer>,
  ): WorldTask<Answer> {
    const runtime = this.#runtime;
    const atMs = runtime.nowMs();
    const events = yield* this.#time.runUntil({ atMs });
    const settings = change(runtime.state.settings);
    runtime.commitInput({ n: runtime.nextInput(), atMs, kind: 'config', settings }, events);
    return respond(statesOf(runtime.state), runtime.view);
  }

  *forkState(): WorldTask<WorldState> {
    const runtime = this.#runtime;
    const nowMs = runtime.nowMs();
    if (runtime.clockMode === 'real' && nowMs > runtime.state.nowMs) {
      yield* this.#time.advanceTo(nowMs);
    }
    return forkWorld(runtime.state);
  }

  *inspectState<Answer>(query: (state: WorldState) => Answer): WorldTask<QueryResult<Answer>> {
    yield* this.#time.catchUp();
    return runQuery(() => query(this.#runtime.state));
  }

  *replayInput(input: Input, attachment?: Uint8Array): WorldTask<JournalEntry> {
    const runtime = this.#runtime;
    namingInput(input.n, () => checkInputFits(runtime.state, input));
    const events = yield* this.#time.runUntil(input);
    const { entry } = namingInput(input.n, () => runtime.commitInput(input, events, attachment));
    if (input.kind === 'clock') runtime.clock.set(input.clock, input.atMs);
    return entry;
  }

  *tick(): WorldTask<void> {
    const runtime = this.#runtime;
    yield* this.#time.catchUp();
    const { dues, nowMs } = runtime.state;
    const next = dues.next('progress');
    if (runtime.clockMode === 'skip' && next !== undefined) {
      yield* this.#time.advanceTo(Math.max(next.dueMs, nowMs));
    }
  }
}

/** The instant beyond which an advance does not go. */
function limitOf(advance: Advance, nowMs: Millis): Result<Millis, TimeRefusal> {
  if ('untilIdle' in advance) return ok(Math.min(nowMs + advance.maxMs, instantMsMax));
  const toMs = 'toMs' in advance ? advance.toMs : nowMs + advance.byMs;
  if (toMs < nowMs) return err({ code: 'TIME_GOES_BACK', nowMs });
  return toMs > instantMsMax ? err({ code: 'TIME_ENDS', nowMs }) : ok(toMs);
}
