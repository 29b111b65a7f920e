// The wire forms of a world's events.

import { z } from 'zod';
import { eventsPageMax } from '../../protocol/limits.ts';

/** Digits of a position in a log, and of a count of resets. */
export const positionDigitsMax = 15;
export const resetDigitsMax = 9;

export const positionText = new RegExp(`^\\d{1,${positionDigitsMax}}$`);
const eventIdText = new RegExp(`^(\\d{1,${positionDigitsMax}}(-\\d{1,${resetDigitsMax}})?)?$`);

const whole = z
  .string()
  .refine((text) => positionText.test(text), 'must be a whole number')
  .transform(Number);

/** Length limits of event filters. */
export const eventTypeCharsMax = 100;
export const eventStreamCharsMax = 300;

export const eventsQuery = z.strictObject({
  from: whole.default(1).meta({
    description: 'The first position to read; positions start at 1.',
    type: 'integer',
    minimum: 0,
    default: 1,
  }),
  limit: whole
    .refine((limit) => limit >= 1 && limit <= eventsPageMax, `must be from 1 to ${eventsPageMax}`)
    .default(100)
    .meta({
      description: 'The page size of the JSON answer; event streams ignore it.',
      type: 'integer',
      minimum: 1,
      maximum: eventsPageMax,
      default: 100,
    }),
  type: z
    .string()
    .max(eventTypeCharsMax)
    .exactOptional()
    .meta({ description: 'Only events of this type.' }),
  stream: z
    .string()
    .max(eventStreamCharsMax)
    .exactOptional()
    .meta({ description: 'Only events of this stream, such as wallet/transaction/<id>.' }),
});

export const eventsHeaders = z.object({
  'last-event-id': z
    .string()
    .refine((text) => eventIdText.test(text), 'must be an event id such as 17 or 17-1')
    .transform((text) => {
      if (text === '') return undefined;
      const [position, resets = 0] = text.split('-').map(Number);
      return { position: position ?? 0, resets };
    })
    .exactOptional()
    .meta({
      description:
        'Resumes a stream after the event with this id, but not before `from`. An id is a position; after resets of the world, a dash and their number follow.',
      type: 'string',
      example: '17',
    }),
});

/** The place that a client has received last, and the resets of the world by then. */
export type LastEventId = NonNullable<z.infer<typeof eventsHeaders>['last-event-id']>;

/** Server-sent events. */
export const eventsText = z.string().meta({
  description:
    'One message per event: the position as id, and as data the JSON of a page in one line. The id to resume from comes first, without data. Comments are heartbeats.',
});

const place = z.int().min(1);

export const eventAnswer = z
  .strictObject({
    position: place.meta({ description: 'Position in the log of the world.' }),
    stream: z.string(),
    version: place.meta({ description: 'Position in its stream.' }),
    at: z.int().meta({ description: 'Virtual time, in milliseconds.' }),
    cause: place.exactOptional().meta({
      description: 'The position of the event that scheduled the due that caused this one.',
    }),
    type: z.string(),
    data: z.looseObject({}),
  })
  .meta({ id: 'Event' });

export const eventsAnswer = z
  .strictObject({
    events: z.array(eventAnswer),
    next: place
      .nullable()
      .meta({ description: 'The first position of the next page; null on the last page.' }),
  })
  .meta({ id: 'Events' });
