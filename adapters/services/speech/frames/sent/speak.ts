// The schemas of the messages that /v1/speak sends (spec/speech.md, "Speak channel messages").

import { z } from 'zod';
import type { MessageSchemas } from './sent-message.ts';

const sequenceId = z
  .int()
  .min(0)
  .meta({ description: 'Counts the Flushed and Cleared messages of the session, from 0.' });

export const sentOnSpeak = {
  Metadata: z
    .strictObject({
      type: z.literal('Metadata'),
      request_id: z.uuid().meta({ description: 'The id of the session.' }),
      model_name: z.string(),
      model_version: z.string(),
      model_uuid: z.uuid(),
    })
    .meta({ description: 'The first message: the session and its voice.' }),
  Flushed: z
    .strictObject({ type: z.literal('Flushed'), sequence_id: sequenceId })
    .meta({ description: 'The audio of everything before a Flush was sent.' }),
  Cleared: z
    .strictObject({ type: z.literal('Cleared'), sequence_id: sequenceId })
    .meta({ description: 'Text that was waiting, and audio that was not sent yet, are dropped.' }),
  Warning: z
    .strictObject({ type: z.literal('Warning'), description: z.string(), code: z.string() })
    .meta({
      description: 'A message was refused, or something was done otherwise than requested.',
    }),
} satisfies MessageSchemas;
