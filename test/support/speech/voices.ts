// Speech of the real synthesiser as samples, and noise.

import { decode } from '../../../adapters/audio/encoding.ts';
import { loadFlite } from '../../../adapters/voice/flite.ts';
import { piecesOf } from '../../../adapters/voice/pieces.ts';
import { speakPiece } from '../../../adapters/voice/speak-piece.ts';
import type { Voice } from '../../../core/speech/synthesis/voices.ts';

let flite: ReturnType<typeof loadFlite> | undefined;

export function spokenSamples(text: string, voice: Voice, sampleRate = 16_000): Int16Array {
  const speak = (flite ??= loadFlite());
  const parts = piecesOf(text).map((piece) => {
    const encoding = 'linear16';
    return decode(speakPiece({ piece, voice, encoding, sampleRate }, speak).audio, encoding);
  });
  return joinSamples(...parts);
}

export function joinSamples(...parts: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function silence(seconds: number, sampleRate = 16_000): Int16Array {
  return new Int16Array(seconds * sampleRate);
}

/** White noise of about this amplitude (root mean square), the same each time. */
export function whiteNoise(amplitude: number, length: number): Int16Array {
  let seed = 1;
  return Int16Array.from({ length }, () => {
    let sum = 0;
    for (let term = 0; term < 12; term += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      sum += seed / 2 ** 32;
    }
    return clipped((sum - 6) * amplitude);
  });
}

/** Adds white noise that is `times` times weaker than the samples: 10 is 20 dB. */
export function withNoise(samples: Int16Array, times: number): Int16Array {
  const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const noise = whiteNoise(Math.sqrt(square) / times, samples.length);
  return samples.map((sample, index) => clipped(sample + (noise[index] ?? 0)));
}

function clipped(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}
