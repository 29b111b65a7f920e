// The recording format, version 1 (design section 8; recordings/README.md tells it in words): the schemas of its lines, by
// which files are written, read and described. Their descriptions go into recordings/recording.schema.json.

import { z } from 'zod';
import { clockModes, type Input } from '../../core/index.ts';

/** The version of the format. */
export const formatVersion = 1;
/** What the same inputs mean; a recording of another behaviour may replay differently. 0 until version 1.0. */
export const behaviour = 0;

const count = z.int().min(0);
const ordinal = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const instant = z.iso.datetime({ precision: 3 });
/** Lines are read from JSON, so nothing else can be in it. */
const json = z.unknown();

const content = {
  text: z.string().exactOptional().meta({
    description: 'The body or frame, if it is text.',
  }),
  base64: z
    .base64()
    .exactOptional()
    .meta({ description: 'The body or frame, if it is binary, or no UTF-8.' }),
};

/** What holds between members of a line: for the reader, and in the JSON Schema. */
interface Rule {
  readonly says: string;
  readonly holds: (line: object) => boolean;
  readonly schema: object;
}

const has = (names: readonly string[], line: object) =>
  names.filter((name) => Object.hasOwn(line, name)).length;

/** Strict readers of schemas want members to be declared where they are required. */
const required = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
  required: names,
});

const oneOf = (...names: readonly string[]): Rule => ({
  says: `it must have exactly one of ${names.join(', ')}`,
  holds: (line) => has(names, line) === 1,
  schema: { oneOf: names.map((name) => required(name)) },
});

const notBoth = (...names: readonly string[]): Rule => ({
  says: `it must not have more than one of ${names.join(', ')}`,
  holds: (line) => has(names, line) <= 1,
  schema: { not: required(...names) },
});

const onlyWith = (name: string, other: string): Rule => ({
  says: `it must not have ${name} without ${other}`,
  holds: (line) => has([name], line) <= has([other], line),
  schema: { dependentRequired: { [name]: [other] } },
});

const placeRules = [oneOf('input', 'after'), onlyWith('position', 'after')];
const touchRules = [...placeRules, onlyWith('after', 'position')];
/** A request may be without a body; a frame is there, if only an empty one. */
const bodyRule = notBoth('text', 'base64');
const frameRule = oneOf('text', 'base64');

function lineOf<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  description: string,
  rules: readonly Rule[] = [],
) {
  return rules
    .reduce(
      (schema, { holds, says }) => schema.refine(holds, { error: says }),
      z.strictObject(shape),
    )
    .meta({
      description,
      ...(rules.length === 0 ? {} : { allOf: rules.map(({ schema }) => schema) }),
    });
}

const headers = z.record(z.string(), z.string()).meta({
  description: 'By name: in lower case in requests, as they were written in answers.',
});

/** What acted has its input, what only looked has position and after. What did neither, or not yet, has after alone. */
const touch = {
  input: ordinal
    .exactOptional()
    .meta({ description: 'The input that it made, by its number in the journal of the world.' }),
  position: count
    .exactOptional()
    .meta({ description: 'The position of the world that it looked at, if it made no input.' }),
  after: count
    .exactOptional()
    .meta({ description: 'The last input in front of it, if it made none.' }),
};

const place = {
  ...touch,
  idFrom: z
    .strictObject({
      position: count.meta({ description: 'The position of the world when the id was made.' }),
      ordinal: count.meta({ description: 'How many ids were made at that position before.' }),
    })
    .exactOptional()
    .meta({ description: 'What its request id was made of, besides the seed.' }),
  facts: z.record(z.string(), json).exactOptional().meta({
    description: 'What was found out from what is not in the recording, by name.',
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
  service: z.string().meta({ description: 'The service that it was for.' }),
  url: z.string().meta({ description: 'Path and query as they came.' }),
  origin: z.string().meta({ description: 'What stood in front: scheme, host and mount path.' }),
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
      description: 'What came in.',
    }),
  })
  .meta({ description: 'The input without its number and instant, which stand beside it.' });

const clock = z
  .strictObject({
    mode: z.enum(clockModes).meta({ description: 'Who moves time.' }),
    rate: z.number().positive().meta({
      description: 'Virtual milliseconds for each one of the host, in mode real.',
    }),
  })
  .meta({ description: 'The clock before the first input.' });

