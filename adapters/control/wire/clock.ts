// The wire forms of a world's clock.

import { z } from 'zod';
import {
  changedClock,
  clockModes,
  clockRateMax,
  type Advanced,
  type ClockSetting,
  type WorldView,
} from '../../../core/index.ts';
import { advanceMsMax, duration } from '../../protocol/duration.ts';
import { instant } from '../../protocol/instant.ts';
import { printedInstant, printMs } from './time.ts';

export const rate = z.number().positive().max(clockRateMax);

export const clockMode = z.enum(clockModes as [ClockSetting['mode']]).meta({ id: 'ClockMode' });

export const idle = z.boolean().meta({
  description: 'In skip: whether time also moves while no requests arrive; the default is true.',
});

export const clockBody = z
  .strictObject({
    mode: clockMode.exactOptional(),
    rate: rate.exactOptional(),
    idle: idle.exactOptional(),
  })
  .meta({ id: 'ClockChange' });

/** The default limit of `untilIdle`: a day. */
export const idleMsDefault = 86_400_000;

export const advanceBody = z
  .strictObject({
    by: duration.exactOptional(),
    to: instant.exactOptional(),
    untilIdle: z.literal(true).exactOptional(),
    maxMs: z
      .int()
      .min(0)
      .max(advanceMsMax)
      .exactOptional()
      .meta({
        description: `The limit of untilIdle in milliseconds; the default is ${idleMsDefault}.`,
      }),
  })
  .refine(
    ({ by, to, untilIdle }) => [by, to, untilIdle].filter((one) => one !== undefined).length === 1,
    'must have exactly one of by, to, untilIdle',
  )
  .refine(
    ({ maxMs, untilIdle }) => maxMs === undefined || untilIdle !== undefined,
    'allows maxMs with untilIdle only',
  )
  .meta({
    description: 'Exactly one of by, to, untilIdle; maxMs with untilIdle only.',
    oneOf: ['by', 'to', 'untilIdle'].map((field) => ({ required: [field] })),
    id: 'Advance',
  });

export const clockAnswer = z
  .strictObject({
    now: printedInstant,
    mode: clockMode,
    rate,
    idle: idle.exactOptional(),
    nextDue: printedInstant
      .nullable()
      .meta({ description: 'The instant of the next due; null if nothing is due.' }),
  })
  .meta({ id: 'Clock' });

export const advanceAnswer = z
  .strictObject({
    now: printedInstant,
    fired: z
      .int()
      .min(0)
      .meta({ description: 'The number of scheduled commands (dues) that ran.' }),
    events: z.int().min(0).meta({ description: 'The number of events that they caused.' }),
    unanswered: z.int().min(1).exactOptional().meta({
      description:
        'The number of webhooks and calls that time does not wait for any more: their outcomes come with later moves of time.',
    }),
  })
  .meta({ id: 'Advanced' });

export const progressAnswer = z
  .strictObject({
    now: printedInstant.meta({ description: 'The instant that time has reached.' }),
    position: z.int().min(0).meta({ description: 'The number of events so far.' }),
  })
  .meta({ id: 'Progress' });

export function printClock({ nowMs, clock, nextDueMs }: WorldView): z.infer<typeof clockAnswer> {
  const nextDue = nextDueMs === undefined ? null : printMs(nextDueMs);
  return { now: printMs(nowMs), ...changedClock(clock, {}), nextDue };
}

export function printProgress({ nowMs, position }: WorldView): z.infer<typeof progressAnswer> {
  return { now: printMs(nowMs), position };
}

export function printAdvanced(
  { nowMs, fired, events }: Advanced,
  unanswered: number,
): z.infer<typeof advanceAnswer> {
  const advanced = { now: printMs(nowMs), fired, events };
  return unanswered === 0 ? advanced : { ...advanced, unanswered };
}
