// Ids that are paths against a Map, through forks of forks: those that end in a number that is counted, and all others.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PathIds } from '../../../../core/tables/indexes/path-ids.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/forks.ts';

interface Subject {
  readonly ids: PathIds;
  /** The ids, by their ordinals. */
  readonly rows: string[];
}

interface Command {
  readonly does: 'add' | 'delete';
  readonly ids: readonly string[];
}

/** More paths than may have a column, in which the first few are met most. */
const path = fc.oneof(
  fc.constantFrom('', '/', 'calendar/event/', 'calendar/venue/', 'event/', 'a/1/'),
  fc.nat(90).map((number) => `chain ${number}/`),
);

const name = fc.oneof(
  { weight: 4, arbitrary: fc.nat(1_200).map(String) },
  fc.constantFrom('', '0', '00', '07', '7 ', '-7', '1e1', '７', '9999999', '10000000', 'x'),
  fc.uuid(),
);

const id = fc.tuple(path, name).map(([front, end]) => front + end);

const row = fc
  .tuple(path, fc.nat(1_000), fc.integer({ min: 1, max: 80 }))
  .map(([front, from, count]) => Array.from({ length: count }, (_, at) => `${front}${from + at}`));

/** As many paths as there are columns, and more. */
const manyPaths = Array.from({ length: 80 }, (_, at) => `many ${at}/1`);

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('add', 'add', 'delete'),
  ids: fc.oneof(fc.array(id, { maxLength: 20 }), row, fc.constant(manyPaths)),
});

const isRow =
  (rows: readonly string[]) =>
  (ordinal: number, sought: string): boolean =>
    rows[ordinal] === sought;

function newSubject(rows: string[] = []): Subject {
  return { ids: new PathIds(isRow(rows)), rows };
}

it('ids that are paths are where a map would have them, in every fork', () => {
  fc.assert(
    fc.property(
      forkStepsOf(command, 16),
      fc.array(id, { maxLength: 40 }),
      fc.nat(500),
      (steps, asked, room) => {
        const first: Pair<Subject, Map<string, number>> = {
          subject: newSubject(),
          model: new Map(),
        };
        first.subject.ids.reserve(room);
        runForked(first, steps, {
          fork: ({ subject, model }) => {
            const rows = [...subject.rows];
            return { subject: { ids: subject.ids.fork(isRow(rows)), rows }, model: new Map(model) };
          },
          run({ subject: { ids, rows }, model }, { does, ids: some }) {
            for (const each of some) {
              const ordinal = model.get(each);
              if (does === 'add' && ordinal === undefined) {
                model.set(each, rows.length);
                ids.addFirst(each, rows.length);
                rows.push(each);
              } else if (does === 'delete' && ordinal !== undefined) {
                model.delete(each);
                ids.delete(each, ordinal);
              }
            }
          },
          check({ subject: { ids, rows }, model }) {
            expect(ids.size).toBe(model.size);
            for (const each of [...asked, ...rows, ...manyPaths]) {
              const ordinal = ids.one(each);
              if (ordinal !== model.get(each)) expect(ordinal, each).toBe(model.get(each));
            }
          },
        });
      },
    ),
    runs(60),
  );
});
