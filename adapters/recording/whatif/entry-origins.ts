// Which entries of two runs stand for each other, and for those of the given recording and of the edited one.

import type { EditedRecording } from '../edit/edited-recording.ts';
import { isOutside, RecordingSteps, type OutsideEntry } from '../edit/recording-steps.ts';
import type { EntryOf } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { pairSteps } from './step-pairs.ts';

export interface EntryOrigins {
  /** The entry of the other run, by the number of one of the first. */
  readonly steps: ReadonlyMap<number, OutsideEntry>;
  /** The number in the edited recording, by that in the other run. */
  readonly editedNumbers: ReadonlyMap<number, number>;
  /** The number in the given recording of an entry of the first run, if it is there. */
  readonly givenNumber: (n: number) => number | undefined;
  /** How many entries the given recording has: further ones were added. */
  readonly givenCount: number;
  readonly addedBy: EditedRecording['addedBy'];
}

export interface ComparedRecordings {
  readonly given: Recording;
  /** The first run: the given recording, or how it is executed now. */
  readonly before: Recording;
  readonly edited: EditedRecording;
  readonly after: Recording;
}

export function entryOrigins({ given, before, edited, after }: ComparedRecordings): EntryOrigins {
  const givenNumbers = before === given ? undefined : numbersIn(given, before);
  const givenNumber = (n: number) => (givenNumbers === undefined ? n : givenNumbers.get(n));
  const own = new Map(outsideOf(before).map(({ n }) => [givenNumber(n), n]));
  const steps = new Map<number, OutsideEntry>();
  const editedNumbers = new Map<number, number>();
  for (const [n, entry] of pairSteps(outsideOf(edited.recording), outsideOf(after))) {
    editedNumbers.set(entry.n, n);
    const first = own.get(n);
    if (first !== undefined) steps.set(first, entry);
  }
  const givenCount = given.entries.length;
  return { steps, editedNumbers, givenNumber, givenCount, addedBy: edited.addedBy };
}

/** The numbers in a recording of the entries from outside and the events of its execution. */
function numbersIn(given: Recording, executed: Recording): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const [n, entry] of pairSteps(outsideOf(given), outsideOf(executed))) {
    numbers.set(entry.n, n);
  }
  const events = new Map(eventsOf(given).map((event) => [keyOf(event), event.n]));
  for (const event of eventsOf(executed)) {
    const n = events.get(keyOf(event));
    if (n !== undefined) numbers.set(event.n, n);
  }
  return numbers;
}

function outsideOf(recording: Recording): readonly OutsideEntry[] {
  return new RecordingSteps(recording).steps.filter((step) => isOutside(step));
}

function eventsOf({ entries }: Recording): readonly EntryOf<'event'>[] {
  return entries.filter((entry) => entry.kind === 'event');
}

function keyOf({ stream, version, type }: EntryOf<'event'>): string {
  return `${stream} ${version} ${type}`;
}