export const headerSchema = z
  .strictObject({
    reprise: z.literal(formatVersion).meta({ description: 'The version of the format.' }),
    kind: z.literal('header'),
    h: line.h,
    engine: z.string().meta({ description: 'Who wrote it, with its version.' }),
    behaviour: z.literal(behaviour).meta({ description: 'What the same inputs mean.' }),
    source: z.literal('world').meta({ description: 'What was recorded.' }),
    world: z
      .strictObject({
        name: z.string().meta({ description: 'As it was named.' }),
        forkedFrom: z
          .strictObject({
            world: z.string().meta({ description: 'The name of its parent.' }),
            position: count.meta({ description: 'Where it parted from its parent.' }),
          })
          .exactOptional()
          .meta({ description: 'Where a fork came from.' }),
        resets: count.exactOptional().meta({ description: 'How often it was begun anew.' }),
        outbound: z
          .boolean()
          .exactOptional()
          .meta({ description: 'Whether it sends anything out, where that was said.' }),
      })
      .meta({ description: 'The world.' }),
    seed: z.string().meta({ description: 'The seed of the world.' }),
    epoch: instant.meta({ description: 'The instant at which its time began.' }),
    clock,
    config: z
      .looseObject({
        ids: z
          .enum(['ordinal', 'idempotency-key'])
          .meta({ description: 'What ids are made of, besides the seed.' }),
      })
      .meta({ description: 'The settings before the first input, redacted.' }),
    fixture: z
      .looseObject({})
      .nullable()
      .meta({ description: 'What the world began with, redacted; the first inputs came of it.' }),
    fixtureDigest: hash
      .nullable()
      .meta({ description: 'The hash of that, before it was redacted.' }),
    base: z
      .strictObject({
        inputs: count.meta({ description: 'How many inputs the world had had.' }),
        position: count.meta({ description: 'How many events.' }),
        digest: hash.meta({ description: 'Its digest.' }),
      })
      .meta({
        description:
          'Where the world was when the recording began; the inputs up to there are the first entries.',
      }),
    services: z.array(z.string()).meta({ description: 'The services that were there.' }),
    rsaBits: z.union([z.literal(2048), z.literal(4096)]).meta({
      description: 'The length of the entity key, of which clients see the public half.',
    }),
    redaction: z
      .strictObject({
        salt: z.string().meta({ description: 'The key of the HMAC that made the tokens.' }),
      })
      .meta({ description: 'How secrets were replaced.' }),
    recordedAt: instant.meta({ description: 'When it was recorded, by the clock of the host.' }),
  })
  .meta({ description: 'The first line: what is needed to make the world again.' });

