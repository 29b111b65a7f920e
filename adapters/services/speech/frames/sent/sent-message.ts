// Types of the messages that a channel prints, from their schemas: printers and documents cannot drift apart.

import type { z } from 'zod';

/** The schemas of the messages of one direction, by their types on the wire. */
export type MessageSchemas = Readonly<Record<string, z.ZodType>>;

/** One of these messages, as a printer returns it. */
export type SentMessage<Schemas extends MessageSchemas> = ReadonlyValue<
  z.input<Schemas[keyof Schemas]>
>;

type ReadonlyValue<Value> = Value extends object
  ? { readonly [Key in keyof Value]: ReadonlyValue<Value[Key]> }
  : Value;
