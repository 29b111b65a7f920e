// The wire forms of recordings.

import { z } from 'zod';
import type { CutRecording, RecordingStatus } from '../../contracts/recording-control.ts';

const count = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const base = z.strictObject({ inputs: count, position: count, digest: hash }).meta({
  id: 'RecordingBase',
  description: 'The state of the world at the start of the recording.',
});

export const recordingAnswer = z
  .strictObject({
    world: z.string(),
    file: z.string().meta({ description: 'The path of the file on the host of the server.' }),
    state: z.enum(['recording', 'complete', 'failed']),
    entries: count.meta({ description: 'The number of entries so far.' }),
    base,
    digest: hash
      .exactOptional()
      .meta({ description: 'The digest of the world at the end of the recording.' }),
    seal: hash.exactOptional().meta({ description: 'The hash over all lines of the file.' }),
    reason: z
      .string()
      .exactOptional()
      .meta({ description: 'The reason of a failure or of an end without a stop request.' }),
  })
  .meta({ id: 'Recording' });

export const cutRecordingAnswer = z
  .strictObject({
    world: z.string(),
    file: z.string().meta({
      description: 'The path of the file on the host of the process that has written it.',
    }),
    node: z
      .string()
      .exactOptional()
      .meta({ description: 'The address of that process; absent if it was no node.' }),
    state: z.literal('cut').meta({
      description:
        'No end was noted: the process has died, or has lost the world. The file may have no end line.',
    }),
    base,
  })
  .meta({ id: 'CutRecording' });

export const recordingText = z.string().meta({
  description: 'The lines of the recording so far; recordings/README.md describes the format.',
  format: 'binary', // a file
});

export function printCutRecording(cut: CutRecording): z.infer<typeof cutRecordingAnswer> {
  return { ...cut };
}

export function printRecording(status: RecordingStatus): z.infer<typeof recordingAnswer> {
  return { ...status };
}
