// The measured sound of a frame, hop by hop.

import { base64ToBytes, base64ToUint16s } from '../../../kernel/base64.ts';
import type { MeasuredSound } from './audio.ts';
import type { MeasuredHop } from './hear.ts';
import type { ReceivedAudio } from './audio.ts';

export function hopsIn({ levels, fingerprints }: MeasuredSound): readonly MeasuredHop[] {
  const levelOf = base64ToBytes(levels);
  return base64ToUint16s(fingerprints).map((fingerprint, hop) => ({
    level: levelOf[hop] as number,
    fingerprint,
  }));
}

export function hopCount({ levels }: MeasuredSound): number {
  return base64ToBytes(levels).length;
}

/** The end of the audio in hops, with its last whole hop, which is not measured yet. */
export function endOf({ hops, samples, sampleRate }: ReceivedAudio): number {
  return sampleRate === 0 ? hops : Math.max(hops, Math.floor((samples * 100) / sampleRate));
}
