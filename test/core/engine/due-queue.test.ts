// The due queue against a plain array that is sorted after each change.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueClasses, type Due, type DueClass } from '../../../core/kernel/due.ts';
import { DueQueue, type PendingDue } from '../../../core/engine/due-queue.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';

interface Fire {
  readonly type: 'Fire';
  readonly shot: number;
}

type Pending = PendingDue<Fire>;

class Model {
  pending: Pending[] = [];
  #sequence = 0;

  set(due: Due<Fire>, setBy: number): void {
    this.clear(due.subject, due.name);
    this.#sequence += 1;
    this.pending.push({ ...due, setBy, sequence: this.#sequence });
    this.pending.sort((a, b) => a.dueMs - b.dueMs || a.sequence - b.sequence);
  }

  clear(subject: string, name: string): void {
    this.pending = this.pending.filter((due) => due.subject !== subject || due.name !== name);
  }

  popBy(untilMs: number): Pending | undefined {
    const [first] = this.pending;
    if (first === undefined || first.dueMs > untilMs) return undefined;
    this.pending.shift();
    return first;
  }
}

/** The due without the members that only the queue uses. */
function plain(due: Pending | undefined): Pending | undefined {
  if (due === undefined) return undefined;
  const { subject, name, dueMs, command, setBy, sequence } = due;
  return { subject, name, class: due.class, dueMs, command, setBy, sequence };
}

type Change =
  | { readonly does: 'set'; readonly due: Omit<Due<Fire>, 'command'> }
  | { readonly does: 'clear'; readonly subject: string; readonly name: string }
  | { readonly does: 'take'; readonly untilMs: number };

const subjects = ['t1', 't2', 't3', 't4'];
const names = { subject: fc.constantFrom(...subjects), name: fc.constantFrom('mine', 'stuck') };
const sets = fc.record({
  does: fc.constant('set' as const),
  due: fc.record({
    ...names,
    class: fc.constantFrom<DueClass>(...dueClasses),
    dueMs: fc.integer({ min: -3, max: 6 }),
  }),
});
const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: sets },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('clear' as const), ...names }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('take' as const),
        untilMs: fc.integer({ min: -3, max: 6 }),
      }),
    },
  ),
  { maxLength: 80 },
);

function apply(change: Change, shot: number, queue: DueQueue<Fire>, model: Model): void {
  switch (change.does) {
    case 'set': {
      const due = { ...change.due, command: { type: 'Fire', shot } as const };
      queue.set(due, shot);
      return model.set(due, shot);
    }
    case 'clear':
      queue.clear(change.subject, change.name);
      return model.clear(change.subject, change.name);
    case 'take':
      expect(plain(queue.popBy(change.untilMs))).toEqual(model.popBy(change.untilMs));
  }
}

