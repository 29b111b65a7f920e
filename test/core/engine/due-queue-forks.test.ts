// Due queues that are forked at any moment, and restored from their pages.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueClasses, type DueClass } from '../../../core/kernel/due.ts';
import { DueQueue, type PendingDue } from '../../../core/engine/due-queue.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../support/collections/forks.ts';

interface Fire {
  readonly type: 'Fire';
  readonly shot: number;
}

type Pending = PendingDue<Fire>;
type QueuePair = Pair<DueQueue<Fire>, { pending: Pending[]; sequence: number }>;

interface Command {
  readonly does: 'set' | 'clear' | 'take';
  /** The command applies to `count` subjects from this one on. */
  readonly from: number;
  readonly count: number;
  readonly name: string;
  readonly class: DueClass;
  readonly dueMs: number;
  readonly through: number | undefined;
}

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('set', 'set', 'set', 'clear', 'take'),
  from: fc.nat(100),
  count: fc.oneof(fc.nat(3), fc.nat(40)),
  name: fc.constantFrom('mine', 'stuck', 'late'),
  class: fc.constantFrom(...dueClasses),
  dueMs: fc.integer({ min: -3, max: 20 }),
  through: fc.option(fc.nat(150), { nil: undefined }),
});
const commands = fc.array(command, { maxLength: 15 });

const isFirst = (left: Pending, right: Pending) =>
  left.dueMs - right.dueMs || left.sequence - right.sequence;

function run({ subject, model }: QueuePair, each: Command, shot: number): void {
  const { does, from, count, name, dueMs, through } = each;
  for (let number = from; number < from + count; number += 1) {
    const whose = `t${number}`;
    const others = model.pending.filter((due) => due.subject !== whose || due.name !== name);
    if (does === 'set') {
      const due = { subject: whose, name, class: each.class, dueMs: dueMs + (number % 5) };
      const fire = { ...due, command: { type: 'Fire', shot } as const };
      subject.set(fire, shot);
      model.sequence += 1;
      model.pending = [...others, { ...fire, setBy: shot, sequence: model.sequence }];
      model.pending.sort(isFirst);
    } else if (does === 'clear') {
      subject.clear(whose, name);
      model.pending = others;
    } else {
      const [first] = model.pending;
      const isDue =
        first !== undefined &&
        (first.dueMs < dueMs || (first.dueMs === dueMs && first.sequence <= (through ?? Infinity)));
      const taken = subject.popBy(dueMs, through);
      if (!isDue) expect(taken).toBeUndefined();
      else expect(taken).toEqual(model.pending.shift());
    }
  }
}

function check({ subject, model: { pending, sequence } }: QueuePair): void {
  expect([subject.size, subject.sequence]).toEqual([pending.length, sequence]);
  const order = subject.list().map((due) => due.sequence);
  if (order.join() !== pending.map((due) => due.sequence).join()) {
    expect(subject.list()).toEqual(pending);
  }
  expect(subject.next()).toEqual(pending[0]);
  for (const only of dueClasses) {
    expect(subject.next(only)).toEqual(pending.find((due) => due.class === only));
  }
}

/** All dues of a queue, in the order in which a copy returns them. */
function drained(queue: DueQueue<Fire>): Pending[] {
  const copy = queue.fork();
  const taken: Pending[] = [];
  for (let due = copy.popBy(99); due !== undefined; due = copy.popBy(99)) taken.push(due);
  return taken;
}

const newPair = (): QueuePair => ({
  subject: new DueQueue<Fire>(),
  model: { pending: [], sequence: 0 },
});

function filled(sequence: readonly Command[]): QueuePair {
  const pair = newPair();
  for (const [shot, each] of sequence.entries()) run(pair, each, shot);
  return pair;
}

const pagesOf = (queue: DueQueue<Fire>) =>
  Array.from({ length: queue.pageCount }, (_, page) => [...(queue.pageSince(page, 0) ?? [])]);

function restored(queue: DueQueue<Fire>): DueQueue<Fire> {
  const twin = new DueQueue<Fire>();
  for (const [page, subjects] of pagesOf(queue).entries()) {
    twin.restorePage(page, queue.pageCount, subjects);
  }
  twin.restoreSequence(queue.sequence);
  return twin;
}

describe('a fork of a due queue', () => {
  it('equals its own sorted array, while either of the two is written', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 30), (steps) => {
        const pairs = [newPair()];
        runForked(pairs[0] ?? newPair(), steps, {
          fork: ({ subject, model }) => {
            const twin = {
              subject: subject.fork(),
              model: { ...model, pending: [...model.pending] },
            };
            pairs.push(twin);
            return twin;
          },
          run,
          check,
        });
        for (const { subject, model } of pairs) expect(drained(subject)).toEqual(model.pending);
      }),
      runs(60),
    );
  });
});

describe('the pages of a due queue', () => {
  it('restore an equal queue, which stays equal, pages included', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const pair = filled(before);
        const { subject, model } = pair;
        const twin: QueuePair = {
          subject: restored(subject),
          model: { ...model, pending: [...model.pending] },
        };
        check(twin);
        expect(drained(twin.subject)).toEqual(drained(subject));
        for (const [index, each] of after.entries()) {
          run(pair, each, before.length + index);
          run(twin, each, before.length + index);
        }
        check(twin);
        expect(pagesOf(twin.subject)).toEqual(pagesOf(subject));
      }),
      runs(60),
    );
  });

  it('are refused if a subject belongs to another page', () => {
    const { subject } = filled(
      [0, 1, 2].map((round) => ({
        does: 'set',
        from: round * 40,
        count: 40,
        name: 'mine',
        class: 'progress',
        dueMs: 1,
        through: undefined,
      })),
    );
    const [first = [], second = []] = pagesOf(subject);
    expect(subject.pageCount).toBeGreaterThan(2);
    const twin = new DueQueue<Fire>();
    expect(() => twin.restorePage(0, subject.pageCount, second)).toThrow(InvariantError);
    expect(() => new DueQueue<Fire>().restorePage(1, 3, first)).toThrow(InvariantError);
  });
});
