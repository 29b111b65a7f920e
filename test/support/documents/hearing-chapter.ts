// Generates the chapter of core/speech/README.md about what is heard, from the numbers of the source.

import {
  floorRiseHops,
  hangOverHops,
  leastLevel,
  loudness,
  onsetHops,
  steadyNoise,
  steadyTone,
} from '../../../core/speech/hearing/activity.ts';

const seconds = (hops: number) => `${hops / 100} s`;
/** Four steps of a level are 3 dB. */
const decibels = (steps: number) => `${Math.round(steps * 0.75)} dB`;

export function hearingChapter(): string {
  return `## What is heard

[hearing/](hearing) makes words of levels and fingerprints, 10 ms (a *hop*) at a time.

### Voice

Voice is what is louder than a noise floor that follows the sound, by levels alone: music and rattling are voice, too.

| voice | value |
| --- | --- |
| begins with loud sound of | ${seconds(onsetHops)} |
| ends after the last loud sound | ${seconds(hangOverHops)} |
| loud: above the floor by | ${decibels(loudness.toBegin)} to begin, ${decibels(loudness.toGoOn)} to go on |
| loud: at least level | ${leastLevel.toBegin} to begin, ${leastLevel.toGoOn} to go on |
| steady noise: within | ${decibels(steadyNoise.range)} |
| noise that was steady from its beginning is known after | ${seconds(steadyNoise.hops)} |
| noise that became steady is known after | ${seconds(steadyNoise.hopsInVoice)} |
| the floor rises each | ${seconds(floorRiseHops)}, by a sixteenth of the distance |

A tone of level ${steadyTone.level} or more that changes by no more than ${decibels(steadyTone.range)} is voice for as long as it sounds: audio in an encoding without a
decoder is heard as one.
`;
}
