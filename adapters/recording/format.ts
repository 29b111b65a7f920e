// The recording format, version 1 (design section 8; recordings/README.md tells it in words): the schemas of its lines, by
// which files are written, read and described. All instants named `at` are virtual milliseconds since 1970-01-01T00:00:00Z.

import { z } from 'zod';
import { clockModes, type Input } from '../../core/index.ts';

/** The version of the format. */
export const formatVersion = 1;
/** What the same inputs mean; a recording of another behaviour may replay differently. 0 until version 1.0. */
export const behaviour = 0;

const count = z.int().min(0);
const ordinal = z.int().min(1);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const atMs = z.int();
const instant = z.iso.datetime({ precision: 3 });
const json: z.ZodType = z.json();

/** A body or frame: text as it is, anything else as base64. Neither: there was none. */
const content = {
  text: z.string().exactOptional(),
  base64: z.base64().exactOptional(),
};

const headers = z.record(z.string(), z.string());

/**
 * What acted has the number of its input in the journal; what only looked has the position that it saw, and the last input
 * before it. What did neither, or not yet, has that input alone.
 */
const touch = {
  input: ordinal.exactOptional(),
  position: count.exactOptional(),
  after: count.exactOptional(),
};

const place = {
  ...touch,
  /** What its request id was made of, besides the seed. */
  idFrom: z.strictObject({ position: count, ordinal: count }).exactOptional(),
  /** What was found out from secrets that are not in the recording, by name. */
  facts: z.record(z.string(), json).exactOptional(),
};

const line = { n: ordinal, at: atMs, h: hash };

const request = {
  ...line,
  ...place,
  service: z.string(),
  /** Path and query as they came. */
  url: z.string(),
  /** What stood in front of them: scheme, host and mount path. */
  origin: z.string(),
  headers,
};

const requestBody = { method: z.string(), ...content };

const conn = { conn: ordinal };

/** An input without its number and instant, which stand beside it. */
const inputData = z.looseObject({
  kind: z.enum(['command', 'time', 'clock', 'config', 'hold', 'release']),
});

const clock = z.strictObject({ mode: z.enum(clockModes), rate: z.number().positive() });

export const headerSchema = z.strictObject({
  reprise: z.literal(formatVersion),
  kind: z.literal('header'),
  h: hash,
  /** Who wrote it, with its version. */
  engine: z.string(),
  behaviour: z.literal(behaviour),
  source: z.literal('world'),
  /** The world as it was named, and where it came from. */
  world: z.strictObject({
    name: z.string(),
    forkedFrom: z.strictObject({ world: z.string(), position: count }).exactOptional(),
    resets: count.exactOptional(),
    outbound: z.boolean().exactOptional(),
  }),
  seed: z.string(),
  epoch: instant,
  /** The clock and the settings before the first input. */
  clock,
  config: z.looseObject({ ids: z.enum(['ordinal', 'idempotency-key']) }),
  fixture: z.null(),
  fixtureDigest: z.null(),
  /** Where the world was when the recording began; the inputs up to there are the first entries. */
  base: z.strictObject({ inputs: count, position: count, digest: hash }),
  services: z.array(z.string()),
  /** The length of the entity key, of which clients see the public half. */
  rsaBits: z.union([z.literal(2048), z.literal(4096)]),
  redaction: z.strictObject({ salt: z.string() }),
  recordedAt: instant,
});

export const entrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...request, ...requestBody, kind: z.literal('http.request') }),
  z.strictObject({ ...request, ...requestBody, kind: z.literal('clock') }),
  z.strictObject({ ...request, ...requestBody, kind: z.literal('control') }),
  z.strictObject({
    ...line,
    kind: z.literal('http.answer'),
    /** The entry that it answers. */
    to: ordinal,
    status: z.int().min(100).max(599),
    headers,
    ...content,
    /** An answer without a foreseeable end: what it told is not recorded. */
    stream: z.literal(true).exactOptional(),
  }),
  z.strictObject({ ...request, ...conn, kind: z.literal('ws.open') }),
  z.strictObject({ ...line, ...place, ...conn, kind: z.literal('ws.in'), ...content }),
  z.strictObject({ ...line, ...conn, kind: z.literal('ws.out'), ...content }),
  z.strictObject({
    ...line,
    ...place,
    ...conn,
    kind: z.literal('ws.close'),
    /** `server`: the session itself; else the client, the network or a limit. */
    by: z.enum(['client', 'server']),
    code: z.int(),
    reason: z.string(),
  }),
  z.strictObject({
    ...line,
    ...touch,
    kind: z.literal('touch'),
    /** The entry of what touched the world again. */
    to: ordinal,
  }),
  z.strictObject({ ...line, kind: z.literal('input'), input: ordinal, data: inputData }),
  z.strictObject({
    ...line,
    kind: z.literal('event'),
    position: ordinal,
    stream: z.string(),
    version: ordinal,
    type: z.string(),
    data: z.record(z.string(), json),
    /** The position of the event that promised the due that led to this one. */
    cause: ordinal.exactOptional(),
  }),
]);

export const endSchema = z.strictObject({
  kind: z.literal('end'),
  /** How many entries there are. */
  entries: count,
  /** The world's digest behind all of them. */
  digest: hash,
  /** The chain hash up to and including this line. */
  seal: hash,
});

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

/** The input that an entry of kind `input` holds; undefined if it is none that a world could take. */
export function inputOf({ input, at, data }: EntryOf<'input'>): Input | undefined {
  const isInput = inputSchema.safeParse(data).success;
  return isInput ? ({ ...data, n: input, atMs: at } as unknown as Input) : undefined;
}

export function isRequest(entry: Entry): entry is RequestEntry {
  return entry.kind === 'http.request' || entry.kind === 'clock' || entry.kind === 'control';
}
