// What a replay has to do, in the order of the journal: which input is whose, and what was looked at behind it.

import type { Entry, EntryOf, RequestEntry, Touch } from './format.ts';
import { RecordingError } from './recording-error.ts';

/** One request with its answer; without one where the file was cut, or the recording stopped, before it came. */
export interface RecordedExchange {
  readonly request: RequestEntry;
  readonly answer?: EntryOf<'http.answer'>;
  readonly touches: readonly Touch[];
}

/** One thing to do: an input to take, or an exchange to go on with. */
export type Moment =
  | { readonly kind: 'input'; readonly entry: EntryOf<'input'> }
  | { readonly kind: 'touch'; readonly exchange: RecordedExchange; readonly touch: Touch };

export interface Plan {
  readonly moments: readonly Moment[];
  /** Of all inputs, what began with them: the entry that tells of each, by its number. */
  readonly makers: ReadonlyMap<number, RequestEntry | EntryOf<'input'>>;
  readonly events: readonly EntryOf<'event'>[];
}

/** Throws RecordingError where an input is missing or there twice. */
export function planOf(file: string, entries: readonly Entry[]): Plan {
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const events: EntryOf<'event'>[] = [];
  for (const entry of entries) {
    if (entry.kind === 'http.answer') answers.set(entry.to, entry);
    if (entry.kind === 'event') events.push(entry);
  }
  const placed: { readonly place: number; readonly moment: Moment }[] = [];
  const makers = new Map<number, RequestEntry | EntryOf<'input'>>();

  function make(n: number, maker: RequestEntry | EntryOf<'input'>): void {
    if (makers.has(n)) {
      throw new RecordingError(
        `${file} has input ${n} twice, again in entry ${maker.n}.`,
        file,
        maker.n,
      );
    }
    makers.set(n, maker);
  }

  for (const entry of entries) {
    if (entry.kind === 'input') {
      make(entry.input, entry);
      placed.push({ place: entry.input, moment: { kind: 'input', entry } });
    }
    if (!isRequest(entry)) continue;
    const answer = answers.get(entry.n);
    const { at, input, position = 0, after = 0 } = entry;
    const first: Touch = input === undefined ? { at, position, after } : { at, input };
    const touches = [first, ...(answer?.further ?? [])];
    const exchange = { request: entry, touches, ...(answer === undefined ? {} : { answer }) };
    for (const touch of touches) {
      if (touch.input !== undefined) make(touch.input, entry);
      placed.push({ place: placeOf(touch), moment: { kind: 'touch', exchange, touch } });
    }
  }
  for (let n = 1; n <= makers.size; n += 1) {
    if (!makers.has(n)) throw new RecordingError(`${file} lacks input ${n}.`, file);
  }
  placed.sort((left, right) => left.place - right.place); // stable: ties in the order of the lines
  return { moments: placed.map(({ moment }) => moment), makers, events };
}

/** An input, and the entry that tells of what made it. */
export interface Origin {
  readonly input: number;
  readonly maker: RequestEntry | EntryOf<'input'>;
}

/** What an event came of: the input that was the last to be told of when it was written. */
export function originOf({ makers }: Plan, { n }: EntryOf<'event'>): Origin | undefined {
  let origin: Origin | undefined;
  for (const [input, maker] of makers) {
    if (maker.n < n && maker.n > (origin?.maker.n ?? 0)) origin = { input, maker };
  }
  return origin;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return entry.kind === 'http.request' || entry.kind === 'clock' || entry.kind === 'control';
}

/** What looked stands behind the input that it saw, and in front of the next. */
function placeOf({ input, after = 0 }: Touch): number {
  return input ?? after + 0.5;
}
