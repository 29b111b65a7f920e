// The members of a HAR that are read: of HAR 1.2, of Chrome, Firefox and Playwright, and `_reprise` of an exported recording.

import { z } from 'zod';

/** Members that another program may leave out or set to null. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

const headers = z.array(z.object({ name: z.string(), value: z.string() }));

const postData = z.object({
  mimeType: optional(z.string()),
  text: optional(z.string()),
  params: optional(
    z.array(
      z.object({ name: z.string(), value: optional(z.string()), fileName: optional(z.string()) }),
    ),
  ),
  /** `base64` for binary content. HAR has no member for that. */
  _encoding: optional(z.string()),
});

const content = z.object({
  size: optional(z.number()),
  text: optional(z.string()),
  encoding: optional(z.string()),
});

/** What HAR cannot express of a line of a recording, besides its content and what follows from the entry. */
const patch = z
  .looseObject({
    kind: z.string(),
    /** The number of the line. */
    n: z.int().min(1),
    /** Of its content in that of the message: characters, or bytes of base64. */
    length: z.int().min(0).exactOptional(),
    /** The form of its content, if it is not that of the message. */
    form: z.enum(['text', 'base64']).exactOptional(),
    /** Whether its text has the links of a recording. */
    asRecorded: z.literal(true).exactOptional(),
  })
  .readonly();

export const harEntrySchema = z.object({
  startedDateTime: z.string(),
  time: optional(z.number()),
  request: z.object({
    method: z.string().min(1),
    url: z.string(),
    headers: optional(headers),
    bodySize: optional(z.number()),
    postData: optional(postData),
  }),
  response: optional(
    z.object({
      status: z.int(),
      statusText: optional(z.string()),
      headers: optional(headers),
      content: optional(content),
      _error: optional(z.string()),
      _failureText: optional(z.string()),
    }),
  ),
  _reprise: optional(z.object({ lines: z.array(patch).min(1) })),
});

export const harMessageSchema = z.object({
  type: z.enum(['send', 'receive', 'error']),
  /** Seconds since 1970. */
  time: z.number(),
  opcode: z.number(),
  data: z.string(),
  _reprise: optional(z.looseObject({ n: z.int().min(1) }).readonly()),
});

/** Of a whole HAR: what precedes and follows the entries in the recording. */
export const harOriginSchema = z.object({
  header: z.looseObject({ source: z.enum(['proxy', 'world']) }),
  /** Absent if the recording was cut. */
  end: optional(z.looseObject({ entries: z.int() })),
});

export type HarEntry = z.infer<typeof harEntrySchema>;
export type HarMessage = z.infer<typeof harMessageSchema>;
export type HarOrigin = z.infer<typeof harOriginSchema>;
export type LinePatch = z.infer<typeof patch>;
