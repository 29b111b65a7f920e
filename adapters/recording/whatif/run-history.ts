// The history of one run, from its recording: the entries from outside in the order of the journal, and the origin of each event.

import type { EntryOf } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { isOutside, RecordingSteps, type OutsideEntry } from '../edit/recording-steps.ts';

type EventEntry = EntryOf<'event'>;

/** The answer of a request or an upgrade, by the number of its entry. */
export type AnswersByEntry = ReadonlyMap<number, EntryOf<'http.answer'>>;

/** The events that led to an event, the nearest first, and the entry from outside that began them. */
export interface EventOrigin {
  readonly causes: readonly EventEntry[];
  /** Undefined if it is not in the recording. */
  readonly source: OutsideEntry | undefined;
}

export class RunHistory {
  readonly recording: Recording;
  readonly outside: readonly OutsideEntry[];
  readonly events: readonly EventEntry[];
  readonly answers: AnswersByEntry;
  readonly #byPosition = new Map<number, EventEntry>();
  /** What brought the input of an event, by its position. */
  readonly #sources = new Map<number, OutsideEntry>();

  constructor(recording: Recording) {
    this.recording = recording;
    this.outside = new RecordingSteps(recording).steps.filter((step) => isOutside(step));
    const events: EventEntry[] = [];
    const answers = new Map<number, EntryOf<'http.answer'>>();
    const acts = new Map<number, OutsideEntry>();
    let source: OutsideEntry | undefined;
    for (const entry of recording.entries) {
      if (isOutside(entry)) acts.set(entry.n, entry);
      if ('input' in entry && entry.input !== undefined) {
        source = isOutside(entry) ? entry : acts.get(entry.to);
      }
      if (entry.kind === 'http.answer') answers.set(entry.to, entry);
      if (entry.kind !== 'event') continue;
      events.push(entry);
      this.#byPosition.set(entry.position, entry);
      if (source !== undefined) this.#sources.set(entry.position, source);
    }
    this.events = events;
    this.answers = answers;
  }

  event(position: number): EventEntry | undefined {
    return this.#byPosition.get(position);
  }

  originOf(event: EventEntry): EventOrigin {
    const causes: EventEntry[] = [];
    for (let one = event; ;) {
      if (one.cause === undefined) return { causes, source: this.#sources.get(one.position) };
      const cause = this.#byPosition.get(one.cause);
      if (cause === undefined) return { causes, source: undefined };
      causes.push(cause);
      one = cause;
    }
  }

  /** Events by their stream, in order. */
  streams(): ReadonlyMap<string, readonly EventEntry[]> {
    const streams = new Map<string, EventEntry[]>();
    for (const event of this.events) {
      const own = streams.get(event.stream);
      if (own === undefined) streams.set(event.stream, [event]);
      else own.push(event);
    }
    return streams;
  }
}
