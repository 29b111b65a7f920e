// The wire forms of recordings.

import { z } from 'zod';
import type { RecordingStatus } from '../../contracts/recording-control.ts';

const count = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const recordingAnswer = z
  .strictObject({
    world: z.string(),
    file: z.string().meta({ description: 'Where it is, on the machine of the server.' }),
    state: z.enum(['recording', 'complete', 'failed']),
    entries: count.meta({ description: 'How many there are so far.' }),
    base: z
      .strictObject({ inputs: count, position: count, digest: hash })
      .meta({ description: 'Where the world was when it began.' }),
    digest: hash.exactOptional().meta({ description: 'The digest of the world at its end.' }),
    seal: hash.exactOptional().meta({ description: 'The hash over all its lines.' }),
    reason: z.string().exactOptional().meta({ description: 'Why it failed, or ended by itself.' }),
  })
  .meta({ id: 'Recording' });

export const recordingText = z.string().meta({
  description: 'The lines of the recording so far; recordings/README.md has their format.',
});

export function printRecording(status: RecordingStatus): z.infer<typeof recordingAnswer> {
  return { ...status };
}
