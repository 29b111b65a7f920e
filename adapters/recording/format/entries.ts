// The schemas of the lines of a recording (described in recordings/README.md), which also make recordings/recording.schema.json.

import { z } from 'zod';
import type { Input } from '../../../core/index.ts';
import { bodyRule, content, frameRule, headers } from './content.ts';
import { clock } from './header.ts';
import { count, hash, json, lineOf, exactlyOne, onlyWith, ordinal } from './line-schema.ts';
import type { SendOutcome } from '../../contracts/webhooks.ts';
import { reportInput, webhookServiceDefault } from '../../services/webhooks.ts';

const touchMemberRules = [exactlyOne('input', 'after'), onlyWith('position', 'after')];
const touchRules = [...touchMemberRules, onlyWith('after', 'position')];
/** An input has `input`, a read has `position` and `after`; an act that has done neither yet has `after` alone. */
const touch = {
  input: ordinal
    .exactOptional()
    .meta({ description: 'The number of the input that it brought, in the journal of the world.' }),
  position: count
    .exactOptional()
    .meta({ description: 'The position of the world that it read, if it brought no input.' }),
  after: count
    .exactOptional()
    .meta({ description: 'The number of the last input before it, if it brought none.' }),
};

/** Facts are in the line of their act, unless that was written when they were found. */
const laterFacts = z.record(z.string(), json).exactOptional().meta({
  description: 'Facts of its act that were found after the lines before it, by name.',
});

const place = {
  ...touch,
  idFrom: z
    .strictObject({
      position: count.meta({ description: 'The position of the world when the id was generated.' }),
      ordinal: count.meta({ description: 'How many ids were generated at that position before.' }),
      opening: ordinal.exactOptional().meta({
        description: 'The opening of the store, where the world was loaded at that position.',
      }),
      claim: ordinal.exactOptional().meta({
        description: 'The claim of the world by a process, there, if several share the store.',
      }),
    })
    .exactOptional()
    .meta({ description: 'The origin of its request id, besides the seed.' }),
  facts: z.record(z.string(), json).exactOptional().meta({
    description: 'Results that depend on data outside of the recording, by name.',
  }),
};

const line = {
  n: ordinal.meta({ description: 'The number of the entry.' }),
  at: z.int().meta({ description: 'Virtual milliseconds since 1970-01-01T00:00:00Z.' }),
  h: hash.meta({ description: 'The chain hash up to and including this line.' }),
};

const request = {
  ...line,
  ...place,
  service: z.string().meta({ description: 'The service of the request.' }),
  url: z.string().meta({ description: 'Path and query as received.' }),
  origin: z.string().meta({ description: 'Scheme, host and mount path.' }),
  headers,
};

const requestBody = {
  method: z.string().meta({ description: 'GET, POST and so on.' }),
  ...content,
};

const conn = {
  conn: ordinal.meta({ description: 'The connection, counted in this recording.' }),
};

const inputData = z
  .looseObject({
    kind: z.enum(['command', 'time', 'clock', 'config', 'hold', 'release']).meta({
      description: 'The kind of the input.',
    }),
  })
  .meta({
    description: 'The input without its number and instant, which are members of the line.',
  });

const webhookService = z
  .string()
  .exactOptional()
  .meta({ description: 'The service that sends it; absent: the wallet.' });

