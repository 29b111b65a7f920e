// An observable that survives its observers: one that throws is reported and unsubscribed, and harms no other. rxjs alone would
// throw the error in a host timer, which ends the process.

import { Observable, Subscriber, type Observer, type Operator, type Subscription } from 'rxjs';

type ReportFailure = (error: unknown) => void;

export class GuardedObservable<T> extends Observable<T> {
  readonly #onFailed: ReportFailure;

  constructor(source: Observable<T>, onFailed: ReportFailure) {
    super();
    this.source = source;
    this.#onFailed = onFailed;
  }

  /** What operators make of it is guarded, too. */
  override lift<R>(operator?: Operator<T, R>): Observable<R> {
    const lifted = new GuardedObservable<R>(
      this as Observable<unknown> as Observable<R>,
      this.#onFailed,
    );
    lifted.operator = operator;
    return lifted;
  }

  override subscribe(
    observerOrNext?: Partial<Observer<T>> | ((value: T) => void) | null,
    error?: ((error: unknown) => void) | null,
    complete?: (() => void) | null,
  ): Subscription {
    const isOperators = isSubscriber(observerOrNext);
    if (isOperators && this.operator !== undefined) return super.subscribe(observerOrNext);
    const observer =
      typeof observerOrNext === 'function'
        ? { next: observerOrNext, error, complete }
        : (observerOrNext ?? { error, complete });
    const subscriber = new GuardedSubscriber(observer, this.#onFailed);
    if (isOperators) observerOrNext.add(subscriber);
    return super.subscribe(subscriber);
  }
}

/** Also one of another copy of rxjs: the operators of an application come from its own. */
function isSubscriber<T>(
  observer: Partial<Observer<T>> | ((value: T) => void) | null | undefined,
): observer is Subscriber<T> {
  if (observer instanceof Subscriber) return true;
  const { add, unsubscribe } = (observer ?? {}) as Partial<Subscriber<T>>;
  return typeof add === 'function' && typeof unsubscribe === 'function';
}

interface PartialObserver<T> {
  readonly next?: ((value: T) => unknown) | null | undefined;
  readonly error?: ((error: unknown) => unknown) | null | undefined;
  readonly complete?: (() => unknown) | null | undefined;
}

/** Reports errors of its observer, of the promises that it returns, and of its teardown; the source sees none of them. */
class GuardedSubscriber<T> extends Subscriber<T> {
  readonly #onFailed: ReportFailure;

  constructor(observer: PartialObserver<T>, onFailed: ReportFailure) {
    const fail = (error: unknown) => {
      onFailed(error);
      this.unsubscribe();
    };
    const attempt = (call: () => unknown) => {
      try {
        const result = call();
        if (result instanceof Promise) result.catch(fail);
      } catch (error) {
        fail(error);
      }
    };
    super({
      next: (value: T) => attempt(() => observer.next?.(value)),
      error: (error: unknown) =>
        observer.error ? attempt(() => observer.error?.(error)) : onFailed(error),
      complete: () => attempt(() => observer.complete?.()),
    });
    this.#onFailed = onFailed;
  }

  override unsubscribe(): void {
    try {
      super.unsubscribe();
    } catch (error) {
      this.#onFailed(error);
    }
  }
}
