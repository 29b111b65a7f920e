// Amounts by ordinal against a plain map, through forks of forks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Amounts } from '../../../../core/tables/indexes/amounts.ts';
import { scanCommon } from '../../../../core/tables/sets/row-id-set.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/forks.ts';

interface Command {
  readonly key: string;
  readonly from: number;
  readonly amounts: readonly bigint[];
}

type AmountsPair = Pair<Amounts, Map<string, Map<number, bigint>>>;

const most = 40_000;

/** Small ones, and such as differ by one where numbers do not. */
const amount = fc.oneof(
  fc.bigInt(0n, 20n),
  fc.bigInt(-3n, 3n).map((far) => 10n ** 18n + far),
  fc.bigInt(-3n, 3n).map((far) => 2n ** 53n + far),
  fc.bigInt(0n, 2n ** 106n),
);

const command: fc.Arbitrary<Command> = fc.record({
  key: fc.constantFrom('one', 'other'),
  from: fc.oneof(fc.nat(200), fc.nat(most - 200), fc.constantFrom(8_191, 8_192, 16_383)),
  amounts: fc.array(amount, { minLength: 1, maxLength: 30 }),
});

function run({ subject, model }: AmountsPair, { key, from, amounts }: Command): void {
  for (const [index, units] of amounts.entries()) {
    subject.set(key, from + index, units);
    const column = model.get(key) ?? new Map<number, bigint>();
    model.set(key, column.set(from + index, units));
  }
}

const fork = ({ subject, model }: AmountsPair): AmountsPair => ({
  subject: subject.fork(),
  model: new Map([...model].map(([key, column]) => [key, new Map(column)])),
});

const newPair = (): AmountsPair => ({ subject: new Amounts(), model: new Map() });

function found(amounts: Amounts, key: string, least: bigint, order: 'ascending' | 'descending') {
  const ordinals: number[] = [];
  const set = amounts.atLeast(key, least);
  scanCommon([set], order, 0, most, (ordinal) => ordinals.push(ordinal) > 0);
  return ordinals;
}

describe('amounts by ordinal', () => {
  it('tell who has at least so much, in either order, and so does each fork', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 12), fc.array(amount, { maxLength: 4 }), (steps, leasts) => {
        const check = ({ subject, model }: AmountsPair) => {
          for (const key of ['one', 'other', 'none']) {
            for (const least of leasts.filter((each) => each > 0n)) {
              const expected = [...(model.get(key) ?? [])]
                .flatMap(([ordinal, units]) => (units >= least ? [ordinal] : []))
                .sort((left, right) => left - right);
              expect(found(subject, key, least, 'ascending')).toEqual(expected);
              expect(found(subject, key, least, 'descending')).toEqual(expected.reverse());
            }
          }
        };
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(60),
    );
  });

  it('leave out nobody who has enough, however great the amounts are', () => {
    const great = fc.bigInt(1n, 2n ** 256n - 1n);
    fc.assert(
      fc.property(great, fc.bigInt(-1_000n, 1_000n), (units, far) => {
        const amounts = new Amounts();
        amounts.set('one', 7, units);
        const least = units + far;
        fc.pre(least > 0n);
        const ordinals = found(amounts, 'one', least, 'ascending');
        if (units >= least) expect(ordinals).toEqual([7]);
        else if (units < 2n ** 106n) expect(ordinals).toEqual([]);
      }),
      runs(300),
    );
  });
});
