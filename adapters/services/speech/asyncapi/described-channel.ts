// What the AsyncAPI document says of a channel, besides the schemas that parse and print its messages.

import type { z } from 'zod';
import type { MessageSchemas } from '../frames/sent/sent-message.ts';

/** Audio in binary frames. */
export interface AudioFrames {
  readonly summary: string;
  /** The names of the encodings on the wire. */
  readonly encodings: readonly string[];
}

/** The messages of one direction. */
export interface ChannelDirection<Schemas extends MessageSchemas = MessageSchemas> {
  readonly messages: Schemas;
  /** Absent: binary frames are not sent, or refused. */
  readonly audio?: AudioFrames;
}

export interface DescribedChannel {
  readonly title: string;
  readonly description: string;
  /** The parameters of the query, by their names. */
  readonly parameters: z.ZodRawShape;
  /** The names of those without which a connection is refused, though their schemas have no say in it. */
  readonly required?: readonly string[];
  readonly client: ChannelDirection & {
    /** What each message does: their schemas only say what it contains. */
    readonly summaries: Readonly<Record<string, string>>;
  };
  readonly server: ChannelDirection;
}

/** The messages of clients with a summary for each. */
export function fromClients<Schemas extends MessageSchemas>(
  messages: Schemas,
  summaries: Readonly<Record<keyof Schemas & string, string>>,
  audio?: AudioFrames,
): DescribedChannel['client'] {
  return { messages, summaries, ...(audio === undefined ? {} : { audio }) };
}
