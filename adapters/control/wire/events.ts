// The wire forms of a world's events.

import { z } from 'zod';
import { eventsPageMax } from '../../http/limits.ts';

/** Digits of a position in a log, and of a count of resets. */
export const positionDigitsMax = 15;
export const resetDigitsMax = 9;

export const positionText = new RegExp(`^\\d{1,${positionDigitsMax}}$`);
const eventIdText = new RegExp(`^(\\d{1,${positionDigitsMax}}(-\\d{1,${resetDigitsMax}})?)?$`);

const whole = z
  .string()
  .refine((text) => positionText.test(text), 'is a whole number')
  .transform(Number);

/** The longest filters of events. */
export const eventTypeCharsMax = 100;
export const eventStreamCharsMax = 300;

export const eventsQuery = z.strictObject({
  from: whole
    .default(1)
    .meta({ description: 'The first position, from 1.', type: 'integer', minimum: 0, default: 1 }),
  limit: whole
    .refine((limit) => limit >= 1 && limit <= eventsPageMax, `is 1 to ${eventsPageMax}`)
    .default(100)
    .meta({
      description: 'Events of one answer in JSON; a stream has no end.',
      type: 'integer',
      minimum: 1,
      maximum: eventsPageMax,
      default: 100,
    }),
  type: z
    .string()
    .max(eventTypeCharsMax)
    .exactOptional()
    .meta({ description: 'Events of this type only.' }),
  stream: z
    .string()
    .max(eventStreamCharsMax)
    .exactOptional()
    .meta({ description: 'Events of this stream only, such as wallet/transaction/<id>.' }),
});

export const eventsHeaders = z.object({
  'last-event-id': z
    .string()
    .refine((text) => eventIdText.test(text), 'is no id of an event')
    .transform((text) => {
      if (text === '') return undefined;
      const [position, resets = 0] = text.split('-').map(Number);
      return { position: position ?? 0, resets };
    })
    .exactOptional()
    .meta({
      description:
        'A stream goes on behind the event of this id; wins over from. An id is a position, in a world that was reset followed by a dash and how often.',
      type: 'string',
      example: '17',
    }),
});

/** Server-sent events. */
export const eventsText = z.string().meta({
  description:
    'For each event its position as id, and as data the same JSON as in a page, in one line. Comments in between show that the stream is open.',
});

const place = z.int().min(1);

const eventAnswer = z
  .strictObject({
    position: place.meta({ description: 'Place in the whole log.' }),
    stream: z.string(),
    version: place.meta({ description: 'Place in its stream.' }),
    at: z.int().meta({ description: 'Virtual time, in milliseconds.' }),
    cause: place
      .exactOptional()
      .meta({ description: 'The event that promised the due that led to this one.' }),
    type: z.string(),
    data: z.looseObject({}),
  })
  .meta({ id: 'LogEvent' });

export const eventsAnswer = z.strictObject({
  events: z.array(eventAnswer),
  next: place
    .nullable()
    .meta({ description: 'Where the next page starts; null if this was the last.' }),
});