export const entrySchema = z.discriminatedUnion('kind', [
  lineOf(
    { ...request, ...requestBody, kind: z.literal('http.request') },
    'A request to a service of the world.',
    [...placeRules, bodyRule],
  ),
  lineOf(
    { ...request, ...requestBody, kind: z.literal('clock') },
    'A request to the clock of the world, in the control plane.',
    [...placeRules, bodyRule],
  ),
  lineOf(
    { ...request, ...requestBody, kind: z.literal('control') },
    'Any other request of the control plane to the world.',
    [...placeRules, bodyRule],
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('http.answer'),
      to: ordinal.meta({ description: 'The entry of the request, or ws.open, that it answers.' }),
      status: z.int().min(100).max(599).meta({ description: 'The HTTP status.' }),
      headers,
      ...content,
      stream: z.literal(true).exactOptional().meta({
        description: 'An answer without a foreseeable end: what it told is not recorded.',
      }),
    },
    'The answer to a request, or to an upgrade.',
    [bodyRule],
  ),
  lineOf(
    { ...request, ...conn, kind: z.literal('ws.open') },
    'A request to become a WebSocket.',
    placeRules,
  ),
  lineOf(
    { ...line, ...place, ...conn, kind: z.literal('ws.in'), ...content },
    'A frame from the client.',
    [...placeRules, frameRule],
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
    },
    'The end of a connection.',
    placeRules,
  ),
  lineOf(
    {
      ...line,
      ...touch,
      kind: z.literal('touch'),
      to: ordinal.meta({ description: 'The entry of what touched the world again.' }),
    },
    'One more input or look of something that has its entry already.',
    touchRules,
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('input'),
      input: ordinal.meta({ description: 'Its number in the journal of the world.' }),
      data: inputData,
    },
    'An input that no exchange of the recording made.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('webhook.attempt'),
      position: ordinal.meta({ description: 'The position of the event that decided it.' }),
      attempt: ordinal.meta({ description: 'Which attempt of its notification it is.' }),
      url: z.string().meta({ description: 'Where it is for.' }),
      headers,
      text: z.string().meta({ description: 'The body.' }),
    },
    'A webhook that the world has decided to send; whether it was sent, its outcome tells.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('webhook.outcome'),
      input: ordinal.meta({ description: 'Its number in the journal of the world.' }),
      notificationId: z.string().meta({ description: 'The notification that was sent.' }),
      attempt: ordinal.meta({ description: 'Which attempt of it.' }),
      outcome: z
        .strictObject({
          kind: z
            .enum(['answered', 'timeout', 'refused', 'unreachable', 'forbidden'])
            .meta({ description: 'What came of it.' }),
          status: z.int().exactOptional().meta({ description: 'The HTTP status, if answered.' }),
        })
        .meta({ description: 'What came of it.' }),
      through: count.exactOptional().meta({
        description: 'Of what was due at that very instant, only that up to this due came first.',
      }),
    },
    'What came of a webhook: an input.',
  ),
  lineOf(
    {
      ...line,
      kind: z.literal('event'),
      position: ordinal.meta({ description: 'Its place among all events of the world.' }),
      stream: z.string().meta({ description: 'What it happened to.' }),
      version: ordinal.meta({ description: 'Its place among the events of its stream.' }),
      type: z.string().meta({ description: 'What happened.' }),
      data: z.record(z.string(), json).meta({ description: 'The particulars.' }),
      cause: ordinal.exactOptional().meta({
        description: 'The position of the event that promised the due that led to this one.',
      }),
    },
    'A fact that the world has decided.',
  ),
]);

export const endSchema = z
  .strictObject({
    kind: z.literal('end'),
    entries: count.meta({ description: 'How many entries there are.' }),
    digest: hash.meta({ description: 'The digest of the world behind all of them.' }),
    seal: line.h,
  })
  .meta({ description: 'The last line.' });

export type Header = z.infer<typeof headerSchema>;
export type Entry = z.infer<typeof entrySchema>;
export type End = z.infer<typeof endSchema>;
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
/** A request of a client or an operator. */
export type RequestEntry = EntryOf<'http.request' | 'clock' | 'control'>;
/** Something that came over the wire, and may touch the world. */
export type ActEntry = RequestEntry | EntryOf<'ws.open' | 'ws.in' | 'ws.close'>;

/** One look at the world, or one input to it. */
export type Touch = Pick<EntryOf<'touch'>, 'at' | 'input' | 'position' | 'after'>;

/** An entry before it has its place in the file. */
export type Unplaced<E extends Entry = Entry> = E extends Entry ? Omit<E, 'n' | 'h'> : never;

const through = count.exactOptional();
const dueData = { subject: z.string(), name: z.string(), through };

/** What the world of this version takes for an input; a recording may be older, newer, or edited. */
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
    settings: z.strictObject({ ids: z.enum(['ordinal', 'idempotency-key']), config: json }),
    through,
  }),
  z.strictObject({ kind: z.literal('hold'), ...dueData }),
  z.strictObject({ kind: z.literal('release'), ...dueData }),
]);

/** An entry that is an input by itself. */
export type InputEntry = EntryOf<'input' | 'webhook.outcome'>;

/** The input that such an entry holds; undefined if it is none that a world could take. */
export function inputOf(entry: InputEntry): Input | undefined {
  const { input, at } = entry;
  const data = entry.kind === 'input' ? entry.data : reportIn(entry);
  const isInput = inputSchema.safeParse(data).success;
  return isInput ? ({ ...data, n: input, atMs: at } as unknown as Input) : undefined;
}

/** The outcome of a webhook as the command by which it comes in. */
function reportIn(entry: EntryOf<'webhook.outcome'>): object {
  const { notificationId, attempt, outcome, through: until } = entry;
  const command = { type: 'ReportDelivery', notificationId, attempt, outcome };
  const data = { kind: 'command', domain: 'wallet', command };
  return until === undefined ? data : { ...data, through: until };
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return entry.kind === 'http.request' || entry.kind === 'clock' || entry.kind === 'control';
}
