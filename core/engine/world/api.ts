// The public API of a running world. Each call runs as one task; `observedBy` gives the same API with an observer attached.

import type { Observable, SchedulerLike } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';
import type { ClockSetting, Input, JournalEntry, Settings } from '../../kernel/input.ts';
import type { Life } from '../../life.ts';
import type { Command, Envelope as AnyEnvelope, Event } from '../../kernel/message.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { StoreError } from '../../ports/event-store.ts';
import { GuardedObservable } from '../guarded-observable.ts';
import type { DomainName, WorldEnvelope, EventType } from '../registry.ts';
import { postLife, type PostChange } from '../../calendar/index.ts';
import { transactionLife, type TransactionChange } from '../../wallet/index.ts';
import { statesOf, type DomainState, type WorldState } from '../world-state.ts';
import type { WorldView } from '../world-view.ts';
import type { Executor, ObservedTask, Turn } from './executor.ts';
import { HistoryPages, historyOf } from './history-reader.ts';
import type { Lives } from './lives.ts';
import { OverloadError } from './mailbox.ts';
import { bothObservers, type TaskObserver } from './observer.ts';
import { queryAnswer } from './query-result.ts';
import type { WorldRuntime } from './runtime.ts';
import { storedAttachments, type StoredAttachment } from './stored-attachments.ts';
import type { WorldTasks } from './tasks.ts';
import type { TimeKeeper } from './time.ts';
import {
  AdvanceCutOff,
  type Advance,
  type Advanced,
  type EnvelopeOf,
  type HistoryQuery,
  type Request,
  type RequestInPieces,
  type UnfinishedSubjects,
  type TimeRefusal,
  type World,
  type WorldQuery,
  type WorldQueryInPieces,
} from './world-contract.ts';

/** The parts of a running world. */
export interface WorldParts {
  readonly runtime: WorldRuntime;
  readonly executor: Executor;
  readonly time: TimeKeeper;
  readonly tasks: WorldTasks;
  readonly lives: Lives;
}

export class WorldApi implements World {
  readonly #parts: WorldParts;
  readonly #observer: TaskObserver | undefined;

  constructor(parts: WorldParts, observer?: TaskObserver) {
    this.#parts = parts;
    this.#observer = observer;
  }

  get record() {
    return this.#parts.runtime.options.record;
  }

