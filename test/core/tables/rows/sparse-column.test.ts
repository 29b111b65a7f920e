// The sparse column of numbers against an array, through forks of forks.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { SparseColumn } from '../../../../core/tables/rows/sparse-column.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

type NumbersPair = Pair<SparseColumn, { values: number[] }>;

interface Command {
  readonly from: number;
  readonly count: number;
  readonly value: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  from: fc.nat(1_200),
  count: fc.oneof(fc.nat(3), fc.nat(600)),
  value: fc.oneof(fc.integer(), fc.constantFrom(0, Number.NaN, -1)),
});

const rowIdsSeen = 2_000;

it('has the numbers of an array, and so has each of its forks', () => {
  fc.assert(
    fc.property(forkStepsOf(command, 20), (steps) => {
      const first: NumbersPair = {
        subject: new SparseColumn(),
        model: { values: Array.from({ length: rowIdsSeen }, () => Number.NaN) },
      };
      runForked(first, steps, {
        fork: ({ subject, model }) => ({
          subject: subject.fork(),
          model: { values: [...model.values] },
        }),
        run({ subject, model }, { from, count, value }) {
          for (let rowId = from; rowId < from + count; rowId += 1) {
            subject.set(rowId, value + rowId);
            model.values[rowId] = value + rowId;
          }
        },
        check({ subject, model }) {
          const held = model.values.map((_, rowId) => subject.at(rowId));
          if (held.join() !== model.values.join()) expect(held).toEqual(model.values);
        },
      });
    }),
    runs(60),
  );
});

it('copies a page once after a fork, however many of its values change', () => {
  const column = new SparseColumn();
  column.set(0, 1);
  column.fork();
  const copying = vi.spyOn(Float64Array.prototype, 'slice');
  for (let rowId = 0; rowId < 100; rowId += 1) column.set(rowId, rowId);
  expect(copying).toHaveBeenCalledTimes(1);
  copying.mockRestore();
});
