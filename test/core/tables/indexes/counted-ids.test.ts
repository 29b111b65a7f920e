// Ids that are counted against a Map, through forks of forks; and which texts are such ids.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountedIds } from '../../../../core/tables/indexes/counted-ids.ts';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/forks.ts';

type IdsPair = Pair<CountedIds, Map<string, number>>;

interface Command {
  readonly does: 'add' | 'delete';
  readonly from: number;
  readonly count: number;
}

const numbersMax = 1_200;

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('add', 'add', 'delete'),
  from: fc.nat(numbersMax),
  count: fc.oneof(fc.nat(3), fc.nat(300)),
});

const newPair = (): IdsPair => ({ subject: new CountedIds(), model: new Map() });

const fork = ({ subject, model }: IdsPair): IdsPair => ({
  subject: subject.fork(),
  model: new Map(model),
});

function run({ subject, model }: IdsPair, { does, from, count }: Command): void {
  for (let number = from; number < from + count; number += 1) {
    const id = `${number}`;
    if (does === 'add' && !model.has(id)) {
      subject.addFirst(id, number * 2);
      model.set(id, number * 2);
    } else if (does === 'delete' && model.delete(id)) subject.delete(id);
  }
}

function check({ subject, model }: IdsPair): void {
  expect(subject.size).toBe(model.size);
  for (let number = 0; number < numbersMax + 300; number += 1) {
    const ordinal = subject.one(`${number}`);
    if (ordinal !== model.get(`${number}`)) expect(ordinal).toBe(model.get(`${number}`));
  }
}

describe('ids that are counted', () => {
  it('are where a map would have them, in every fork', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 20), (steps) => {
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(40),
    );
  });

  it('are numbers as they are printed, and nothing else is found', () => {
    const ids = new CountedIds();
    for (const id of ['0', '7', '10', '999999']) ids.addFirst(id, 3);
    const others = ['', '00', '07', '7 ', ' 7', '+7', '-7', '7.0', '1e1', '７', 'NaN', 'undefined'];
    for (const text of [...others, '10000000000', '70', '1']) expect(ids.one(text)).toBeUndefined();
    for (const text of others) expect(() => ids.addFirst(text, 1)).toThrow(InvariantError);
    expect(ids.one('10')).toBe(3);
  });
});