  get commits$() {
    return this.guarded(this.#parts.runtime.commits$);
  }

  get entries$() {
    return this.guarded(this.#parts.runtime.entries$);
  }

  get events$(): Observable<WorldEnvelope> {
    return this.guarded(typed(this.#parts.runtime.events$));
  }

  history$<Type extends EventType>(query: HistoryQuery<Type> = {}): Observable<EnvelopeOf<Type>> {
    return this.guarded(typed(historyOf(this.#parts.runtime, query)));
  }

  historyPages<Type extends EventType>(
    query: HistoryQuery<Type> = {},
  ): AsyncIterableIterator<readonly EnvelopeOf<Type>[], undefined> {
    return new HistoryPages(this.#parts.runtime, query) as AsyncIterableIterator<never, undefined>;
  }

  guarded<T>(stream$: Observable<T>): Observable<T> {
    return new GuardedObservable(stream$, this.#parts.runtime.options.onObserverFailed);
  }

  get scheduler(): SchedulerLike {
    return this.#parts.runtime.scheduler;
  }

  transactions$(id?: string): Observable<TransactionChange> {
    return this.guarded(this.#parts.lives.of('wallet', anyLife(transactionLife), id));
  }

  posts$(id?: number): Observable<PostChange> {
    const name = id === undefined ? undefined : String(id);
    return this.guarded(this.#parts.lives.of('calendar', anyLife(postLife), name));
  }

  observedBy(observer: TaskObserver): World {
    const before = this.#observer;
    return new WorldApi(
      this.#parts,
      before === undefined ? observer : bothObservers(before, observer),
    );
  }

  send<Answer, Name extends DomainName>(request: Request<Answer, Name>): Promise<Answer> {
    return this.#run(() => this.#parts.tasks.send(request));
  }

  sendInPieces<Answer, Name extends DomainName>(
    request: RequestInPieces<Answer, Name>,
  ): Promise<Answer> {
    return this.#run((observe) => this.#parts.tasks.sendInPieces(request, observe));
  }

  read<Answer>(query: WorldQuery<Answer>, waitFor?: UnfinishedSubjects): Promise<Answer> {
    this.#parts.runtime.touch();
    return this.#observedRead(query, waitFor);
  }

  glance<Answer>(query: WorldQuery<Answer>): Promise<Answer> {
    return this.#observedRead(query);
  }

  readInPieces<Answer>(query: WorldQueryInPieces<Answer>): Promise<Answer> {
    return this.#run((observe) => this.#parts.tasks.readInPieces(query, observe)).then(queryAnswer);
  }

  async advance(advance: Advance): Promise<Result<Advanced, TimeRefusal>> {
    const { executor, tasks, time } = this.#parts;
    let limitMs: Millis | undefined;
    let isDone = false;
    let turn: Turn | undefined;
    let sum: Advanced | undefined;
    for (;;) {
      const outbound = turn === undefined ? time.whenOutboundSettled() : undefined;
      if (outbound !== undefined) await outbound;
      if (isDone && sum !== undefined) return ok(sum);
      const knownLimitMs = limitMs;
      this.#parts.runtime.touch();
      const segment = await (turn ?? executor)
        .run(() => tasks.advance(advance, knownLimitMs), this.#observer)
        .catch((error: unknown) => {
          throw advanceError(sum, error);
        });
      if (!segment.ok) return segment;
      const { advanced } = segment.value;
      ({ limitMs, isDone, turn } = segment.value);
      const { nowMs, fired, events } = advanced;
      sum = { nowMs, fired: fired + (sum?.fired ?? 0), events: events + (sum?.events ?? 0) };
    }
  }

  setClock(change: Partial<ClockSetting>): Promise<WorldView> {
    const run = () => this.#run(() => this.#parts.tasks.setClock(change));
    return this.#parts.time.whenOutboundSettled()?.then(run) ?? run();
  }

  configure<Answer>(
    change: (settings: Settings) => Settings,
    respond: WorldQuery<Answer>,
  ): Promise<Answer> {
    return this.#run(() => this.#parts.tasks.configure(change, respond));
  }

  forkState(): Promise<WorldState> {
    return this.#run(() => this.#parts.tasks.forkState());
  }

  inspectState<Answer>(query: (state: WorldState) => Answer): Promise<Answer> {
    return this.#run(() => this.#parts.tasks.inspectState(query)).then(queryAnswer);
  }

  replayInput(input: Input, attachment?: Uint8Array): Promise<JournalEntry> {
    return this.#run(() => this.#parts.tasks.replayInput(input, attachment));
  }

  describe(): Promise<WorldView> {
    return this.read((_states, view) => view());
  }

  attachments(matches: (command: Command) => boolean): AsyncIterableIterator<StoredAttachment> {
    const { store, record, host } = this.#parts.runtime.options;
    const yieldToLoop = () => new Promise<void>((resolve) => host.defer(resolve));
    return storedAttachments({ store, world: record.name, yieldToLoop }, matches);
  }

  peek<Answer>(query: WorldQuery<Answer>): Answer {
    const { state, view } = this.#parts.runtime;
    return query(statesOf(state), view);
  }

  tick(): Promise<void> {
    const { runtime, time, tasks } = this.#parts;
    return time.whenReadyToTick(async () => {
      await this.#parts.executor.run(() => tasks.tick(), this.#observer); // a tick is no request
      runtime.runWork();
    });
  }

  nextTickMs(): Millis | undefined {
    return this.#parts.time.nextTickMs();
  }

  nowMs(): Millis {
    return this.#parts.runtime.nowMs();
  }

  clock(): ClockSetting {
    return this.#parts.runtime.clock.setting();
  }

  settings(): Settings {
    return this.#parts.runtime.state.settings;
  }

  requestId(): string {
    const { runtime, executor } = this.#parts;
    const { requestIds } = runtime.options;
    const origin = requestIds.next(executor.seenPosition());
    return requestIds.idAt(this.#observer?.onRequestId(origin) ?? origin);
  }

  #run<Answer>(task: ObservedTask<Answer>): Promise<Answer> {
    this.#parts.runtime.touch();
    return this.#parts.executor.run(task, this.#observer);
  }

  #observedRead<Answer>(query: WorldQuery<Answer>, waitFor?: UnfinishedSubjects): Promise<Answer> {
    const observer = this.#observer;
    return observer?.beforeTask === undefined
      ? this.#read(query, waitFor)
      : observer.beforeTask().then(() => this.#read(query, waitFor));
  }

  /** Runs a query at once if nothing is queued, else as a task; in `skip`, after outbound deliveries. */
  #read<Answer>(
    query: WorldQuery<Answer>,
    waitFor: UnfinishedSubjects | undefined,
  ): Promise<Answer> {
    const { runtime, executor, time, tasks } = this.#parts;
    const observer = this.#observer;
    const nowMs = executor.immediateReadMs();
    if (nowMs !== undefined) {
      return executor.readNow(nowMs, () => query(statesOf(runtime.state), runtime.view), observer);
    }
    const skips = waitFor !== undefined && runtime.clockMode === 'skip';
    const outbound = skips ? time.whenOutboundSettled() : undefined;
    const enqueue = () =>
      executor.enqueue(() => tasks.read(query, waitFor), observer).then(queryAnswer);
    return outbound?.then(enqueue) ?? enqueue();
  }
}

/** The events of a world are those of the domains that its types know. */
function typed<Type extends EventType>(
  events$: Observable<AnyEnvelope>,
): Observable<EnvelopeOf<Type>> {
  return events$ as Observable<EnvelopeOf<Type>>;
}

/** What an advance rejects with. `before`: what of it was stored. */
function advanceError(before: Advanced | undefined, error: unknown): unknown {
  return before !== undefined && nothingWasDone(error)
    ? new AdvanceCutOff(before.nowMs, error)
    : error;
}

/** Whether the task that failed would be sent again: its callers shall not send the whole advance again. */
function nothingWasDone(error: unknown): error is Error {
  if (error instanceof OverloadError) return true;
  if (!(error instanceof StoreError) || error.isUncertain) return false;
  return error.code === 'unavailable' || error.code === 'conflict';
}

/** A life sees the state and the events of its own domain only. */
function anyLife<State, E extends Event, Value, Before>(
  life: Life<State, E, Value, Before>,
): Life<DomainState, Event, Value, unknown> {
  return life as unknown as Life<DomainState, Event, Value, unknown>;
}
