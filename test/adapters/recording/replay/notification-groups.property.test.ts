// A notification corresponds to the one with its index among those of its kind, subscription and subject, as far as their ids are
// learned: whatever is learned before, between and after the notifications.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LearnedPair } from '../../../../adapters/recording/replay/learned-ids.ts';
import {
  NotificationGroups,
  type SentNotification,
} from '../../../../adapters/recording/replay/notification-groups.ts';

type Side = keyof LearnedPair;

const kind = fc.constantFrom('COMPLETE', 'FAILED');
const id = fc.constantFrom('', 'a', 'b', 'c', 'd');
const sentNotification = fc.record({
  service: fc.constant('wallet'),
  id: fc.uuid(),
  kind,
  subscriptionId: id,
  subjectId: id,
  attempts: fc.constant(1),
});

/** A step of a run, or a pair of ids that is learned; after some of them, all places are compared. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom('recorded' as const, 'present' as const), sentNotification),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('learned' as const),
      fc.record({ recorded: fc.constantFrom('a', 'b', 'c', 'd'), present: id }),
    ),
  },
);
const steps = fc.array(fc.tuple(step, fc.boolean()), { maxLength: 40 });

/** The plain definition. */
function counterpart(
  one: SentNotification,
  own: Side,
  sent: Readonly<Record<Side, readonly SentNotification[]>>,
  learned: readonly LearnedPair[],
): SentNotification | undefined {
  const nameOf = (text: string, side: Side) =>
    learned.find((pair) => pair[side] === text)?.present ?? '';
  const groupOf = ({ kind, subscriptionId, subjectId }: SentNotification, side: Side) =>
    JSON.stringify([kind, nameOf(subscriptionId, side), nameOf(subjectId, side)]);
  const group = groupOf(one, own);
  const [recorded, present] = (['recorded', 'present'] as const).map((side) =>
    sent[side].filter((other) => groupOf(other, side) === group),
  );
  const [ours, theirs] = own === 'recorded' ? [recorded, present] : [present, recorded];
  return theirs?.[ours?.indexOf(one) ?? -1];
}

it('finds the notifications that the plain definition finds', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const learned: LearnedPair[] = [];
      const sent: Record<Side, SentNotification[]> = { recorded: [], present: [] };
      const groups = {
        recorded: new NotificationGroups(learned, 'recorded'),
        present: new NotificationGroups(learned, 'present'),
      };
      for (const [[what, value], isCompared] of taken) {
        if (what === 'learned') {
          const { recorded, present } = value;
          const isTaken = learned.some(
            (pair) => pair.recorded === recorded || pair.present === present,
          );
          if (!isTaken && present !== '') learned.push(value);
        } else {
          sent[what].push(value);
          groups[what].add(value);
        }
        if (!isCompared) continue;
        for (const [own, other] of [
          ['recorded', 'present'],
          ['present', 'recorded'],
        ] as const) {
          for (const one of sent[own]) {
            const place = groups[own].placeOf(one);
            const found = place && groups[other].at(place);
            expect(found).toBe(counterpart(one, own, sent, learned));
          }
        }
      }
    }),
    { endOnFailure: true },
  );
});

it('has no place for a notification that was not sent', () => {
  const groups = new NotificationGroups([], 'recorded');
  const [one] = fc.sample(sentNotification, 1);
  expect(one && groups.placeOf(one)).toBeUndefined();
});
