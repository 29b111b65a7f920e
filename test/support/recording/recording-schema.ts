// The JSON Schema of a recording's lines, derived from the schemas that read them.

import { z } from 'zod';
import { endSchema, entrySchema } from '../../../adapters/recording/format/entries.ts';
import {
  proxyEndSchema,
  proxyEntrySchema,
} from '../../../adapters/recording/format/proxy-entries.ts';
import { proxyHeaderSchema, worldHeaderSchema } from '../../../adapters/recording/format/header.ts';

/** The part of JSON Schema that is used here. */
export interface LineSchema {
  readonly description: string;
  readonly properties: Readonly<Record<string, LineSchema>>;
  readonly required?: readonly string[];
}

/** One definition for each kind of line; a line is exactly one of them. */
export function recordingSchema() {
  const kinds = [worldHeaderSchema, ...entrySchema.options, endSchema];
  return schemaOf('Recording of Reprise, versions 1 to 3', kinds);
}

/** As `recordingSchema`, for the recordings of real services. */
export function proxyRecordingSchema() {
  const kinds = [proxyHeaderSchema, ...proxyEntrySchema.options, proxyEndSchema];
  return schemaOf('Recording of real services by Reprise, version 3', kinds);
}

type LineKind = z.ZodType & { readonly shape: { readonly kind: { readonly value: string } } };

function schemaOf(title: string, kinds: readonly LineKind[]) {
  const definitions = Object.fromEntries(
    kinds.map((schema): [string, unknown] => [schema.shape.kind.value, jsonSchemaOf(schema)]),
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description: 'One line of a recording. README.md tells what it means.',
    oneOf: Object.keys(definitions).map((kind) => ({ $ref: `#/$defs/${kind}` })),
    $defs: definitions as Readonly<Record<string, LineSchema>>,
  };
}

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Validators need not support formats, and these schemas have a stricter pattern.
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) delete jsonSchema.format;
    },
  });
  return rest;
}
