// Draws the ids and the chance of a recording from another seed: that of its world, or the one that a fork was given.

import { isRecord } from '../format/json-values.ts';
import type { Recording } from '../format/reader.ts';
import { changeText, EditError, type SeedChange } from './change.ts';
import type { RecordingSteps, StepEntry } from './recording-steps.ts';

/** Changes the settings that have the seed of a fork; returns the header, which has that of the world. Throws EditError. */
export function changeSeed(steps: RecordingSteps, change: SeedChange): Recording['header'] {
  const { header } = steps.recording;
  const before = steps.steps.filter(({ input = 0 }) => input > 0 && input <= header.base.inputs);
  const ofFork = before.findLast((step) => forkSeedOf(step) !== undefined);
  const forkSeed = ofFork && forkSeedOf(ofFork);
  const seed = forkSeed ?? header.seed;
  if (change.seed === seed) throw new EditError(`The seed is '${seed}' already.`);
  const drawn = ofFork === undefined ? before : before.slice(before.indexOf(ofFork) + 1);
  if (!drawn.every(isSetting)) {
    throw new EditError(
      `${changeText(change)}: the recording began in the middle of a world, whose ids are those of its own seed.`,
    );
  }
  if (forkSeed === undefined) return { ...header, seed: change.seed };
  for (const step of steps.steps) {
    if (forkSeedOf(step) === forkSeed) steps.replace(step, withForkSeed(step, change.seed));
  }
  return header;
}

/** Whether an input only changes settings: it draws nothing. */
function isSetting(step: StepEntry): boolean {
  return step.kind === 'input' && (step.data.kind === 'config' || step.data.kind === 'clock');
}

function forkSeedOf(step: StepEntry): string | undefined {
  const { forkSeed } = settingsOf(step) ?? {};
  return typeof forkSeed === 'string' ? forkSeed : undefined;
}

function withForkSeed(step: StepEntry, forkSeed: string): StepEntry {
  if (step.kind !== 'input') return step;
  return { ...step, data: { ...step.data, settings: { ...settingsOf(step), forkSeed } } };
}

function settingsOf(step: StepEntry): Readonly<Record<string, unknown>> | undefined {
  if (step.kind !== 'input' || step.data.kind !== 'config') return undefined;
  const { settings } = step.data as { readonly settings?: unknown };
  return isRecord(settings) ? settings : undefined;
}
