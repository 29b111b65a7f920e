// What a replay has to do, in the order of the journal: which input is whose, and what was looked at behind it.

import type { DueInput, Input } from '../../../core/index.ts';
import { faultyFact } from '../format/facts.ts';
import {
  inputOf,
  type ActEntry,
  type Entry,
  type EntryOf,
  type InputEntry,
  type Touch,
} from '../format/entries.ts';
import { RecordingError } from '../format/recording-error.ts';

/** Something that came over the wire, with all that it touched. */
export interface Act<A extends ActEntry = ActEntry> {
  readonly entry: A;
  /** Absent where there is none, and where the recording ended before it came. */
  readonly answer?: EntryOf<'http.answer'>;
  readonly touches: readonly Touch[];
}

/** One thing to do: an input to take, or an act to go on with. */
export type Moment =
  | { readonly kind: 'input'; readonly entry: InputEntry; readonly input: Input }
  /** Without a touch it only begins. */
  | { readonly kind: 'act'; readonly act: Act; readonly touch: Touch | undefined };

export interface Plan {
  readonly moments: readonly Moment[];
  /** The number of the last input. */
  readonly inputs: number;
  /** The entry that tells who made an input, by its number. */
  readonly makers: ReadonlyMap<number, ActEntry | InputEntry>;
  /** Dues that were held within the turn of an exchange, by the numbers of these inputs: it comes to them by itself. */
  readonly holds: ReadonlyMap<number, DueInput>;
  readonly events: readonly EntryOf<'event'>[];
  /** Of each event, the input that led to it: the last that was told of in front of it. */
  readonly origins: readonly number[];
  /** What was to be sent because of an event, by its position. */
  readonly webhooks: ReadonlyMap<number, EntryOf<'webhook.attempt'>>;
  /** What was said to the client of each connection, in order. */
  readonly said: ReadonlyMap<number, readonly EntryOf<'ws.out'>[]>;
  /** What each connection was opened to. */
  readonly urls: ReadonlyMap<number, string>;
}

/**
 * Throws RecordingError where an input is missing or there twice, or something cannot be done again. The first `left` inputs are
 * left out: the fixture makes them.
 */
export function planOf(file: string, entries: readonly Entry[], left = 0): Plan {
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const touches = new Map<number, Touch[]>();
  const events: EntryOf<'event'>[] = [];
  const origins: number[] = [];
  let told = 0;
  const said = new Map<number, EntryOf<'ws.out'>[]>();
  const urls = new Map<number, string>();
  const acts: ActEntry[] = [];
  const makers = new Map<number, ActEntry | InputEntry>();
  const webhooks = new Map<number, EntryOf<'webhook.attempt'>>();
  const placed: { readonly place: number; readonly moment: Moment }[] = [];

  function fault({ n }: Entry, what: string): RecordingError {
    return new RecordingError(`${file} cannot be replayed: entry ${n} ${what}.`, file, n);
  }

  function make(n: number, maker: ActEntry | InputEntry, entry: Entry): void {
    if (makers.has(n)) throw fault(entry, `has input ${n} once more`);
    makers.set(n, maker);
  }

  /** What an answer or a touch belongs to stands in front of it. */
  function ownTouches(entry: EntryOf<'http.answer' | 'touch'>): Touch[] {
    const own = touches.get(entry.to);
    if (own !== undefined) return own;
    throw fault(
      entry,
      `belongs to entry ${entry.to}, which is nothing that came over the wire before it`,
    );
  }

  function checkFacts(entry: ActEntry): void {
    const service = 'service' in entry ? entry.service : '';
    const fact = faultyFact(service, entry.facts ?? {});
    if (fact !== undefined) throw fault(entry, `has ${fact} in a form that no service finds`);
  }

  function open(entry: EntryOf<'ws.open'>): void {
    if (urls.has(entry.conn)) throw fault(entry, `opens connection ${entry.conn} once more`);
    urls.set(entry.conn, entry.url);
  }

  for (const entry of entries) {
    if ('input' in entry && entry.input !== undefined) told = entry.input;
    switch (entry.kind) {
      case 'http.answer':
        ownTouches(entry);
        if (answers.has(entry.to)) throw fault(entry, `answers entry ${entry.to} once more`);
        answers.set(entry.to, entry);
        break;
      case 'touch':
        ownTouches(entry).push(touchOf(entry));
        break;
      case 'event':
        events.push(entry);
        origins.push(told);
        break;
      case 'webhook.attempt':
        webhooks.set(entry.position, entry);
        break;
      case 'input':
      case 'webhook.outcome': {
        make(entry.input, entry, entry);
        const input = inputOf(entry);
        if (input === undefined) throw fault(entry, 'has no input that a world could take');
        placed.push({ place: entry.input, moment: { kind: 'input', entry, input } });
        break;
      }
      case 'ws.out':
        if (!urls.has(entry.conn))
          throw fault(entry, `is of connection ${entry.conn}, which was not opened`);
        said.set(entry.conn, [...(said.get(entry.conn) ?? []), entry]);
        break;
      case 'http.request':
      case 'clock':
      case 'control':
      case 'ws.open':
      case 'ws.in':
      case 'ws.close':
        if (entry.kind === 'ws.open') open(entry);
        else if ('conn' in entry && !urls.has(entry.conn)) {
          throw fault(entry, `is of connection ${entry.conn}, which was not opened`);
        }
        checkFacts(entry);
        acts.push(entry);
        touches.set(entry.n, hasTouched(entry) ? [touchOf(entry)] : []);
    }
  }
  for (const entry of acts) {
    const answer = answers.get(entry.n);
    const own = touches.get(entry.n) ?? [];
    const act = { entry, touches: own, ...(answer === undefined ? {} : { answer }) };
    if (!hasTouched(entry)) {
      placed.push({ place: placeOf(entry), moment: { kind: 'act', act, touch: undefined } });
    }
    for (const touch of own) {
      if (touch.input !== undefined) make(touch.input, entry, entry);
      placed.push({ place: placeOf(touch), moment: { kind: 'act', act, touch } });
    }
  }
  const inputs = left + makers.size;
  for (let n = left + 1; n <= inputs; n += 1) {
    if (!makers.has(n)) throw new RecordingError(`${file} lacks input ${n}.`, file);
  }
  const holds = holdsIn(
    placed.map(({ moment }) => moment),
    makers,
  );
  placed.sort((left, right) => left.place - right.place); // stable: ties in the order of the lines
  const moments = placed.map(({ moment }) => moment);
  const isTaken = (moment: Moment) => moment.kind !== 'input' || !holds.has(moment.input.n);
  return {
    moments: moments.filter(isTaken),
    inputs,
    makers,
    holds,
    events,
    origins,
    webhooks,
    said,
    urls,
  };
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

function hasTouched({ input, position }: ActEntry): boolean {
  return input !== undefined || position !== undefined;
}

function touchOf({ at, input, position = 0, after = 0 }: Touch): Touch {
  return input === undefined ? { at, position, after } : { at, input };
}

/** What looked stands behind the input that it saw, and in front of the next. */
function placeOf({ input, after = 0 }: Pick<Touch, 'input' | 'after'>): number {
  return input ?? after + 0.5;
}
