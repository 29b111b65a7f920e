// The exchanges of a world on a server: those of its running recording, which are whole; else those of the request journal.

import type { Subscription } from 'rxjs';
import type { WorldClient } from '../../../client/index.ts';
import type { Exchange } from '../../story/story.ts';
import { exchangeOf } from './journaled-exchange.ts';

/** As `after`, it asks for the state of the recording alone. */
const afterAll = 999_999_999_999;

export class KnownExchanges {
  readonly #world: WorldClient;
  /** Called when more is known of a recording. */
  readonly #onNews: () => void;
  #following: Subscription | undefined;
  /** Of the recording that is followed, by number. */
  #recorded = new Map<number, Exchange>();

  constructor(world: WorldClient, onNews: () => void) {
    this.#world = world;
    this.#onNews = onNews;
  }

  /** What is known now; undefined on a server that keeps neither. */
  async read(): Promise<readonly Exchange[] | undefined> {
    if (this.#following !== undefined) return this.#ofRecording();
    const { recording } = await this.#world.recording.exchanges({ after: afterAll });
    if (recording?.state === 'recording') this.#follow();
    try {
      const { requests } = await this.#world.requests.list();
      return requests.map((request) => exchangeOf(request));
    } catch {
      return undefined;
    }
  }

  /** Until the recording ends. */
  #follow(): void {
    this.#recorded = new Map();
    const stop = () => {
      this.#following = undefined;
      this.#onNews();
    };
    this.#following = this.#world.recordedExchanges$().subscribe({
      next: (exchange) => {
        this.#recorded.set(exchange.n, exchange);
        this.#onNews();
      },
      complete: stop,
      error: stop,
    });
  }

  #ofRecording(): readonly Exchange[] | undefined {
    if (this.#recorded.size === 0) return undefined;
    return [...this.#recorded.values()].toSorted((one, other) => one.n - other.n);
  }
}
