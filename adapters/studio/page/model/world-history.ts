// The history of one world in the page: its journal as it arrives, folded with the rules of the server, and its exchanges.

import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import {
  WorldPast,
  type Envelope,
  type JournalEntry,
  type WorldRecord,
} from '../../../../core/index.ts';
import type { Exchange } from '../../story/story.ts';
import type { EventCounts } from './event-counts.ts';
import { pageHash } from './hash.ts';
import { yieldToPage } from './yield-to-page.ts';

/** How far a history is, in words that a view shows. */
export type HistoryStatus =
  /** `counts`: of all events, as far as they are known before they are read. */
  | { readonly kind: 'loading'; readonly counts: EventCounts | undefined }
  /** All that a file has. */
  | { readonly kind: 'complete' }
  /** New entries arrive by themselves. */
  | { readonly kind: 'following' }
  | { readonly kind: 'disconnected'; readonly message: string }
  /** The world was removed or reset. */
  | { readonly kind: 'gone'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface HistoryEnd {
  readonly position: number;
  readonly nowMs: number;
}

export class WorldHistory {
  readonly past: WorldPast;
  /** By position, from 1: the event at position p is `events[p - 1]`. */
  readonly events: Envelope[] = [];
  /** The number of the input of each event, in the same order. */
  readonly inputOf: number[] = [];
  /** The positions that each event has led to, by its position; built as events arrive. */
  readonly effects = new Map<number, number[]>();
  readonly #position = signal(0);
  readonly #inputs = signal(0);
  readonly #status = signal<HistoryStatus>({ kind: 'loading', counts: undefined });
  readonly #exchanges = signal<readonly Exchange[]>([]);
  /** Of the events that are read yet, and of those that are not. */
  readonly counts: ReadonlySignal<EventCounts | undefined> = computed(() => {
    const status = this.#status.value;
    return status.kind === 'loading' ? status.counts : undefined;
  });
  /** Where the world stands, even while its history is read. */
  readonly end: ReadonlySignal<HistoryEnd> = computed(() => {
    const counts = this.counts.value;
    const position = this.#position.value;
    if (counts !== undefined && counts.position > position) {
      return { position: counts.position, nowMs: counts.toMs };
    }
    void this.#inputs.value;
    return { position, nowMs: this.nowMs };
  });

  constructor(record: WorldRecord) {
    this.past = new WorldPast({ record, hash: pageHash, yieldToLoop: yieldToPage });
  }

  get record(): WorldRecord {
    return this.past.record;
  }

  /** The last position that is loaded; views that read it are drawn again when events arrive. */
  get position(): ReadonlySignal<number> {
    return this.#position;
  }

  get inputs(): ReadonlySignal<number> {
    return this.#inputs;
  }

  get status(): ReadonlySignal<HistoryStatus> {
    return this.#status;
  }

  get exchanges(): ReadonlySignal<readonly Exchange[]> {
    return this.#exchanges;
  }

  /** The instant of the last input, in ms since 1970. */
  get nowMs(): number {
    return this.past.entries.at(-1)?.input.atMs ?? this.record.epochMs;
  }

  event(position: number): Envelope | undefined {
    return this.events[position - 1];
  }

  /** Adds entries, in order, each taken when those before it are folded. Rejects as `WorldPast.extend` does. */
  async extend(entries: Iterable<JournalEntry>): Promise<void> {
    try {
      for (const entry of entries) {
        await this.past.extend([entry]);
        for (const envelope of entry.events) this.#add(envelope as Envelope, entry.input.n);
        await yieldToPage();
      }
    } finally {
      batch(() => {
        this.#position.value = this.events.length;
        this.#inputs.value = this.past.entries.length;
      });
    }
  }

  #add(envelope: Envelope, input: number): void {
    this.events.push(envelope);
    this.inputOf.push(input);
    const { cause, position } = envelope;
    if (cause === undefined) return;
    const effects = this.effects.get(cause);
    if (effects === undefined) this.effects.set(cause, [position]);
    else effects.push(position);
  }

  report(status: HistoryStatus): void {
    this.#status.value = status;
  }

  show(exchanges: readonly Exchange[]): void {
    this.#exchanges.value = exchanges;
  }
}
