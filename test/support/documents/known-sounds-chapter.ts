// Generates the chapter of core/speech/README.md about known sounds, from the numbers of the source.

import {
  confirmHops,
  confirmPercentMax,
  confirmSoftHops,
} from '../../../core/speech/recognition/hearing/doubt.ts';
import {
  searchHops,
  searchHopsMax,
  searchHopsMin,
  strengthMinOfBeginnings,
  strengthMinOfPlaces,
} from '../../../core/speech/recognition/sounds/find.ts';
import {
  lostPercent,
  tailHops,
  wordDelayHops,
  wordPercentMax,
} from '../../../core/speech/recognition/sounds/follow.ts';
import { soundHopsMax } from '../../../core/speech/recognition/sounds/known-sound.ts';
import { clearPart } from '../../../core/speech/recognition/sounds/measure-sound.ts';
import {
  differingPercentMax,
  differingPercentOfOthers,
  strengthDistance,
} from '../../../core/speech/recognition/sounds/places.ts';

const seconds = (hops: number) => `${hops / 100} s`;

export const knownSoundsChapter = `## Known sounds

[recognition/sounds/](recognition/sounds) knows sounds again by their fingerprints. A known sound has a **mask** too: the bits that are clear in it,
since the
change that they stand for is more than 1/${clearPart} of the energy of its loudest band. Only those are compared.

- A voice is looked for after ${seconds(searchHops)}, once more after ${seconds(searchHopsMax)}, and when it pauses, from ${seconds(searchHopsMin)} on: first among the beginnings of
  all sounds, then, from ${seconds(searchHops)} on, at all their places.
- Bits of other sounds differ in ${differingPercentOfOthers} % on average. A match of c bits differs in ${differingPercentMax} % at most, and in ${differingPercentOfOthers / 100} c - ${strengthMinOfBeginnings} sqrt(c)
  (${strengthMinOfPlaces} instead of ${strengthMinOfBeginnings} within a sound, or for a shorter voice). If a sound of another text is as near as ${strengthDistance} sqrt(c), none is
  found, unless the two are the same so far: then the one that differs least is followed until it is lost.
- Another sentence may begin or end alike, so a sound is in doubt at first. It is confirmed by ${seconds(confirmHops)} of its voice, if at most
  ${confirmPercentMax} % of the bits of about the last 0.3 s differ, or, if two thirds of it were heard, by ${seconds(confirmSoftHops)} of silence after its end.
  Voice after its end refutes it, and its end does if it is not confirmed by then.
- In a confirmed sound, a word is known ${seconds(wordDelayHops)} after its end, or when the voice pauses, if at most ${wordPercentMax} % of the bits of about the last 0.3 s
  differ. The sound is lost when more than ${lostPercent} % do, and over with its audio, at most ${seconds(tailHops)} after its last voice.

Of 48 sentences of four voices, 0.4 s differ from themselves in 18 % of the bits at worst, after linear16, mulaw, alaw and Opus at 8 to
48 kHz, half a hop of shift, 20 dB less volume, and noise 20 dB below; from the nearest other sentence in 23 % at least
(\`test/core/speech/recognition/sounds/paths.test.ts\` has the table). By their first 0.4 s all are found by all these paths, from
their middle all but some in noise, which are found after 1 s. A search among 1,000 sentences takes 1 ms for their beginnings, 2 to 4 ms
for all places (Node 20).

Limits:

- Only sounds that this world spoke, or that a fixture names, are known; each has ${seconds(soundHopsMax)} at most.
- A sentence that begins like a known one, in the same voice, is known up to where it differs if that is for more than about ${seconds(confirmHops)},
  or if its beginning is a whole known sentence and it pauses there.
- Voices whose pitch differs by up to about 4 percent are one voice: what only one of them said is known in the others, as said by that
  one. If each of them said it, they are told apart. Another pace is another sound: changes of speed are not known.
- With white noise 20 dB below or an offset of up to 1.5 %, sentences are heard word for word, also where these begin with the voice
  (\`test/core/speech/recognition/hearing/spoiled-speech.test.ts\`, in all encodings). An encoder of Opus makes a thump of the beginning
  of an offset: one of 0.3 % does no harm, one of 1.5 % is heard as words. With noise 15 dB below, seven of
  eight are, of the voice rms mostly six: the first words of others become placeholders. With noise 10 dB below, that happens to every third.
  Clipped by a gain of 4, between four and seven of eight are, by voice and sentences (after Opus two to six): that is beyond what
  fingerprints tell, most of all of a loud voice. Where noise 20 dB below begins a second before it, a word may be put before a
  sentence whose first sound sinks into the noise: that happens to one of the test.
- Two voices at once are not told apart.
- Words are spread over the voice by their length, so their times are approximate.
`;
