// Moves an entry from outside to another instant. Where time stands still between requests, it brings the passing of time with it.

import type { ClockSetting } from '../../../core/index.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { isRequest, type Entry, type InputEntry } from '../format/entries.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import { EditError, type MoveChange } from './change.ts';
import {
  outsideEntry,
  reachedMs,
  type OutsideEntry,
  type RecordingSteps,
  type StepEntry,
} from './recording-steps.ts';
import { withText } from './set-value.ts';

export function moveEntry(steps: RecordingSteps, change: MoveChange, own: OutsideEntry): void {
  const { header } = steps.recording;
  const epochMs = Date.parse(header.epoch);
  const first = outsideEntry(steps, change.entry, 'move');
  const targetMs = 'byMs' in change ? first.at + change.byMs : change.toMs;
  if (targetMs === first.at) {
    throw new EditError(
      `Entry ${change.entry} is at ${virtualOffset(targetMs - epochMs)} already.`,
    );
  }
  if (targetMs < epochMs) {
    throw new EditError(
      `Entry ${change.entry} cannot move to ${virtualOffset(targetMs - epochMs)}: the world begins at ${header.epoch}.`,
    );
  }
  const shiftMs = targetMs - own.at;
  const parts: Entry[] = [own, ...steps.partsOf(own)];
  const isReal = modeAt(steps, own) === 'real';
  const brought = isReal ? undefined : timeBefore(steps, own);
  steps.remove(new Set(brought === undefined ? parts : [...parts, brought]));
  const place = placeOf(steps, targetMs, isReal);
  checkConnection(steps, own, place);
  for (const part of parts) part.at += shiftMs;
  const before = stepBefore(steps, place);
  const reached = before === undefined ? epochMs : reachedMs(steps, before);
  const needsTime = !isReal && targetMs > Math.max(reached, place === undefined ? reached : 0);
  const time: InputEntry = {
    kind: 'input',
    n: steps.newNumber(),
    h: '',
    at: targetMs,
    input: 0,
    data: { kind: 'time' },
  };
  if (needsTime && place !== undefined) keepEnd(steps, place, targetMs);
  steps.addBefore(splitPlace(steps, place), needsTime ? [time, ...parts] : parts);
}

/** The step, as it is after `keepEnd` has replaced it. */
function splitPlace(
  { steps }: RecordingSteps,
  place: StepEntry | undefined,
): StepEntry | undefined {
  if (place === undefined || steps.includes(place)) return place;
  return steps.find(({ n }) => n === place.n);
}

/** The passing of time directly before an entry, to its instant, without any events. */
function timeBefore(steps: RecordingSteps, own: OutsideEntry): Entry | undefined {
  const before = stepBefore(steps, own);
  const isTime = before?.kind === 'input' && before.data.kind === 'time' && before.at === own.at;
  return isTime && before.data['through'] === undefined ? before : undefined;
}

function stepBefore({ steps }: RecordingSteps, step: StepEntry | undefined): StepEntry | undefined {
  return step === undefined ? steps.at(-1) : steps[steps.indexOf(step) - 1];
}

/** The first step that belongs after an instant: one that is later, or that moves time beyond it. */
function placeOf(steps: RecordingSteps, targetMs: number, isReal: boolean): StepEntry | undefined {
  const { base } = steps.recording.header;
  return steps.steps.find((step) => {
    if (step.input !== undefined && step.input <= base.inputs) return false;
    return (isReal ? step.at : reachedMs(steps, step)) > targetMs;
  });
}

/** An advance that begins later ends where it did. */
function keepEnd(steps: RecordingSteps, step: StepEntry, targetMs: number): void {
  if (step.kind !== 'clock' || step.at >= targetMs) return;
  const body = parsed(step.text);
  if (!isRecord(body) || body['by'] === undefined) return;
  const to = new Date(reachedMs(steps, step)).toISOString();
  steps.replace(step, withText(step, JSON.stringify({ to })));
}

/** How time moves when an entry happens. */
function modeAt(
  { recording: { header }, steps }: RecordingSteps,
  own: OutsideEntry,
): ClockSetting['mode'] {
  let { mode } = header.clock;
  for (const step of steps) {
    if (step === own) break;
    const set =
      step.kind === 'clock' && isRequest(step) && step.method === 'PATCH'
        ? parsed(step.text)
        : step.kind === 'input' && step.data.kind === 'clock'
          ? step.data['clock']
          : undefined;
    if (!isRecord(set)) continue;
    const { mode: next } = set;
    if (next === 'real' || next === 'frozen' || next === 'skip') mode = next;
  }
  return mode;
}

/** Frames stay between the opening and the end of their connection. */
function checkConnection(
  { steps }: RecordingSteps,
  own: OutsideEntry,
  place: StepEntry | undefined,
): void {
  if (!('conn' in own)) return;
  const at = place === undefined ? steps.length : steps.indexOf(place);
  const others = steps.flatMap((step, index) =>
    'conn' in step && step.conn === own.conn ? [{ step, index }] : [],
  );
  const opening = others.find(({ step }) => step.kind === 'ws.open');
  const end = others.find(({ step }) => step.kind === 'ws.close');
  const refuse = (why: string) => {
    throw new EditError(`Entry ${own.n} cannot move there: ${why}.`);
  };
  if (opening !== undefined && at <= opening.index) {
    refuse(`its connection is opened later, by entry ${opening.step.n}`);
  }
  if (end !== undefined && own.kind === 'ws.in' && at > end.index) {
    refuse(`its connection has ended by then, with entry ${end.step.n}`);
  }
  const [next] = others;
  if (own.kind === 'ws.open' && next !== undefined && at > next.index) {
    refuse(`entry ${next.step.n} needs its connection earlier`);
  }
  const last = others.at(-1);
  if (own.kind === 'ws.close' && last !== undefined && at <= last.index) {
    refuse(`entry ${last.step.n} needs its connection later`);
  }
}
