// A recording that is being edited: its lines in the order of the file, and those that a replay executes in the order of the
// journal. Inputs and places of reads are numbered again at the end, so that a replay misses none.

import { parsed, isRecord } from '../format/json-values.ts';
import {
  isRequest,
  type ActEntry,
  type Entry,
  type EntryOf,
  type InputEntry,
} from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { EditError } from './change.ts';

/** An entry that a replay executes: the beginning of an act, a further touch of it, or an input. */
export type StepEntry = ActEntry | InputEntry | EntryOf<'touch'>;

/** An entry from outside the world, such as a request or a frame: it can be dropped, moved and set. */
export type OutsideEntry = ActEntry | InputEntry;

export class RecordingSteps {
  readonly recording: Recording;
  /** In the order of the file. */
  #lines: readonly Entry[];
  /** The lines that are executed, in the order of the journal. */
  #steps: readonly StepEntry[];
  #lastNumber: number;

  constructor(recording: Recording) {
    this.recording = recording;
    this.#lines = recording.entries.map((entry) => ({ ...entry }));
    this.#steps = this.#lines
      .filter(isStep)
      .map((entry, place) => ({ entry, place, order: journalOrder(entry) }))
      .sort((left, right) => left.order - right.order || left.place - right.place)
      .map(({ entry }) => entry);
    this.#lastNumber = this.#lines.at(-1)?.n ?? 0;
  }

  get lines(): readonly Entry[] {
    return this.#lines;
  }

  get steps(): readonly StepEntry[] {
    return this.#steps;
  }

