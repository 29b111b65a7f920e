import { EMPTY } from 'rxjs';
import { expect, it } from 'vitest';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';
import type { Ending } from '../../../../adapters/recording/format/reader.ts';
import { Comparator } from '../../../../adapters/recording/replay/comparator.ts';
import { createPlan, type RecordedAct } from '../../../../adapters/recording/replay/plan.ts';
import type { Engine, TaskPosition, World } from '../../../../core/index.ts';
import {
  epochMs,
  exchange,
  headerOf,
  printRecording,
} from '../../../support/recording/recording-file.ts';

const world = {
  record: { name: 'default', seed: 'roses', epochMs },
  entries$: EMPTY,
  nowMs: () => epochMs,
} as unknown as World;

/** A comparator of a recording, and its first act. */
function comparatorOf(
  entries: readonly Entry[],
  ending: Ending = { kind: 'cut', entries: entries.length },
): {
  readonly comparator: Comparator;
  readonly act: RecordedAct;
} {
  const plan = createPlan('a.jsonl', entries);
  const header = { ...headerOf(), h: '' };
  const comparator = new Comparator({
    engine: {} as Engine,
    world,
    header,
    plan,
    ending,
    seeded: [],
    isAll: false,
    onFailure: (error) => expect(error).toBeUndefined(),
  });
  const [first] = plan.steps;
  if (first?.kind !== 'act') throw new Error('The recording has no act.');
  return { comparator, act: first.act };
}

const reading = (more: object) =>
  printRecording({ entries: exchange(1, { at: epochMs, url: '/a', position: 3, ...more }) })
    .entries;

it.each<[string, Pick<TaskPosition, 'inputs' | 'position'>, boolean]>([
  ['the same place', { inputs: 2, position: 3 }, false],
  ['behind another input that led to no events', { inputs: 3, position: 3 }, true],
  ['another position', { inputs: 2, position: 4 }, true],
])('a read of %s', (_name, place, isOther) => {
  const { comparator, act } = comparatorOf(reading({}));
  comparator.compareTouch(act, { at: epochMs, position: 3, after: 2 }, { atMs: epochMs, ...place });
  expect(comparator.hasDiverged()).toBe(isOther);
});

it.each([
  [503, false],
  [500, true],
])('an answer that was %d and is 200 differs: %s', (status, isOther) => {
  const { comparator, act } = comparatorOf(reading({ status }));
  const answer = { ...(act.answer as NonNullable<RecordedAct['answer']>), status };
  comparator.exchanges.compareAnswer({ ...act, answer }, { status: 200, headers: {} });
  expect(comparator.hasDiverged()).toBe(isOther);
});

it.each([
  ['cut', false],
  ['whole', true],
] as const)(
  'a frame after the last one of a recording that is %s counts as different: %s',
  (kind, isOther) => {
    const { entries, end } = printRecording({ entries: exchange(1, { at: epochMs, url: '/a' }) });
    const ending = kind === 'cut' ? { kind, entries: entries.length } : { kind, end };
    const { comparator } = comparatorOf(entries, ending);
    comparator.compareFrame(1, { kind: 'text', text: 'hello' });
    expect(comparator.hasDiverged()).toBe(isOther);
  },
);
