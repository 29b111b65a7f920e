// The wire form of a timeline: how many events of a world there are in each stretch of virtual time, by lane.

import { z } from 'zod';
import { eventLanes } from '../../contracts/event-lane.ts';
import { instant } from '../../protocol/instant.ts';
import { timelineBucketsMax } from '../../protocol/limits.ts';
import { positionText } from './events.ts';
import { printedInstant } from './time.ts';

export const timelineQuery = z
  .strictObject({
    from: instant.exactOptional().meta({ description: 'The default is the epoch of the world.' }),
    to: instant
      .exactOptional()
      .meta({ description: 'Included. The default is the present of the world.' }),
    buckets: z
      .string()
      .refine(
        (text) =>
          positionText.test(text) && Number(text) >= 1 && Number(text) <= timelineBucketsMax,
        `must be an integer from 1 to ${timelineBucketsMax}`,
      )
      .transform(Number)
      .default(1_000)
      .meta({
        description: 'The number of equal stretches that the time is divided into.',
        type: 'integer',
        minimum: 1,
        maximum: timelineBucketsMax,
        default: 1_000,
      }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'from must not be after to',
    path: ['from'],
  });

const count = z.int().min(0);

export const timelineAnswer = z
  .strictObject({
    from: printedInstant,
    to: printedInstant,
    position: count.meta({ description: 'The last position of the world.' }),
    events: count.meta({ description: 'The number of events from `from` to `to`.' }),
    lanes: z
      .array(
        z.strictObject({
          lane: z.enum(eventLanes).meta({
            description: 'Which entities the events are about.',
          }),
          counts: z.array(count).meta({ description: 'By bucket.' }),
        }),
      )
      .meta({ description: 'Lanes without events are left out.' }),
  })
  .meta({ id: 'Timeline' });
