import { expect, it } from 'vitest';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import { EventComparator } from '../../../../adapters/recording/replay/event-comparator.ts';
import { JournalProgress } from '../../../../adapters/recording/replay/journal-progress.ts';
import { createPlan } from '../../../../adapters/recording/replay/plan.ts';
import type { Engine, Envelope, Event, JournalEntry, World } from '../../../../core/index.ts';
import { epochMs, event, printRecording } from '../../../support/recording/recording-file.ts';

const world = { record: { name: 'default' }, nowMs: () => epochMs } as World;

const timeInput = (input: number): UnsealedEntry => ({
  kind: 'input',
  at: epochMs,
  input,
  data: { kind: 'time' },
});

/** A journal entry of an input that led to events of these positions. */
const journalEntry = (n: number, ...positions: number[]) =>
  ({
    input: { n, atMs: epochMs, kind: 'time' },
    events: positions.map((position) => ({
      position,
      stream: 'wallet/transaction/t1',
      atMs: epochMs,
      event: { type: `Event${position}` },
      text: JSON.stringify({ type: `Event${position}`, stream: 'wallet/transaction/t1' }),
    })),
    digest: '',
  }) as unknown as JournalEntry;

/** The first difference between recorded entries and a replay that had these journal entries; the last one's event is compared. */
async function differenceOf(
  recorded: UnsealedEntry[],
  replayed: readonly JournalEntry[],
  { isCompared = false } = {},
) {
  const events = replayed.flatMap((entry) => entry.events) as Envelope<Event>[];
  const store = {
    events: (_name: string, { from }: { from: number }) =>
      Promise.resolve(events.filter(({ position }) => position === from)),
    read: (_name: string, n: number) =>
      Promise.resolve(replayed.filter(({ input }) => input.n === n)),
  };
  const { entries, end } = printRecording({ entries: recorded });
  const progress = new JournalProgress();
  for (const entry of replayed) progress.add(entry);
  const comparator = new EventComparator({
    engine: { store } as unknown as Engine,
    world,
    plan: createPlan('a.jsonl', entries),
    basePosition: 0,
    seededInputs: 0,
    progress,
    isAll: false,
  });
  const [actual, input] = [events.at(-1), replayed.at(-1)?.input];
  if (isCompared && actual !== undefined && input !== undefined) {
    comparator.compare(actual, input, undefined);
  }
  return comparator.difference({ kind: 'whole', end });
}

const sourceOf = (input: number, entry: number) => ({
  input,
  source: { entry, kind: 'input', what: 'time' },
});

it('names the input of a missing event, not a later one that led to none', async () => {
  const recorded = [timeInput(1), event(1, epochMs, 'Event1'), timeInput(2)];
  const difference = await differenceOf(recorded, [journalEntry(1), journalEntry(2)]);
  expect(difference).toMatchObject({ entry: 2, position: 1, causes: [sourceOf(1, 1)] });
});

it('traces a missing event to the event that set its due', async () => {
  const recorded = [
    timeInput(1),
    event(1, epochMs, 'Event1'),
    timeInput(2),
    event(2, epochMs, 'Event2', { cause: 1 }),
  ];
  const difference = await differenceOf(recorded, [journalEntry(1, 1), journalEntry(2)]);
  expect(difference).toMatchObject({
    entry: 4,
    position: 2,
    causes: [{ position: 1, type: 'Event1' }, sourceOf(1, 1)],
  });
});

it('finds no causes of an event with a cause that is recorded before any input', async () => {
  const recorded = [event(2, epochMs, 'Event2', { cause: 1 })];
  expect(await differenceOf(recorded, [])).toMatchObject({ entry: 1, causes: [] });
});

it.each([
  ['a new event', [timeInput(1)], { entry: undefined, causes: [sourceOf(1, 1)] }],
  [
    'an event in place of the recorded one',
    [timeInput(1), event(1, epochMs, 'Other')],
    { entry: 2, instead: { type: 'Event1', causes: [sourceOf(1, 1)] } },
  ],
])('traces %s to its input', async (_name, recorded, expected) => {
  const difference = await differenceOf(recorded, [journalEntry(1, 1)], { isCompared: true });
  expect(difference).toMatchObject(expected);
});
