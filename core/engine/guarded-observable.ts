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
    if (observerOrNext instanceof Subscriber) return super.subscribe(observerOrNext); // an operator's
    const observer =
      typeof observerOrNext === 'function'
        ? { next: observerOrNext, error, complete }
        : (observerOrNext ?? { error, complete });
    return super.subscribe(guarded(observer, this.#onFailed));
  }
}

interface PartialObserver<T> {
  readonly next?: ((value: T) => void) | null | undefined;
  readonly error?: ((error: unknown) => void) | null | undefined;
  readonly complete?: (() => void) | null | undefined;
}

function guarded<T>(observer: PartialObserver<T>, onFailed: ReportFailure): Subscriber<T> {
  const attempt = (call: () => void) => {
    try {
      call();
    } catch (error) {
      subscriber.unsubscribe();
      onFailed(error);
    }
  };
  const subscriber: Subscriber<T> = new Subscriber<T>({
    next: (value: T) => attempt(() => observer.next?.(value)),
    error: (error: unknown) =>
      observer.error ? attempt(() => observer.error?.(error)) : onFailed(error),
    complete: () => attempt(() => observer.complete?.()),
  });
  return subscriber;
}
