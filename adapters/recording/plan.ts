// What a replay has to do, in the order of the journal: which input is whose, and what was looked at behind it.

import type { DueInput, Input } from '../../core/index.ts';
import { inputOf, type Entry, type EntryOf, type RequestEntry, type Touch } from './format.ts';
import { RecordingError } from './recording-error.ts';

/** One request with its answer; without one where the file was cut, or the recording stopped, before it came. */
export interface RecordedExchange {
  readonly request: RequestEntry;
  readonly answer?: EntryOf<'http.answer'>;
  readonly touches: readonly Touch[];
}

/** One thing to do: an input to take, or an exchange to go on with. */
export type Moment =
  | { readonly kind: 'input'; readonly entry: EntryOf<'input'>; readonly input: Input }
  | { readonly kind: 'touch'; readonly exchange: RecordedExchange; readonly touch: Touch };

export interface Plan {
  readonly moments: readonly Moment[];
  /** Of all inputs, what began with them: the entry that tells of each, by its number. */
  readonly makers: ReadonlyMap<number, RequestEntry | EntryOf<'input'>>;
  /** Dues that were held within the turn of an exchange, by the numbers of these inputs: it comes to them by itself. */
  readonly holds: ReadonlyMap<number, DueInput>;
  readonly events: readonly EntryOf<'event'>[];
}

/** Throws RecordingError where an input is missing or there twice, or something cannot be done again. */
export function planOf(file: string, entries: readonly Entry[]): Plan {
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const events: EntryOf<'event'>[] = [];
  for (const entry of entries) {
    if (entry.kind === 'http.answer') answer(entry);
    if (entry.kind === 'event') events.push(entry);
    if (entry.kind.startsWith('ws.')) {
      throw fault(entry, `is of kind ${entry.kind}, which this Reprise cannot replay`);
    }
  }

  function fault({ n }: Entry, what: string): RecordingError {
    return new RecordingError(`${file} cannot be replayed: entry ${n} ${what}.`, file, n);
  }

  function answer(entry: EntryOf<'http.answer'>): void {
    const asked = entries[entry.to - 1];
    if (asked === undefined || !isRequest(asked) || entry.to > entry.n) {
      throw fault(entry, `answers entry ${entry.to}, which is no request before it`);
    }
    if (answers.has(entry.to)) throw fault(entry, `answers entry ${entry.to} once more`);
    answers.set(entry.to, entry);
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
      const input = inputOf(entry);
      if (input === undefined) throw fault(entry, 'has no input that a world could take');
      placed.push({ place: entry.input, moment: { kind: 'input', entry, input } });
    }
    if (!isRequest(entry)) continue;
    const answered = answers.get(entry.n);
    const { at, input, position = 0, after = 0 } = entry;
    const first: Touch = input === undefined ? { at, position, after } : { at, input };
    const touches = [first, ...(answered?.further ?? [])];
    const exchange = {
      request: entry,
      touches,
      ...(answered === undefined ? {} : { answer: answered }),
    };
    for (const touch of touches) {
      if (touch.input !== undefined) make(touch.input, entry);
      placed.push({ place: placeOf(touch), moment: { kind: 'touch', exchange, touch } });
    }
  }
  for (let n = 1; n <= makers.size; n += 1) {
    if (!makers.has(n)) throw new RecordingError(`${file} lacks input ${n}.`, file);
  }
  const holds = holdsIn(
    placed.map(({ moment }) => moment),
    makers,
  );
  placed.sort((left, right) => left.place - right.place); // stable: ties in the order of the lines
  const moments = placed.map(({ moment }) => moment);
  const isTaken = (moment: Moment) => moment.kind !== 'input' || !holds.has(moment.input.n);
  return { moments: moments.filter(isTaken), makers, holds, events };
}

/** Holds in front of an input that an exchange made are of the same turn. */
function holdsIn(moments: readonly Moment[], makers: Plan['makers']): Plan['holds'] {
  const holds = new Map<number, DueInput>();
  for (const moment of moments) {
    if (moment.kind === 'input' && moment.input.kind === 'hold')
      holds.set(moment.input.n, moment.input);
  }
  for (const n of [...holds.keys()].sort((left, right) => right - left)) {
    const next = makers.get(n + 1);
    const isOfExchange = next !== undefined && next.kind !== 'input';
    if (!isOfExchange && !holds.has(n + 1)) holds.delete(n);
  }
  return holds;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return entry.kind === 'http.request' || entry.kind === 'clock' || entry.kind === 'control';
}

/** What looked stands behind the input that it saw, and in front of the next. */
function placeOf({ input, after = 0 }: Touch): number {
  return input ?? after + 0.5;
}