describe('DueQueue', () => {
  it('has, lists and returns the dues of a sorted array', () => {
    fc.assert(
      fc.property(changes, fc.subarray(subjects), (sequence, some) => {
        const [queue, model] = [new DueQueue<Fire>(), new Model()];
        sequence.forEach((change, shot) => {
          apply(change, shot, queue, model);
          const { pending } = model;
          expect(queue.size).toBe(pending.length);
          expect(queue.list().map(plain)).toEqual(pending);
          expect(plain(queue.next())).toEqual(pending[0]);
          for (const only of dueClasses) {
            const ofClass = pending.filter((due) => due.class === only);
            expect(plain(queue.next(only))).toEqual(ofClass[0]);
            const ofSome = ofClass.filter(({ subject }) => some.includes(subject));
            expect(plain(queue.nextOf(some, only))).toEqual(ofSome[0]);
          }
        });
      }),
    );
  });

  it('returns the dues of a long queue by instant, then in the order in which they were set', () => {
    const queue = new DueQueue<Fire>();
    for (let shot = 0; shot < 2_000; shot += 1) {
      const dueMs = (shot * 7_919) % 101;
      const command = { type: 'Fire', shot } as const;
      queue.set({ subject: `${shot}`, name: 'mine', class: 'progress', dueMs, command }, 1);
    }
    const taken: Pending[] = [];
    for (let due = queue.popBy(200); due !== undefined; due = queue.popBy(200)) {
      taken.push(due);
    }
    const sorted = taken.toSorted((a, b) => a.dueMs - b.dueMs || a.command.shot - b.command.shot);
    expect(taken.length).toBe(2_000);
    expect(taken).toEqual(sorted);
    expect(queue.next()).toBeUndefined();
  });

  it('breaks ties between classes by the order in which dues were set', () => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 0 } as const;
    const order = ['schedule', 'timeout', 'progress'] as const;
    for (const only of order) {
      queue.set({ subject: only, name: 'mine', class: only, dueMs: 5, command }, 1);
    }
    expect(order.map(() => queue.popBy(5)?.class)).toEqual(order);
  });

  it('returns dues up to and including an instant, and none after it', () => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 0 } as const;
    queue.set({ subject: 't1', name: 'mine', class: 'progress', dueMs: 5, command }, 1);
    expect(queue.popBy(4)).toBeUndefined();
    expect(queue.popBy(5)?.subject).toBe('t1');
  });

  it('sorts a due that is set again after those of the same instant, in its new class', () => {
    const queue = new DueQueue<Fire>();
    const due = { class: 'progress', dueMs: 5, command: { type: 'Fire', shot: 0 } } as const;
    queue.set({ ...due, subject: 't1', name: 'mine' }, 1);
    queue.set({ ...due, subject: 't2', name: 'mine' }, 2);
    queue.set({ ...due, subject: 't1', name: 'mine', class: 'timeout' }, 3);
    expect(queue.list().map(({ subject }) => subject)).toEqual(['t2', 't1']);
    expect(queue.next('timeout')?.setBy).toBe(3);
    expect(queue.size).toBe(2);
  });

  it('keeps the cause of a due renewed for the same instant, and replaces it for another', () => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 1 } as const;
    const due = { subject: 't1', name: 'mine', class: 'progress', dueMs: 10, command } as const;
    queue.set({ ...due, isRenewal: true }, 1);
    queue.set({ ...due, isRenewal: true }, 2);
    expect(queue.next()).toMatchObject({ setBy: 1, sequence: 2 });
    queue.set({ ...due, dueMs: 11, isRenewal: true }, 3);
    expect(queue.next()).toMatchObject({ setBy: 3, sequence: 3 });
    queue.set({ ...due, dueMs: 11 }, 4);
    expect(queue.next()).toMatchObject({ setBy: 4, sequence: 4 });
    expect(queue.next()).not.toHaveProperty('isRenewal');
  });

  it('has two causes if a due is renewed for the instant at which it fired', () => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 1 } as const;
    const due = {
      subject: 't1',
      name: 'mine',
      class: 'progress',
      dueMs: 10,
      command,
      isRenewal: true,
    } as const;
    queue.set(due, 1);
    const fired = queue.popBy(10);
    queue.set(due, 2);
    const renewed = queue.next() as Pending;
    expect(fired).toMatchObject({ setBy: 1 });
    expect(renewed.setBy).toBe(1);
    expect(queue.causeOf(renewed)).toBe(2);
    queue.endPass();
    expect(queue.causeOf(renewed)).toBe(1);
    queue.popBy(10);
    queue.set({ ...due, dueMs: 11 }, 3);
    expect(queue.next()).toMatchObject({ setBy: 3 });
  });

  it('forks with its held dues, which each side releases separately', () => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 1 } as const;
    queue.set({ subject: 't1', name: 'mine', class: 'progress', dueMs: 10, command }, 1);
    queue.hold('t1', 'mine');
    const twin = queue.fork();
    expect([twin.held, twin.size, twin.next()]).toEqual([1, 1, undefined]);
    twin.release('t1', 'mine', 20);
    expect([twin.held, twin.next()?.dueMs]).toEqual([0, 20]);
    expect([queue.held, queue.next()]).toEqual([1, undefined]);
  });

  it('ignores the clearing of a missing due', () => {
    const queue = new DueQueue<Fire>();
    queue.clear('t1', 'mine');
    expect(queue.size).toBe(0);
  });

  it.each([1.5, NaN, Infinity, 2 ** 53])('refuses the instant %d', (dueMs) => {
    const queue = new DueQueue<Fire>();
    const command = { type: 'Fire', shot: 0 } as const;
    const set = () => queue.set({ subject: 't', name: 'n', class: 'progress', dueMs, command }, 1);
    expect(set).toThrow(InvariantError);
    expect(queue.size).toBe(0);
  });
});
