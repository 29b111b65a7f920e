// The events of a recording as the engine has them, without those of its base.

import { fileURLToPath } from 'node:url';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import type { Envelope } from '../../../core/index.ts';

const folder = fileURLToPath(new URL('../../../recordings/v1/', import.meta.url));

/** `name`: such as `speech/support`. */
export async function recordedEnvelopes(name: string): Promise<readonly Envelope[]> {
  const { entries } = await readRecording(`${folder}${name}.jsonl`);
  return entries.flatMap((entry) => {
    if (entry.kind !== 'event') return [];
    const { position, stream, at: atMs, cause, type, data } = entry;
    const event = { ...data, type } as Envelope['event'];
    const place = { position, stream, version: entry.version, atMs, event, text: '' };
    return [cause === undefined ? place : { ...place, cause }];
  });
}
