// Lives of entities as streams. Each domain that is observed is folded once for all observers, event by event behind the
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
import type { Life } from '../../kernel/life.ts';
import type { Envelope, Event } from '../../kernel/message.ts';
import { StoreError } from '../../ports/event-store.ts';
import { lift, type Stage } from '../lift.ts';
import { forkDomain, type DomainState } from '../world-state.ts';
import type { Executor, WorldTask } from './executor.ts';
import { historyOf } from './history-reader.ts';
import type { WorldRuntime } from './runtime.ts';

/** The state of a domain after an event; without one, as it was when the first observer came. */
interface Folded {
  readonly state: DomainState;
  readonly envelope?: Envelope;
}

/** A life as the engine sees it. */
type AnyLife<Value> = Life<DomainState, Event, Value>;

export class Lives {
  readonly #runtime: WorldRuntime;
  readonly #executor: Executor;
  /** By domain; most worlds have none. */
  #folds: Map<string, Observable<Folded>> | undefined;

  constructor(runtime: WorldRuntime, executor: Executor) {
    this.#runtime = runtime;
    this.#executor = executor;
  }

  /**
   * The present value of an entity, then its value after each event; ends with a final one. Without an id: the present values
   * of all that are not final, then each value of any.
   */
  of<Value>(domain: string, life: AnyLife<Value>, id: string | undefined): Observable<Value> {
    const valuesOf = ({ state, envelope }: Folded, index: number): readonly Value[] => {
      const isPresent = index === 0 || envelope === undefined;
      const ids = isPresent ? presentIds(life, state, id) : life.idsIn(envelope.event);
      const moment = isPresent ? { atMs: this.#runtime.observedMs() } : envelope;
      return ids
        .filter((one) => id === undefined || one === id)
        .flatMap((one) => life.valueOf(state, one, moment) ?? []);
    };
    return this.#foldOf(domain).pipe(
      concatMap(valuesOf),
      id === undefined ? identity : takeWhile((value) => !life.isFinal(value), true),
    );
  }

  #foldOf(domain: string): Observable<Folded> {
    const known = this.#folds?.get(domain);
    if (known !== undefined) return known;
    const folded$ = defer(() => this.#executor.run(() => this.#fork(domain))).pipe(
      switchMap(({ state, position }) => this.#continued(domain, state, position)),
      catchError((error: unknown, again) => this.#afterLoss(error, again)),
      share({ connector: () => new BehaviorSubject<Folded | undefined>(undefined) }),
      filter((folded) => folded !== undefined),
    );
    this.#folds ??= new Map();
    this.#folds.set(domain, folded$);
    return folded$;
  }

  // oxlint-disable-next-line require-yield -- a task that waits for nothing
  *#fork(domain: string): WorldTask<{ state: DomainState; position: number }> {
    const { state } = this.#runtime;
    return { state: forkDomain(state, domain), position: state.position };
  }

  #continued(domain: string, begin: DomainState, position: number): Observable<Folded> {
    const decider = this.#runtime.state.rules.domains[domain]?.decider;
    invariant(decider !== undefined, 'a life is one of a domain');
    const evolved: Stage<DomainState, Envelope, Envelope> = (state, envelope) => {
      decider.evolve(state, envelope.event, envelope.atMs);
      return [state, envelope];
    };
    return historyOf(this.#runtime, { from: position + 1 }).pipe(
      filter(({ stream }) => stream.startsWith(`${domain}/`)),
      lift(evolved, begin),
      map(({ state, out: envelope }) => ({ state, envelope })),
      startWith({ state: begin }),
    );
  }

  /** A fork whose commit was lost is made again. */
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
