// Edits a recording: changes its entries from outside. What followed from them stays as it was recorded, to be compared. The result can
// be replayed, with `isAll`; replayed into a new file it is a whole recording.

import { grouped } from '../../grouped.ts';
import type { Entry } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { EditError, type DropChange, type RecordingChange } from './change.ts';
import { checkContradictions } from './contradictions.ts';
import { addFault } from './fault-change.ts';
import { insertedRequest } from './inserted-request.ts';
import { moveEntry } from './moved-entry.ts';
import {
  isOutside,
  outsideEntry,
  RecordingSteps,
  type OutsideEntry,
  type StepEntry,
} from './recording-steps.ts';
import { changeSeed } from './seed-change.ts';
import { isSpokenChange, replaceUtterance, withVoices } from './spoken-change.ts';
import { withValue } from './set-value.ts';

export interface EditedRecording {
  readonly recording: Recording;
  /** By the number of an entry that was added for an inserted request or a fault: the place of that change in the list. */
  readonly addedBy: ReadonlyMap<number, number>;
}

/** Rejects with EditError. */
export async function editedRecording(
  recording: Recording,
  changes: readonly RecordingChange[],
): Promise<Recording> {
  return (await edited(recording, changes)).recording;
}

/**
 * A recording with changes. The numbers of entries are those of the given one, whatever the order of the changes; entries keep
 * them, and new ones get numbers beyond the last. Without changes it is the same object. Rejects with EditError.
 */
export async function edited(
  recording: Recording,
  given: readonly RecordingChange[],
): Promise<EditedRecording> {
  const addedBy = new Map<number, number>();
  if (given.length === 0) return { recording, addedBy };
  checkContradictions(given);
  const changes = await withVoices(recording, given);
  const steps = new RecordingSteps(recording);
  const places = placesOf(steps, changes);
  for (const change of changes) if (change.kind === 'set') setValue(steps, change);
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'fault') continue;
    const added = steps.addedBy(() =>
      addFault(steps, change, presentOf(steps, change.entry), index + 1),
    );
    for (const n of added) addedBy.set(n, index);
  }
  for (const change of changes) {
    if (change.kind === 'move') moveEntry(steps, change, presentOf(steps, change.entry));
  }
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'insert') continue;
    const step = places.get(change);
    const present = step === undefined ? undefined : sameStep(steps, step);
    const added = steps.addedBy(() =>
      steps.addBefore(present, insertedRequest(steps, change, present)),
    );
    for (const n of added) addedBy.set(n, index);
  }
  drop(
    steps,
    changes.filter((change) => change.kind === 'drop'),
  );
  const reseeding = changes.find((change) => change.kind === 'seed');
  const header = reseeding && changeSeed(steps, reseeding);
  return { recording: steps.edited(header), addedBy };
}

/** Where requests are inserted, before anything else is changed; without a step at the end. */
function placesOf(
  steps: RecordingSteps,
  changes: readonly RecordingChange[],
): ReadonlyMap<RecordingChange, StepEntry | undefined> {
  const places = new Map<RecordingChange, StepEntry | undefined>();
  const { entries, header } = steps.recording;
  for (const change of changes) {
    if (change.kind === 'insert') {
      const { entry } = change;
      if (entry < 1 || entry > entries.length + 1) {
        throw new EditError(
          `There is no entry ${entry} to insert a request before: the recording has entries 1 to ${entries.length}, and ${entries.length + 1} is its end.`,
        );
      }
      const isAfter = (step: StepEntry) =>
        step.n >= entry && (step.input === undefined || step.input > header.base.inputs);
      places.set(
        change,
        steps.steps.find((step) => isAfter(step) && isOutside(step)),
      );
    } else if (change.kind !== 'seed') outsideEntry(steps, change.entry, change.kind);
  }
  return places;
}

/** An entry as it is after other changes to it. */
function presentOf({ lines }: RecordingSteps, n: number): OutsideEntry {
  const present = lines.find((line) => line.n === n);
  if (present !== undefined && isOutside(present)) return present;
  throw goneError(n);
}

function goneError(n: number): EditError {
  return new EditError(`Entry ${n} is gone: another change has dropped it.`);
}

function sameStep({ steps }: RecordingSteps, { n }: StepEntry): StepEntry | undefined {
  return steps.find((step) => step.n >= n && isOutside(step));
}

function setValue(steps: RecordingSteps, change: Extract<RecordingChange, { kind: 'set' }>): void {
  const present = presentOf(steps, change.entry);
  if (isSpokenChange(change)) return replaceUtterance(steps, change, present);
  if (present.kind === 'input' && present.data.kind === 'time') {
    throw new EditError(`Entry ${present.n} only lets time pass: move it instead.`);
  }
  steps.replace(present, withValue(present, change, steps.recording.header.world.name));
}

/** Drops entries with their answers and further touches, and connections with all that they have. */
function drop(steps: RecordingSteps, changes: readonly DropChange[]): void {
  if (changes.length === 0) return;
  const present = new Map(steps.lines.map((line) => [line.n, line]));
  const parts = grouped(steps.lines, (line) => ('to' in line ? line.to : undefined));
  const ofConnections = grouped(steps.lines, (line) => ('conn' in line ? line.conn : undefined));
  const removed = new Set<Entry>();
  for (const { entry: n } of changes) {
    const entry = present.get(n);
    if (entry === undefined || !isOutside(entry) || removed.has(entry)) throw goneError(n);
    if (entry.kind === 'ws.close' && entry.by === 'server') {
      throw new EditError(
        `Entry ${n} is the end that the session itself gave its connection: change what led to it.`,
      );
    }
    const own = entry.kind === 'ws.open' ? (ofConnections.get(entry.conn) ?? []) : [entry];
    for (const line of own) {
      removed.add(line);
      if (isOutside(line)) for (const part of parts.get(line.n) ?? []) removed.add(part);
    }
  }
  steps.remove(removed);
}
