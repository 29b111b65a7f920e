// The wire forms of recorded exchanges.

import { z } from 'zod';
import { positionText } from './events.ts';
import { recordingAnswer } from './recording.ts';

const ordinal = z.int().min(1);
const count = z.int().min(0);
const instant = z.int().meta({ description: 'Virtual milliseconds since 1970-01-01T00:00:00Z.' });

const whole = z
  .string()
  .refine((text) => positionText.test(text), 'must be a whole number')
  .transform(Number);

export const exchangesQuery = z.strictObject({
  after: whole.default(0).meta({
    description: 'Only exchanges that entries after this one have changed.',
    type: 'integer',
    minimum: 0,
    default: 0,
  }),
});

export const exchangesHeaders = z.object({
  'last-event-id': whole.exactOptional().meta({
    description: 'Resumes a stream: as `after`.',
    type: 'string',
    example: '17',
  }),
});

const message = z
  .strictObject({
    headers: z.record(z.string(), z.string()).exactOptional(),
    text: z.string().exactOptional().meta({ description: 'Of a long text, its beginning.' }),
    bytes: count.exactOptional().meta({ description: 'The size of a binary or a long body.' }),
  })
  .meta({ id: 'ExchangeMessage' });

const frame = z
  .strictObject({
    n: ordinal.meta({ description: 'The entry of the recording.' }),
    atMs: instant,
    direction: z.enum(['in', 'out']).meta({ description: 'From the client, or to it.' }),
    text: z.string().exactOptional(),
    bytes: count.exactOptional().meta({ description: 'The size of a binary frame.' }),
  })
  .meta({ id: 'ExchangeFrame' });

const exchange = z
  .strictObject({
    n: ordinal.meta({ description: 'The entry of the request in the recording.' }),
    kind: z.enum(['http', 'socket', 'webhook', 'control']),
    atMs: instant,
    service: z.string(),
    method: z.string(),
    client: z.string().exactOptional().meta({
      description: 'The program that sent it, such as `axios`, where it says so.',
    }),
    url: z.string().meta({ description: 'With its query.' }),
    route: z.string().nullable().exactOptional(),
    nearest: z.string().exactOptional(),
    status: z.int().exactOptional().meta({ description: 'Absent until it is answered.' }),
    failure: z.string().exactOptional().meta({
      description: 'Why there is no answer, or no whole one, such as `timeout`.',
    }),
    request: message.exactOptional(),
    answer: message.exactOptional(),
    frames: z.array(frame).exactOptional().meta({ description: 'Of a WebSocket.' }),
    close: z
      .strictObject({ atMs: instant, by: z.string(), code: z.int(), reason: z.string() })
      .exactOptional()
      .meta({ description: 'The end of a WebSocket.' }),
    events: z.array(ordinal).meta({ description: 'The positions of the events that it made.' }),
    input: ordinal.exactOptional().meta({ description: 'Its first input in the journal.' }),
  })
  .meta({ id: 'RecordedExchange' });

export const exchangesAnswer = z.strictObject({
  exchanges: z.array(exchange).meta({ description: 'Each as it is now, redacted as in the file.' }),
  last: count.meta({
    description:
      'The last entry that they show: the `after` of the next page, and of later changes.',
  }),
  isLast: z.boolean().meta({ description: 'Whether they show all entries so far.' }),
  recording: recordingAnswer.exactOptional().meta({ description: 'Absent if the world has none.' }),
});

/** Server-sent events. */
export const exchangesText = z.string().meta({
  description:
    'One message per changed exchange, as it is now, in one line; the last of those that changed together has an id to resume after. Comments are heartbeats. Ends with the recording.',
});
