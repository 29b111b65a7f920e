// The wire forms of the request journal.

import { z } from 'zod';
import { journaledRequestsMax, requestEventsMax } from '../../protocol/limits.ts';
import { isPathPattern, pathPatternRule } from '../../protocol/path-pattern.ts';
import { services } from '../../services/index.ts';
import { positionText } from './events.ts';
import { printedInstant } from './time.ts';

const whole = z
  .string()
  .refine((text) => positionText.test(text), 'must be a whole number')
  .transform(Number);

export const requestsQuery = z.strictObject({
  service: z
    .enum(services.map(({ name }) => name))
    .exactOptional()
    .meta({ description: 'Only requests to this service.' }),
  method: z
    .string()
    .regex(/^[A-Za-z]+$/, 'must be a method such as POST')
    .exactOptional()
    .meta({ description: 'Only requests with this method.' }),
  path: z
    .string()
    .refine(isPathPattern, `must be ${pathPatternRule}: /v1/w3s/wallets/*`)
    .exactOptional()
    .meta({
      description:
        "Only requests to this path, without the world's prefix. `*` is one segment, `**` at the end any number of segments.",
      example: '/v1/w3s/**',
    }),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/i, 'must be a status such as 404, or a class such as 4xx')
    .exactOptional()
    .meta({ description: 'Only requests with this status, or class of it such as 4xx.' }),
  unmatched: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .exactOptional()
    .meta({ description: 'Only requests without a route (true), or with one (false).' }),
  since: whole.exactOptional().meta({
    description: 'Only requests after the one with this number.',
    type: 'integer',
    minimum: 0,
  }),
  limit: whole
    .refine(
      (limit) => limit >= 1 && limit <= journaledRequestsMax,
      `must be from 1 to ${journaledRequestsMax}`,
    )
    .exactOptional()
    .meta({
      description: 'The most requests, of the first ones that match. Default: all.',
      type: 'integer',
      minimum: 1,
      maximum: journaledRequestsMax,
    }),
});

const place = z.int().min(1);
const count = z.int().min(0);

const causedEvent = z
  .strictObject({
    position: place.meta({ description: 'Position in the log of the world.' }),
    stream: z.string(),
    type: z.string(),
    cause: place.exactOptional().meta({
      description: 'Of an event that was due by then: the position of the event that scheduled it.',
    }),
  })
  .meta({ id: 'CausedEvent' });

const socketStatus = z
  .strictObject({
    state: z.enum(['open', 'closed']),
    received: count.meta({ description: 'Frames from the client.' }),
    sent: count.meta({ description: 'Frames to the client.' }),
    code: z.int().exactOptional().meta({
      description: 'The close code; 1005 if the close had none, 1006 if the connection broke.',
    }),
    reason: z.string().exactOptional(),
  })
  .meta({ id: 'SocketStatus' });

const requestView = z
  .strictObject({
    n: place.meta({ description: 'The number of the request in its world, from 1.' }),
    at: printedInstant.exactOptional().meta({
      description: 'The virtual instant. Absent if no world has the name.',
    }),
    world: z.string().exactOptional().meta({
      description: 'The name of the world, if there is none with it.',
    }),
    service: z.string().nullable().meta({ description: 'Null if no service owns the path.' }),
    client: z.string().exactOptional().meta({
      description:
        'The program that sent it, such as `axios`: the first product of its User-Agent, without the version.',
    }),
    method: z.string(),
    path: z.string().meta({ description: "Without the world's prefix." }),
    query: z.string().exactOptional(),
    route: z.string().nullable().meta({
      description:
        'The route that answers the request, such as `GET /v1/w3s/wallets/:id`, with `WS` for an upgrade to a WebSocket; null if there is none.',
    }),
    nearest: z.string().exactOptional().meta({
      description: 'The most similar route, if there is none for the request.',
    }),
    status: z.int().nullable().meta({ description: 'Null until the request is answered.' }),
    position: count.exactOptional().meta({
      description: 'The position of the world that the answer reflects.',
    }),
    inputs: z.array(place).meta({ description: 'The numbers of its inputs.' }),
    events: z.array(causedEvent).meta({
      description: `The events of its inputs, the first ${requestEventsMax} of them.`,
    }),
    eventCount: count.meta({ description: 'The number of all events of its inputs.' }),
    body: z.unknown().exactOptional().meta({
      description:
        'The body, as a value if it is JSON. Absent if there is none, or it is binary or long. Secrets are replaced as in recordings.',
    }),
    answer: z.unknown().exactOptional().meta({
      description: 'The body of an answer with a status of 400 or more.',
    }),
    socket: socketStatus.exactOptional().meta({ description: 'Present after an upgrade.' }),
  })
  .meta({ id: 'JournaledRequest' });

export const requestsAnswer = z.strictObject({
  requests: z.array(requestView).meta({ description: 'Oldest first.' }),
});
