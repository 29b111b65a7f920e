// The exchanges of a recording that may still run: those that its entries have changed, as they are after these entries.

import type { Exchange } from '../../contracts/exchange.ts';
import type { ExchangePage, ExchangesQuery } from '../../contracts/recording-control.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { pageCharsMax } from '../../protocol/limits.ts';
import type { Entry } from '../format/entries.ts';
import { GrowingFile } from './growing-file.ts';
import { ExchangeReading } from './recorded-exchanges.ts';

export interface RecordedFile {
  readonly file: string;
  /** Writes what is recorded so far to the file. */
  readonly flush: () => void;
  /** Whether nothing will be added any more. */
  readonly isOver: () => boolean;
  /** Calls back after entries were written, or it is over; returns the end of that. */
  readonly onWritten: (listener: () => void) => () => void;
}

/** The most exchanges of a page. */
const exchangesPageMax = 250;

/** At least one page, which may be empty; each page has the present state of its exchanges. */
export async function* exchangePages(
  source: RecordedFile,
  { after, followed }: ExchangesQuery,
): AsyncGenerator<ExchangePage, undefined, void> {
  const lines = new GrowingFile(source.file);
  const reading = new ExchangeReading();
  let changed = new Map<number, Exchange>();
  let chars = 0;
  let last = 0;
  let isFirst = true;
  const page = (isLast: boolean): ExchangePage => {
    const exchanges = [...changed.values()];
    changed = new Map();
    chars = 0;
    isFirst = false;
    return { exchanges, last, isLast };
  };
  const news = new News(source, followed);
  try {
    for (;;) {
      news.isFresh = false;
      const isOver = source.isOver() || followed?.aborted !== false;
      source.flush();
      for (let some = lines.read(); some !== undefined; some = lines.read()) {
        for (const text of some) {
          const line = JSON.parse(text) as Entry | { readonly kind: 'header' | 'end' };
          if (!('n' in line)) continue; // the header, or the end
          const exchange = reading.add(line);
          last = line.n;
          if (exchange === undefined || last <= after) continue;
          changed.set(exchange.n, exchange);
          chars += text.length;
          if (changed.size >= exchangesPageMax || chars >= pageCharsMax) yield page(false);
        }
        await nextLoopTurn();
      }
      if (isFirst || changed.size > 0) yield page(true);
      if (isOver) return undefined;
      await news.next();
    }
  } finally {
    news.end();
  }
}

/** Waits for what is written next. */
class News {
  isFresh = false;
  #wake: () => void = () => undefined;
  readonly #end: () => void;

  constructor({ onWritten }: RecordedFile, followed: AbortSignal | undefined) {
    const tell = () => {
      this.isFresh = true;
      this.#wake();
    };
    const stop = onWritten(tell);
    followed?.addEventListener('abort', tell);
    this.#end = () => {
      stop();
      followed?.removeEventListener('abort', tell);
    };
  }

  next(): Promise<void> {
    return this.isFresh ? Promise.resolve() : new Promise((resolve) => (this.#wake = resolve));
  }

  end(): void {
    this.#end();
  }
}
