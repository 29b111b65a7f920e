// The wire form of an uploaded recording, and of the story that its replay gives.

import { z } from 'zod';

/** The longest name of an uploaded recording. */
export const uploadNameCharsMax = 255;

export const uploadBody = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(uploadNameCharsMax)
    .default('recording.jsonl')
    .meta({ description: 'The name of the file, for messages.' }),
  recording: z.string().min(1).meta({ description: 'The lines of the file.' }),
});

export const storyAnswer = z
  .looseObject({
    story: z.literal(1),
    title: z.string(),
    notes: z.array(z.string()).meta({ description: 'Such as that the file was cut.' }),
    worlds: z.array(z.looseObject({ record: z.looseObject({ name: z.string() }) })).meta({
      description:
        'The world of the recording with its journal and exchanges; a second one if this version replays it differently.',
    }),
    difference: z
      .looseObject({ summary: z.string(), text: z.string() })
      .exactOptional()
      .meta({ description: 'The first difference, as `reprise replay` prints it.' }),
  })
  .meta({ id: 'Story' });