  /** The number of one more entry. */
  newNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** The numbers of the entries that an act adds. */
  addedBy(act: () => void): readonly number[] {
    const first = this.#lastNumber + 1;
    act();
    return Array.from({ length: this.#lastNumber + 1 - first }, (_, index) => first + index);
  }

  /** The further touches of an act, and its answer. */
  partsOf({ n }: OutsideEntry): readonly Entry[] {
    return this.#lines.filter((line) => 'to' in line && line.to === n);
  }

  /** Removes lines; events and what was sent stay, to be compared. */
  remove(removed: ReadonlySet<Entry>): void {
    this.#lines = this.#lines.filter((line) => !removed.has(line));
    this.#steps = this.#steps.filter((step) => !removed.has(step));
  }

  /** Puts another entry in place of one. */
  replace(entry: Entry, by: Entry): void {
    this.#lines = this.#lines.map((line) => (line === entry ? by : line));
    this.#steps = this.#steps.map((step) => (step === entry && isStep(by) ? by : step));
  }

  /** Adds new lines before a step; without one, at the end. All that are steps are executed one after the other there. */
  addBefore(step: StepEntry | undefined, added: readonly Entry[]): void {
    const atStep = step === undefined ? this.#steps.length : this.#steps.indexOf(step);
    this.#steps = this.#steps.toSpliced(atStep, 0, ...added.filter(isStep));
    const atLine = step === undefined ? this.#lines.length : this.#lines.indexOf(step);
    this.#lines = this.#lines.toSpliced(atLine, 0, ...added);
  }

  /** The recording with its inputs numbered in the order of the steps. */
  edited(header: Recording['header'] = this.recording.header): Recording {
    let input = header.afterFixture?.inputs ?? 0;
    for (const step of this.#steps) {
      if (step.input !== undefined) {
        input += 1;
        step.input = input;
      } else if ('after' in step && step.after !== undefined) step.after = input;
    }
    return { header, entries: this.#lines, ending: this.#ending() };
  }

  /** What was under way at the end is so still, as far as it is there. */
  #ending(): Recording['ending'] {
    const { ending } = this.recording;
    if (ending.kind === 'cut') return ending;
    const numbers = new Set(this.#lines.map(({ n }) => n));
    const conns = new Set(
      this.#lines.flatMap((line) => (line.kind === 'ws.open' ? line.conn : [])),
    );
    const { underWay: acts = [], unsent: waiting = [], ...end } = ending.end;
    const underWay = acts.filter((n) => numbers.has(n));
    const unsent = waiting.filter((conn) => conns.has(conn));
    return {
      kind: 'whole',
      end: {
        ...end,
        entries: this.#lines.length,
        ...(underWay.length === 0 ? {} : { underWay }),
        ...(unsent.length === 0 ? {} : { unsent }),
      },
    };
  }
}

export function isOutside(entry: Entry): entry is OutsideEntry {
  return (
    isRequest(entry) ||
    entry.kind === 'ws.open' ||
    entry.kind === 'ws.in' ||
    entry.kind === 'ws.close' ||
    entry.kind === 'input' ||
    entry.kind === 'webhook.outcome'
  );
}

function isStep(entry: Entry): entry is StepEntry {
  return isOutside(entry) || entry.kind === 'touch';
}

/** As a replay orders them: what has no input comes after the one that it saw. */
function journalOrder(entry: StepEntry): number {
  if (entry.input !== undefined) return entry.input;
  return (('after' in entry ? entry.after : undefined) ?? 0) + 0.5;
}

/** The entry from outside with this number, which may be changed. Throws EditError: there is none, or it follows from another. */
export function outsideEntry({ recording }: RecordingSteps, n: number, verb: string): OutsideEntry {
  const { entries, header } = recording;
  const entry = entries[n - 1];
  if (entry === undefined || entry.n !== n) {
    const last = entries.length;
    const there = last === 0 ? 'has none' : `has entries 1 to ${last}`;
    throw new EditError(`There is no entry ${n}: the recording ${there}.`);
  }
  if (!isOutside(entry)) {
    const cause = causeOf(entries, entry);
    const relation = entry.kind === 'touch' ? ' of' : ', and follows from';
    const from = cause === undefined ? 'what comes before it' : `entry ${cause}: ${verb} that one`;
    throw new EditError(`Entry ${n} is ${consequenceText(entry)}${relation} ${from}.`);
  }
  if (entry.input !== undefined && entry.input <= header.base.inputs) {
    throw new EditError(
      `Entry ${n} is from before the recording began, so what followed from it is not in the file: choose an entry after it.`,
    );
  }
  return entry;
}

function consequenceText(entry: Exclude<Entry, OutsideEntry>): string {
  switch (entry.kind) {
    case 'event':
      return `an event (${entry.type})`;
    case 'http.answer':
      return 'an answer';
    case 'ws.out':
      return 'a frame to the client';
    case 'webhook.attempt':
      return 'a webhook';
    case 'touch':
      return 'a part';
  }
}

/** The number of the entry from which another one follows. */
function causeOf(entries: readonly Entry[], entry: Entry): number | undefined {
  if ('to' in entry) return entry.to;
  const before = entries.slice(0, entry.n - 1);
  if (entry.kind === 'ws.out') {
    return before.findLast((one) => 'conn' in one && one.conn === entry.conn && isOutside(one))?.n;
  }
  const step = before.findLast((one): one is StepEntry => isStep(one) && one.input !== undefined);
  return step === undefined ? undefined : step.kind === 'touch' ? step.to : step.n;
}

/** The instant that the world has reached when a step is over: that of its last event, or of the clock that it moved. */
export function reachedMs(steps: RecordingSteps, step: StepEntry): number {
  const { lines } = steps;
  let atMs = step.at;
  for (let index = lines.indexOf(step) + 1; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || (isStep(line) && line.input !== undefined)) break;
    if (line.kind === 'event') atMs = Math.max(atMs, line.at);
  }
  if (step.kind !== 'clock') return atMs;
  const answer = lines.find((line) => line.kind === 'http.answer' && line.to === step.n);
  const body = answer?.kind === 'http.answer' ? parsed(answer.text) : undefined;
  const now = isRecord(body) && typeof body['now'] === 'string' ? Date.parse(body['now']) : NaN;
  return Number.isNaN(now) ? atMs : Math.max(atMs, now);
}
