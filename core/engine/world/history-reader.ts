// Reads the log of a world on demand: the past from the store, page by page, then what is committed next. It holds one page at
// most, however slow its reader: what is committed meanwhile is read from the store later.

import { Observable } from 'rxjs';
import type { JournalEntry } from '../../kernel/input.ts';
import type { Envelope } from '../../kernel/message.ts';
import type { WorldRuntime } from './runtime.ts';
import type { HistoryQuery } from './world-contract.ts';

/** The most events that are read from the store at once. */
export const eventsPerRead = 100;

/** Called with events in order; then, once, with an error or at the end of the query or of the world. */
interface Sink {
  readonly onEvents: (events: readonly Envelope[]) => void;
  readonly onError: (error: unknown) => void;
  readonly onEnd: () => void;
}

class HistoryReader {
  readonly #runtime: WorldRuntime;
  readonly #query: HistoryQuery;
  readonly #to: number;
  readonly #sink: Sink;
  /** The first position that was not delivered or left out yet. */
  #next: number;
  /** Everything up to this position is in the store. */
  #stored: number;
  #isWanted = false;
  #isReading = false;
  #isClosed = false;

  constructor(runtime: WorldRuntime, query: HistoryQuery, sink: Sink) {
    this.#runtime = runtime;
    this.#query = query;
    this.#sink = sink;
    this.#next = query.from ?? 1;
    this.#to = query.to ?? Number.POSITIVE_INFINITY;
    this.#stored = runtime.storedPosition;
  }

  /** Asks for the next events: those of one page, or of one commit. */
  request(): void {
    this.#isWanted = true;
    void this.#read();
    this.#completeAtLast();
  }

  /** Delivers events that have just been stored, or leaves them in the store until they are requested. */
  onStored(events: readonly Envelope[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    this.#stored = Math.max(this.#stored, last.position);
    const isPage = events.length <= eventsPerRead;
    if (!isPage || !this.#isWanted || this.#isReading) return void this.#read();
    const found = events.filter((event) => event.position >= this.#next && this.#fits(event));
    this.#next = Math.max(this.#next, last.position + 1);
    this.#deliver(found);
    this.#completeAtLast();
  }

  /** The world has ended. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#to === Number.POSITIVE_INFINITY) this.#sink.onEnd();
    else this.#sink.onError(this.#runtime.removedError());
  }

  close(): void {
    this.#isClosed = true;
  }

  #fits({ position, event, stream }: Envelope): boolean {
    const { type, stream: only } = this.#query;
    return (
      position <= this.#to &&
      (type === undefined || event.type === type) &&
      (only === undefined || stream === only)
    );
  }

  /** Once everything up to the last position was delivered, a further request completes it. */
  #completeAtLast(): void {
    if (this.#isClosed || !this.#isWanted || this.#next <= this.#to) return;
    this.#isClosed = true;
    this.#sink.onEnd();
  }

  #deliver(events: readonly Envelope[]): void {
    if (events.length === 0 || this.#isClosed) return; // a closed one may have read those of the next world of its name
    this.#isWanted = false;
    this.#sink.onEvents(events);
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const { store, record, host } = this.#runtime.options;
    try {
      const { type, stream } = this.#query;
      const isLeft = () => this.#next <= Math.min(this.#stored, this.#to);
      while (this.#isWanted && !this.#isClosed && isLeft()) {
        const seen = this.#stored;
        const query = { from: this.#next, limit: eventsPerRead, type, stream };
        const events = await store.events(record.name, query);
        const last = events.at(-1)?.position ?? 0;
        const isPage = events.length === eventsPerRead;
        // A page that is not full has seen all up to the end, also what the filter left out.
        this.#next = 1 + (isPage ? last : Math.max(seen, last));
        this.#deliver(last > this.#to ? events.filter((event) => this.#fits(event)) : events);
        if (isPage) await new Promise<void>((resolve) => host.defer(resolve));
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#isClosed = true;
      this.#sink.onError(error);
    } finally {
      this.#isReading = false;
    }
    this.#completeAtLast();
  }
}

/** Pushes each event once, in order; those of a commit together with the world's other events. */
export function historyOf(runtime: WorldRuntime, query: HistoryQuery): Observable<Envelope> {
  return new Observable((subscriber) => {
    const reader = new HistoryReader(runtime, query, {
      onEvents(events) {
        for (const event of events) subscriber.next(event);
        if (!subscriber.closed) reader.request();
      },
      onError: (error) => subscriber.error(error),
      onEnd: () => subscriber.complete(),
    });
    subscriber.add(() => reader.close());
    subscriber.add(
      runtime.events$.subscribe({
        next: (event) => reader.onStored([event]),
        complete: () => reader.end(),
      }),
    );
    reader.request();
  });
}

type Page = readonly Envelope[];

/** As `historyOf`, in pages that are read when they are asked for. It follows the world from the first request on. */
export class HistoryPages implements AsyncIterableIterator<Page> {
  readonly #runtime: WorldRuntime;
  readonly #query: HistoryQuery;
  readonly #waiting: Deferred[] = [];
  #reader: HistoryReader | undefined;
  #stop: () => void = () => undefined;
  #end: 'open' | 'ended' | { readonly error: unknown } = 'open';

  constructor(runtime: WorldRuntime, query: HistoryQuery) {
    this.#runtime = runtime;
    this.#query = query;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Resolves with the next page, or at the end of the world. Rejects with StoreError if the log cannot be read. */
  async next(): Promise<IteratorResult<Page, undefined>> {
    if (this.#end === 'open') {
      this.#reader ??= this.#follow();
      return new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        this.#reader?.request();
      });
    }
    if (this.#end === 'ended') return done;
    const { error } = this.#end;
    this.#end = 'ended';
    throw error;
  }

  /** Ends it, and a request that waits. */
  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#finish();
    return done;
  }

  #follow(): HistoryReader {
    const reader = new HistoryReader(this.#runtime, this.#query, {
      onEvents: (events) => {
        this.#waiting.shift()?.resolve({ done: false, value: events });
        if (this.#waiting.length > 0) reader.request();
      },
      onError: (error) => {
        const first = this.#waiting.shift();
        if (first === undefined) this.#end = { error };
        else first.reject(error);
        this.#finish();
      },
      onEnd: () => this.#finish(),
    });
    const following = this.#runtime.commits$.subscribe({
      next: (entries) => reader.onStored(eventsOf(entries)),
      complete: () => reader.end(),
    });
    this.#stop = () => {
      reader.close();
      following.unsubscribe();
    };
    return reader;
  }

  #finish(): void {
    if (this.#end === 'open') this.#end = 'ended';
    this.#stop();
    for (const { resolve } of this.#waiting.splice(0)) resolve(done);
  }
}

interface Deferred {
  readonly resolve: (result: IteratorResult<Page, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const done = { done: true, value: undefined } as const;

function eventsOf(entries: readonly JournalEntry[]): Page {
  const [first] = entries;
  return entries.length === 1 && first !== undefined
    ? first.events
    : entries.flatMap(({ events }) => events);
}
