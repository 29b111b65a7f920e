// Lives of entities as streams. Each kind that is observed is folded once for all observers, event by event behind the
// commits; a world without observers folds nothing.

import {
  BehaviorSubject,
  catchError,
  concatMap,
  defer,
  EMPTY,
  filter,
  identity,
  map,
  share,
  startWith,
  switchMap,
  take,
  takeWhile,
  throwError,
  type Observable,
} from 'rxjs';
import { invariant } from '../../kernel/invariant.ts';
import type { Life } from '../../life.ts';
import type { Envelope, Event } from '../../kernel/message.ts';
import { StoreError } from '../../ports/event-store.ts';
import type { Stage } from '../../kernel/stage.ts';
import { lift } from '../lift.ts';
import { forkDomain, type DomainState } from '../world-state.ts';
import type { Executor, WorldTask } from './executor.ts';
import { historyOf } from './history-reader.ts';
import type { WorldRuntime } from './runtime.ts';

/** The state of a domain after an event; without one, as it was when the first observer came. */
interface Folded {
  readonly state: DomainState;
  readonly applied?: Applied;
}

interface Applied {
  readonly envelope: Envelope;
  /** The entities that the event may have changed, as they were. */
  readonly before: ReadonlyMap<string, unknown>;
}

/** A life as the engine sees it. */
type AnyLife<Value> = Life<DomainState, Event, Value, unknown>;

export class Lives {
  readonly #runtime: WorldRuntime;
  readonly #executor: Executor;
  /** By kind of entity; undefined until the first observer comes. */
  #folds: Map<object, Observable<Folded>> | undefined;

  constructor(runtime: WorldRuntime, executor: Executor) {
    this.#runtime = runtime;
    this.#executor = executor;
  }

  /**
   * The present value of an entity, then its value after each event; ends with a final one. Without an id: the present values
   * of all that are not final, then each value of any.
   */
  of<Value>(domain: string, life: AnyLife<Value>, id: string | undefined): Observable<Value> {
    const valuesOf = ({ state, applied }: Folded, index: number): readonly Value[] => {
      if (index === 0 || applied === undefined) {
        const moment = { atMs: this.#runtime.observedMs() };
        return presentIds(life, state, id).flatMap((one) => life.valueOf(state, one, moment) ?? []);
      }
      const { envelope, before } = applied;
      const { atMs, event } = envelope;
      return [...before]
        .filter(([one]) => id === undefined || one === id)
        .flatMap(([one, was]) => life.valueOf(state, one, { atMs, event, before: was }) ?? []);
    };
    return this.#foldOf(domain, life).pipe(
      concatMap(valuesOf),
      id === undefined ? identity : takeWhile((value) => !life.isFinal(value), true),
    );
  }

  #foldOf<Value>(domain: string, life: AnyLife<Value>): Observable<Folded> {
    const known = this.#folds?.get(life);
    if (known !== undefined) return known;
    const folded$ = defer(() => this.#executor.run(() => this.#fork(domain))).pipe(
      switchMap(({ state, position }) => this.#continued(domain, life, state, position)),
      catchError((error: unknown, again) => this.#afterLoss(error, again)),
      share({ connector: () => new BehaviorSubject<Folded | undefined>(undefined) }),
      filter((folded) => folded !== undefined),
    );
    this.#folds ??= new Map();
    this.#folds.set(life, folded$);
    return folded$;
  }

  // oxlint-disable-next-line require-yield -- a task that waits for nothing
  *#fork(domain: string): WorldTask<{ state: DomainState; position: number }> {
    const { state } = this.#runtime;
    return { state: forkDomain(state, domain), position: state.position };
  }

  #continued<Value>(
    domain: string,
    life: AnyLife<Value>,
    begin: DomainState,
    position: number,
  ): Observable<Folded> {
    const decider = this.#runtime.state.rules.domains[domain]?.decider;
    invariant(decider !== undefined, 'a life is one of a domain');
    const evolved: Stage<DomainState, Envelope, Applied> = (state, envelope) => {
      const { event, atMs } = envelope;
      const ids = life.idsIn(event, state);
      const before = new Map(ids.map((id) => [id, life.recordOf?.(state, id)]));
      decider.evolve(state, event, atMs);
      return [state, { envelope, before }];
    };
    return historyOf(this.#runtime, { from: position + 1 }).pipe(
      filter(({ stream }) => stream.startsWith(`${domain}/`)),
      lift(evolved, begin),
      map(({ state, out: applied }) => ({ state, applied })),
      startWith({ state: begin }),
    );
  }

  /** A copied state whose commit was lost is copied again. */
  #afterLoss(error: unknown, again: Observable<Folded>): Observable<Folded> {
    if (this.#runtime.isStopped) return EMPTY;
    if (!(error instanceof StoreError) || error.code !== 'unavailable')
      return throwError(() => error);
    if (this.#runtime.isSound) return again;
    return this.#runtime.reloaded$.pipe(
      take(1),
      switchMap(() => again),
    );
  }
}

function presentIds<Value>(
  life: AnyLife<Value>,
  state: DomainState,
  id: string | undefined,
): readonly string[] {
  return id === undefined ? life.openIds(state) : [id];
}
