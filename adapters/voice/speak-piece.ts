// Speaks a piece of text: synthesis or hum, loudness, pitch, sample rate, encoding.

import type { speech } from '../../core/index.ts';
import { encode } from '../audio/encoding.ts';
import { resample } from '../audio/resample.ts';
import { fliteRate, type Flite } from './flite.ts';
import { hum } from './hum.ts';
import type { TextPiece } from './pieces.ts';

export interface PieceQuestion extends Omit<speech.SynthesisQuestion, 'text'> {
  readonly piece: TextPiece;
}

export interface SpokenPiece {
  /** Encoded samples. */
  readonly audio: Uint8Array;
  /** The samples before resampling, at `voiceRate`. */
  readonly samples: Int16Array;
}

/** In percent, for about equal loudness of all voices. */
const loudness = { slt: 80, rms: 150, awb: 130, kal16: 280 } as const;

/** In Hz. Playing samples faster or slower gives other pitches. */
export function voiceRate({ pitch }: speech.Voice): number {
  return (pitch * fliteRate) / 100;
}

export function speakPiece(
  { piece, voice, encoding, sampleRate }: PieceQuestion,
  flite: Flite,
): SpokenPiece {
  // A raised pitch shortens speech, so the synthesis is longer.
  const stretch = voice.pitch / voice.pace;
  const stretches = piece.map(({ kind, text }) =>
    kind === 'hum'
      ? hum(text, voice)
      : amplified(flite(voice.base, text, stretch), loudness[voice.base]),
  );
  const samples = joined(stretches);
  const audio = encode(resample(samples, sampleRate, voiceRate(voice)), encoding);
  return { audio, samples };
}

function amplified(samples: Int16Array, percent: number): Int16Array {
  return samples.map((sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round((sample * percent) / 100))),
  );
}

/** The samples of all parts, joined. */
export function joined(stretches: readonly Int16Array[]): Int16Array {
  const length = stretches.reduce((sum, samples) => sum + samples.length, 0);
  const all = new Int16Array(length);
  let at = 0;
  for (const samples of stretches) {
    all.set(samples, at);
    at += samples.length;
  }
  return all;
}
