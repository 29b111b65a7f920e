// Random results of recognition by hop: voice and silence of any lengths, and words recognized during an utterance, or late.

import fc from 'fast-check';
import type { HeardHop } from '../../../core/speech/recognition/hearing/words.ts';
import { heardHops, wordAt, type KnownWord, type Stretch } from '../speech/heard-hops.ts';

/** Around the silences and lengths by which segments, utterances and turns end. */
const hops = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60, max: 130 }) },
  { weight: 1, arbitrary: fc.integer({ min: 380, max: 700 }) },
);

const stretches: fc.Arbitrary<readonly Stretch[]> = fc
  .tuple(
    fc.option(hops, { nil: 0 }),
    fc.array(fc.tuple(hops, hops, fc.nat(8)), { maxLength: 8, size: 'max' }),
    fc.option(hops, { nil: 0 }),
  )
  .map(([leading, parts, trailing]) => [
    { silence: leading },
    ...parts.flatMap(([voice, silence, unnoticed]) => [{ voice }, { silence, unnoticed }]),
    { voice: trailing },
  ]);

/**
 * Timing of a word in hops: from the previous recognition to this one, from its end to its recognition, and its length. Words
 * without a length follow it.
 */
const comings = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 9, arbitrary: fc.nat(120) },
      { weight: 1, arbitrary: fc.constant(1_000) },
    ),
    lag: fc.nat(60),
    length: fc.integer({ min: 1, max: 60 }),
    surplus: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat(3) },
    ),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);

type Coming = typeof comings extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** Words that are recognized within the utterances of these hops, in order. */
function wordsIn(silent: readonly HeardHop[], coming: readonly Coming[]): readonly KnownWord[] {
  const words: KnownWord[] = [];
  let onset = 0; // of the utterance in progress, or the end of the last word
  let isInUtterance = false;
  let untilNext = coming[0]?.wait ?? 0;
  for (const { at, isVoice, isUtteranceOver } of silent) {
    if (isVoice && !isInUtterance) [isInUtterance, onset] = [true, at];
    for (; isInUtterance && untilNext <= 0 && onset <= at;) {
      const { lag, length, surplus } = coming[words.length % coming.length] as Coming;
      const end = Math.max(onset + 1, at + 1 - lag);
      const start = Math.max(onset, end - length);
      words.push(wordAt(`word${words.length}`, start, end, at));
      for (let count = 0; count < surplus; count += 1)
        words.push(wordAt(`word${words.length}`, end, end, at));
      onset = end;
      untilNext = coming[words.length % coming.length]?.wait ?? 0;
    }
    if (isInUtterance) untilNext -= 1;
    if (isUtteranceOver) isInUtterance = false;
  }
  return words;
}

export const anyHops: fc.Arbitrary<readonly HeardHop[]> = fc
  .tuple(stretches, comings)
  .map(([parts, coming]) => heardHops(parts, wordsIn(heardHops(parts), coming)));