export const entrySchema = z.discriminatedUnion('kind', [
  lineOf(
    { ...request, ...requestBody, kind: z.literal('http.request') },
    'A request to a service of the world.',
    [...touchMemberRules, bodyRule],
  ),
  lineOf(
    { ...request, ...requestBody, kind: z.literal('clock') },
    'A request to the clock of the world, in the control plane.',
    [...touchMemberRules, bodyRule],
  ),
  lineOf(
    { ...request, ...requestBody, kind: z.literal('control') },
    'Any other request of the control plane to the world.',
    [...touchMemberRules, bodyRule],
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('http.answer'),
      to: ordinal.meta({ description: 'The entry of the request, or ws.open, that it answers.' }),
      facts: laterFacts,
      status: z.int().min(100).max(599).meta({ description: 'The HTTP status.' }),
      headers,
      ...content,
      stream: z.literal(true).exactOptional().meta({
        description: 'A streaming answer, whose content is not recorded.',
      }),
      delivery: z.enum(['reset', 'cut', 'malformed', 'hang']).exactOptional().meta({
        description: 'Set by a fault, which kept part of the answer from arriving.',
      }),
    },
    'The answer to a request, or to an upgrade.',
    [bodyRule],
  ),
  lineOf(
    { ...request, ...conn, kind: z.literal('ws.open') },
    'A request to become a WebSocket.',
    touchMemberRules,
  ),
  lineOf(
    { ...line, ...place, ...conn, kind: z.literal('ws.in'), ...content },
    'A frame from the client.',
    [...touchMemberRules, frameRule],
  ),
  lineOf({ ...line, ...conn, kind: z.literal('ws.out'), ...content }, 'A frame to the client.', [
    frameRule,
  ]),
  lineOf(
    {
      ...line,
      ...place,
      ...conn,
      kind: z.literal('ws.close'),
      by: z.enum(['client', 'server']).meta({
        description: 'server: the session itself; client: the client, the network or a limit.',
      }),
      code: z.int().meta({ description: 'The close code; 1005 for none, 1006 if it broke.' }),
      reason: z.string().meta({ description: 'The reason that was given; empty for none.' }),
      unsent: z.literal(true).exactOptional().meta({
        description: 'The session had messages that it had not sent yet.',
      }),
    },
    'The end of a connection.',
    touchMemberRules,
  ),
  lineOf(
    {
      ...line,
      ...touch,
      kind: z.literal('touch'),
      to: ordinal.meta({ description: 'The entry of the act that touched the world again.' }),
      facts: laterFacts,
    },
    'A further input or read of an act that has an entry already.',
    touchRules,
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('input'),
      input: ordinal.meta({ description: 'Its number in the journal of the world.' }),
      data: inputData,
      base64: content.base64.meta({
        description:
          'The bytes stored beside it: audio of sessions that are open where the recording begins.',
      }),
    },
    'An input without an exchange in the recording.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('webhook.attempt'),
      position: ordinal.meta({ description: 'The position of the event that decided it.' }),
      service: webhookService,
      method: z.string().exactOptional().meta({ description: 'Its method; absent: POST.' }),
      attempt: ordinal.meta({ description: 'Which attempt of its notification it is.' }),
      url: z.string().meta({ description: 'Its address.' }),
      headers,
      text: z.string().meta({ description: 'The body.' }),
    },
    'A webhook that the world has decided to send. Its outcome shows whether it was sent.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('webhook.outcome'),
      input: ordinal.meta({ description: 'Its number in the journal of the world.' }),
      service: webhookService,
      notificationId: z.string().meta({ description: 'The notification that was sent.' }),
      attempt: ordinal.meta({ description: 'Which attempt of it.' }),
      outcome: z
        .strictObject({
          kind: z
            .enum(['answered', 'timeout', 'refused', 'unreachable', 'forbidden'])
            .meta({ description: 'The outcome of the attempt.' }),
          status: z.int().exactOptional().meta({ description: 'The HTTP status, if answered.' }),
        })
        .meta({ description: 'The outcome of the attempt.' }),
      through: count.exactOptional().meta({
        description: 'Of the dues at that instant, only those up to this one fired before it.',
      }),
    },
    'The outcome of a webhook, which is an input.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('event'),
      position: ordinal.meta({ description: 'Its place among all events of the world.' }),
      stream: z.string().meta({ description: 'The stream that it belongs to.' }),
      version: ordinal.meta({ description: 'Its place among the events of its stream.' }),
      type: z.string().meta({ description: 'The type of the event.' }),
      data: z.record(z.string(), json).meta({ description: 'The fields of the event.' }),
      cause: ordinal.exactOptional().meta({
        description: 'The position of the event that set the due that led to this one.',
      }),
    },
    'An event of the world.',
  ),
]);

export const endSchema = z
  .strictObject({
    kind: z.literal('end'),
    entries: count.meta({ description: 'The number of entries.' }),
    digest: hash.meta({ description: 'The digest of the world after the last entry.' }),
    underWay: z.array(ordinal).min(1).exactOptional().meta({
      description: 'The entries of frames and ends of connections that were still being handled.',
    }),
    unsent: z.array(ordinal).min(1).exactOptional().meta({
      description: 'The open connections whose sessions had messages that they had not sent yet.',
    }),
    seal: line.h,
  })
  .meta({ description: 'The last line.' });

export type Entry = z.infer<typeof entrySchema>;
export type End = z.infer<typeof endSchema>;
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
/** A request of a client or an operator. */
export type RequestEntry = EntryOf<'http.request' | 'clock' | 'control'>;
/** An entry from the wire, which may touch the world. */
export type ActEntry = RequestEntry | EntryOf<'ws.open' | 'ws.in' | 'ws.close'>;

/** One read of the world, or one input to it. */
export type Touch = Pick<EntryOf<'touch'>, 'at' | 'input' | 'position' | 'after'>;

/** An entry without its number and hash. */
export type UnsealedEntry<E extends Entry = Entry> = E extends Entry ? Omit<E, 'n' | 'h'> : never;

const through = count.exactOptional();
const dueData = { subject: z.string(), name: z.string(), through };

/** A valid input of this version: a recording may be older, newer, or edited. */
const inputSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    domain: z.string(),
    command: z.looseObject({ type: z.string() }),
    nonce: z.string().exactOptional(),
    through,
  }),
  z.strictObject({ kind: z.literal('time'), through }),
  z.strictObject({ kind: z.literal('clock'), clock, through }),
  z.strictObject({
    kind: z.literal('config'),
    settings: z.strictObject({
      ids: z.enum(['ordinal', 'idempotency-key']),
      forkSeed: z.string().exactOptional(),
      config: json,
    }),
    through,
  }),
  z.strictObject({ kind: z.literal('hold'), ...dueData }),
  z.strictObject({ kind: z.literal('release'), ...dueData }),
]);

/** An entry that is an input without an exchange. */
export type InputEntry = EntryOf<'input' | 'webhook.outcome'>;

/** The input of an entry; undefined if it is not valid. */
export function parseInput(entry: InputEntry): Input | undefined {
  const { input, at } = entry;
  const data = entry.kind === 'input' ? entry.data : reportCommand(entry);
  const isInput = inputSchema.safeParse(data).success;
  return isInput ? ({ ...data, n: input, atMs: at } as unknown as Input) : undefined;
}

/** The command that reports the outcome of a webhook. */
function reportCommand(entry: EntryOf<'webhook.outcome'>): object {
  const { service = webhookServiceDefault, notificationId, attempt, through: until } = entry;
  const outcome = entry.outcome as SendOutcome;
  const report = reportInput({ service, notificationId, attempt, outcome });
  const data = { kind: 'command', ...report };
  return until === undefined ? data : { ...data, through: until };
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return entry.kind === 'http.request' || entry.kind === 'clock' || entry.kind === 'control';
}
