// Sentences that differ in one word or consonant: each is recognized, whichever of them was spoken first.

import { expect, it } from 'vitest';
import { decode, encode } from '../../../../../adapters/audio/encoding.ts';
import type { KnownSound } from '../../../../../core/speech/recognition/sounds/record.ts';
import type { Voice } from '../../../../../core/speech/synthesis/voices.ts';
import type { MeasuredHop } from '../../../../../core/speech/recognition/hearing/hear.ts';
import {
  initialMeasure,
  measure,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import { printSound } from '../../../../../core/speech/recognition/sounds/known-sound.ts';
import { hearAll, sourcesWith, textOf } from '../../../../support/speech/hearing.ts';
import { spokenSamples } from '../../../../support/speech/voices.ts';

/** Each was confused in one of the voices, or lost the word that differs. */
const pairs = [
  ['Please call me at nine.', 'Please call me at five.'],
  ['I would like the dish.', 'I would like the fish.'],
  ['We are open until six.', 'We are open until ten.'],
] as const;

const voices: Readonly<Record<string, Voice>> = {
  thalia: { base: 'slt', pitch: 104, pace: 106 },
  zeus: { base: 'rms', pitch: 90, pace: 100 },
};

const forms = [
  ['linear16', 24_000],
  ['mulaw', 8_000],
] as const;

function soundOf(text: string, voice: Voice): KnownSound {
  const print = printSound(spokenSamples(text, voice), 16_000, text);
  return { id: text, origin: 'spoken', text, speaker: voice.base, ...print };
}

function measuredHops(samples: Int16Array, rate: number): readonly MeasuredHop[] {
  const [, { levels, fingerprints }] = measure(initialMeasure(rate), samples);
  return levels.map((level, hop) => ({ level, fingerprint: fingerprints[hop] ?? 0 }));
}

it.each(Object.keys(voices))('both of a pair are heard, in either order: %s', (name) => {
  const voice = voices[name] as Voice;
  for (const pair of pairs) {
    const sounds = pair.map((text) => soundOf(text, voice));
    for (const [encoding, rate] of forms) {
      for (const text of pair) {
        const bytes = encode(spokenSamples(text, voice, rate), encoding);
        const hops = measuredHops(decode(bytes, encoding), rate);
        for (const known of [sounds, sounds.toReversed()]) {
          const { words } = hearAll(hops, sourcesWith(known));
          expect([encoding, textOf(words)]).toEqual([encoding, text]);
        }
      }
    }
  }
});
