// The schemas of the lines that a proxy writes between clients and real services (described in recordings/README.md). Their time is
// that of the host.

import { z } from 'zod';
import { bodyRule, content, frameRule, headers as byName } from './content.ts';
import { count, hash, lineOf, ordinal } from './line-schema.ts';

const headers = byName.meta({
  description:
    'By name: in lower case in requests, as sent in answers. The values of several of one name are lines, in their order.',
});

const line = {
  n: ordinal.meta({ description: 'The number of the entry.' }),
  at: z.int().meta({ description: 'Milliseconds since 1970-01-01T00:00:00Z, by the host.' }),
  h: hash.meta({ description: 'The chain hash up to and including this line.' }),
};

const request = {
  ...line,
  service: z.string().meta({ description: 'The service that it was sent to.' }),
  url: z.string().meta({ description: 'Path and query as received.' }),
  headers,
};

const after = {
  after: count.exactOptional().meta({
    description:
      'Of a request that was sent while the recording was played: the entry after which it comes; 0: before the first.',
  }),
};

const conn = {
  conn: ordinal.meta({ description: 'The connection, counted in this recording.' }),
};

const body = {
  ...content,
  parts: z.literal(true).exactOptional().meta({
    description: 'Its content follows in parts: it is long, or a stream.',
  }),
};

const frame = {
  ...content,
  control: z.enum(['ping', 'pong']).exactOptional().meta({
    description: 'A control frame; absent: a frame of data.',
  }),
};

/** Why an answer did not arrive, or not all of it. */
export const failures = [
  'refused',
  'unknown-host',
  'unreachable',
  'tls',
  'timeout',
  'closed',
  'reset',
  'malformed',
  'cancelled',
] as const;

export const proxyEntrySchema = z.discriminatedUnion('kind', [
  lineOf(
    {
      ...request,
      ...after,
      kind: z.literal('http.request'),
      method: z.string().meta({ description: 'GET, POST and so on.' }),
      ...body,
    },
    'A request to a service.',
    [bodyRule],
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('http.answer'),
      to: ordinal.meta({ description: 'The entry of the request, or ws.open, that it answers.' }),
      status: z.int().min(100).max(999).meta({ description: 'The HTTP status.' }),
      reason: z
        .string()
        .exactOptional()
        .meta({ description: 'The reason phrase, if it is not that of the status.' }),
      headers,
      ...body,
    },
    'The answer to a request, or to an upgrade.',
    [bodyRule],
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('http.part'),
      to: ordinal.meta({ description: 'The entry of the request or answer that it is a part of.' }),
      ...content,
      last: z.literal(true).exactOptional().meta({ description: 'No part follows.' }),
    },
    'A part of the content of a request or answer.',
    [bodyRule],
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('http.failure'),
      to: ordinal.meta({ description: 'The entry of the request, answer or ws.open that failed.' }),
      failure: z.enum(failures).meta({
        description:
          'What happened; closed: the service closed its connection too early, which older files have as reset; cancelled: the client closed its connection first.',
      }),
    },
    'A request without an answer, or an answer without its end.',
  ),
  lineOf(
    { ...request, ...after, ...conn, kind: z.literal('ws.open') },
    'A request to become a WebSocket.',
  ),
  lineOf({ ...line, ...conn, kind: z.literal('ws.in'), ...frame }, 'A frame from the client.', [
    frameRule,
  ]),
  lineOf({ ...line, ...conn, kind: z.literal('ws.out'), ...frame }, 'A frame to the client.', [
    frameRule,
  ]),
  lineOf(
    {
      ...line,
      ...conn,
      kind: z.literal('ws.close'),
      by: z.enum(['client', 'server']).meta({ description: 'The side that closed first.' }),
      code: z.int().meta({ description: 'The close code; 1005 for none, 1006 if it broke.' }),
      reason: z.string().meta({ description: 'The reason that was given; empty for none.' }),
      failure: z.enum(failures).exactOptional().meta({
        description: 'What broke it (1006); absent: it was closed without a close frame.',
      }),
    },
    'The end of a connection.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('webhook.request'),
      method: z.string().meta({ description: 'Mostly POST.' }),
      url: z.string().meta({ description: 'Path and query after the address of webhooks.' }),
      headers,
      ...body,
    },
    'A webhook of a service.',
    [bodyRule],
  ),
]);

export const proxyEndSchema = z
  .strictObject({
    kind: z.literal('end'),
    entries: count.meta({ description: 'The number of entries.' }),
    seal: line.h,
  })
  .meta({ description: 'The last line.' });

export type ProxyEntry = z.infer<typeof proxyEntrySchema>;
export type ProxyEnd = z.infer<typeof proxyEndSchema>;
export type ProxyEntryOf<Kind extends ProxyEntry['kind']> = Extract<ProxyEntry, { kind: Kind }>;
export type Failure = (typeof failures)[number];

/** An entry without its number and hash. */
export type UnsealedProxyEntry<E extends ProxyEntry = ProxyEntry> = E extends ProxyEntry
  ? Omit<E, 'n' | 'h'>
  : never;
