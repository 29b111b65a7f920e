// The world and the moment that the page shows: the address says which, the state there is folded.

import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { Moment, PastMoment } from '../../../../core/index.ts';
import { address, go } from './address.ts';
import { pageFrames } from './page-frames.ts';
import { HistoryPlayer, type PlayedHistory } from './playback.ts';
import type { Source } from './source.ts';
import type { WorldHistory } from './world-history.ts';

interface WantedMoment {
  readonly history: WorldHistory;
  readonly at: Moment;
}

export class Viewpoint {
  readonly source: Source;
  /** Undefined in the list of worlds, and before anything is known of the world. */
  readonly history: ReadonlySignal<WorldHistory | undefined>;
  /** The position at the scrubber. */
  readonly position: ReadonlySignal<number>;
  /** Whether the scrubber follows the end. */
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Moves the scrubber by itself. */
  readonly playback: HistoryPlayer;
  readonly #moment = signal<PastMoment | undefined>(undefined);
  /** The moment to fold next: those between it and the one that is being folded are skipped. */
  #wanted: WantedMoment | undefined;
  #isFolding = false;
  /** Stops to follow the address and the world. */
  readonly close: () => void;

  constructor(source: Source) {
    this.source = source;
    this.history = computed(() => {
      const { world } = address.value;
      return world === '' ? undefined : source.history(world).value;
    });
    this.isAtEnd = computed(() => address.value.at === undefined);
    this.position = computed(() => {
      const last = this.history.value?.position.value ?? 0;
      return Math.min(address.value.at ?? last, last);
    });
    this.playback = new HistoryPlayer(
      {
        history: () => this.#played(),
        position: () => this.position.peek(),
        scrub: (position) => this.scrub(position),
      },
      pageFrames,
    );
    const [world, other] = [
      computed(() => address.value.world),
      computed(() => address.value.with),
    ];
    const closeWorlds = effect(() => source.followOnly([world.value, other.value ?? '']));
    const isRead = computed(() => {
      const history = this.history.value;
      if (history === undefined) return false;
      const { at = Infinity } = address.value;
      return history.status.value.kind !== 'loading' || at <= history.position.value;
    });
    let shown: WorldHistory | undefined;
    const closeMoment = effect(() => {
      const history = this.history.value;
      if (history !== shown) untracked(() => (this.#moment.value = undefined));
      shown = history;
      this.#wanted = undefined;
      if (history === undefined || !isRead.value) return;
      const position = this.position.value;
      // At the end by its instant, since time may pass without an event.
      const isEnd = this.isAtEnd.value && history.inputs.value > 0;
      this.#wanted = { history, at: isEnd ? { atMs: history.nowMs } : { position } };
      void this.#fold();
    });
    this.close = () => {
      closeWorlds();
      closeMoment();
    };
  }

  async #fold(): Promise<void> {
    if (this.#isFolding) return;
    this.#isFolding = true;
    try {
      while (this.#wanted !== undefined) {
        const { history, at } = this.#wanted;
        this.#wanted = undefined;
        const moment = await history.past.at(at);
        if (this.history.peek() === history) this.#moment.value = moment;
      }
    } finally {
      this.#isFolding = false;
    }
  }

  #played(): PlayedHistory | undefined {
    const history = this.history.peek();
    if (history === undefined) return undefined;
    const { events, record, nowMs } = history;
    return { events, epochMs: record.epochMs, nowMs };
  }

  /** The world at the scrubber; the moment before while it is folded, undefined until its events are read. */
  get moment(): ReadonlySignal<PastMoment | undefined> {
    return this.#moment;
  }

  /** Moves the scrubber; at the end it follows. */
  scrub(position: number): void {
    const last = this.history.peek()?.end.peek().position ?? 0;
    go({ at: position >= last ? null : Math.max(0, position) });
  }

  /** Moves the scrubber by events, or by inputs. */
  step(by: number, unit: 'event' | 'input'): void {
    const history = this.history.peek();
    if (history === undefined) return;
    const position = this.position.peek();
    if (unit === 'event') return this.scrub(position + by);
    const input = history.inputOf[position - 1] ?? 0;
    if (by > 0) {
      const next = history.inputOf.findIndex((n, index) => index >= position && n > input);
      const after = history.inputOf[next] ?? input;
      return this.scrub(
        next === -1 ? history.events.length : history.inputOf.lastIndexOf(after) + 1,
      );
    }
    this.scrub(history.inputOf.indexOf(input));
  }
}
