// Random levels and fingerprints of audio, with known sounds in it, and scripts.

import fc from 'fast-check';
import type { MeasuredHop } from '../../../core/speech/recognition/hearing/hear.ts';
import type { ScriptedUtterance } from '../../../core/speech/recognition/script/script.ts';
import type { KnownSound } from '../../../core/speech/recognition/sounds/record.ts';
import { fakeSound } from '../speech/known-sounds.ts';

const level = fc.nat(120);

/** Hops of silence, of one to three levels in turn, of many levels, or of high levels only. */
const stretch = fc.oneof(
  fc.record({ levels: fc.constant([0]), length: fc.nat(200) }),
  fc.record({ levels: fc.array(level, { minLength: 1, maxLength: 3 }), length: fc.nat(200) }),
  fc.record({ levels: fc.array(level, { minLength: 5, maxLength: 60 }), length: fc.nat(300) }),
  fc.record({
    levels: fc.array(fc.integer({ min: 70, max: 110 }), { minLength: 10, maxLength: 40 }),
    length: fc.nat(500),
  }),
);

const known = [
  fakeSound('Hello there my good friend'),
  fakeSound('And so good bye for now', { speaker: 'ben' }),
  fakeSound('No', { speaker: 'ben' }),
];

export const knownSounds: readonly KnownSound[] = known.map(({ sound }) => sound);

/** A part of a known sound. */
const knownHops: fc.Arbitrary<readonly MeasuredHop[]> = fc
  .tuple(fc.constantFrom(...known), fc.nat(120), fc.nat(120))
  .map(([{ sound, fingerprints }, skipped, dropped]) => {
    const isVoice = (hop: number) => hop >= sound.voiceStart && hop < sound.voiceEnd;
    return fingerprints
      .map((fingerprint, hop) => ({ level: isVoice(hop) ? 90 + (hop % 12) : 10, fingerprint }))
      .slice(Math.max(0, skipped - 80), fingerprints.length - Math.max(0, dropped - 80));
  });

const otherHops: fc.Arbitrary<readonly MeasuredHop[]> = fc
  .tuple(stretch, fc.nat(0xffff))
  .map(([{ levels, length }, seed]) =>
    Array.from({ length }, (_, at) => ({
      level: levels[at % levels.length] ?? 0,
      fingerprint: (Math.imul(at + 1, 40_503) ^ seed) & 0xffff,
    })),
  );

export const measuredHops: fc.Arbitrary<readonly MeasuredHop[]> = fc
  .array(fc.oneof({ weight: 2, arbitrary: otherHops }, { weight: 1, arbitrary: knownHops }), {
    maxLength: 8,
    size: 'max',
  })
  .map((parts) => parts.flat());
const word = fc.stringMatching(/^[a-z',.]{1,6}$/);

export const scripts: fc.Arbitrary<readonly ScriptedUtterance[]> = fc.array(
  fc.record(
    {
      text: fc.array(word, { maxLength: 120 }).map((words) => words.join(' ')),
      speaker: fc.oneof(fc.constantFrom('ann', 'bob'), fc.nat(3)),
      language: fc.constantFrom('en', 'de'),
      confidence: fc.constantFrom(0, 0.5, 1),
      entities: fc.array(
        fc.record(
          { label: word, value: word, from: fc.nat(9), to: fc.nat(12) },
          { requiredKeys: ['label', 'value'] },
        ),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['text'] },
  ),
  { maxLength: 4 },
);

export const silences = fc.record({
  gapHops: fc.integer({ min: 10, max: 200 }),
  restHops: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
});
