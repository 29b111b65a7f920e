// Generates the chapter of core/speech/README.md about hearing, from the numbers of the source.

import { wordsId } from '../../../adapters/audio/wav.ts';
import { captionCharsMax } from '../../../core/speech/recognition/hearing/file-caption.ts';
import {
  floorRiseHops,
  hangOverHops,
  leastLevel,
  loudness,
  onsetHops,
  steadyNoise,
  steadyTone,
} from '../../../core/speech/recognition/voice-activity/activity.ts';
import { confirmHops } from '../../../core/speech/recognition/hearing/doubt.ts';
import {
  endingDepth,
  endingHops,
  openingHopsMin,
  steadyVoiceLevel,
} from '../../../core/speech/recognition/voice-activity/noise.ts';
import { gapHopsDefault, scriptLimits } from '../../../core/speech/recognition/script/limits.ts';
import { speakersMax } from '../../../core/speech/recognition/hearing/speakers.ts';
import { soundConfidence } from '../../../core/speech/recognition/hearing/known-sounds.ts';
import {
  cutHopsMin,
  spokenHopsMax,
  wordHops,
} from '../../../core/speech/recognition/hearing/pace.ts';
import { placeholderConfidence } from '../../../core/speech/text/heard-word.ts';
import { placeholderWords } from '../../../core/speech/recognition/hearing/placeholders.ts';
import { newSearchHops, searches } from '../../../core/speech/recognition/hearing/voice-search.ts';

const seconds = (hops: number) => `${hops / 100} s`;
/** Four steps of a level are 3 dB. */
const decibels = (steps: number) => `${Math.round(steps * 0.75)} dB`;

const grouped = (value: number) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');

export function hearingChapter(): string {
  const [first, second] = searches;
  return `## What is heard

[recognition/hearing/](recognition/hearing) makes words of levels and fingerprints, 10 ms (a *hop*) at a time.

### Voice

Voice is what is louder than a noise floor that follows the sound, by levels alone: music and rattling are voice, too. Where that
misleads,
[noise.ts](recognition/voice-activity/noise.ts) corrects it, and \`AudioReceived\` says so in \`noise\`; without it, as in older events, all
stays as it was.

| voice | value |
| --- | --- |
| begins with loud sound of | ${seconds(onsetHops)} |
| ends after the last loud sound | ${seconds(hangOverHops)} |
| loud: above the floor by | ${decibels(loudness.toBegin)} to begin, ${decibels(loudness.toGoOn)} to go on |
| loud: at least level | ${leastLevel.toBegin} to begin, ${leastLevel.toGoOn} to go on |
| steady noise: within | ${decibels(steadyNoise.range)} |
| noise with which the audio begins is known after | ${seconds(steadyNoise.hops)} |
| noise that begins later is known after | ${seconds(steadyNoise.hopsInVoice)} |
| noise before a voice is known, with the voice, if it lasts | ${seconds(openingHopsMin)} |
| noise after a voice, at least ${decibels(endingDepth)} below its loudest hop, is known after | ${seconds(endingHops)} |
| the floor rises each | ${seconds(floorRiseHops)}, by a sixteenth of the distance |

A tone of level ${steadyTone.level} or more that changes by no more than ${decibels(steadyTone.range)} is voice for as long as it sounds: audio in an encoding without a
decoder is heard as one. A sound with which the audio begins, of level ${steadyVoiceLevel} or more, is voice, however steady, if its level swells slowly (by about
1.5 dB up and down, in 0.15 to 0.7 s); noise, hum and an offset do not. One that varies only from hop to hop is noise after 0.4 s.

### Words

An **utterance** is the voice between two silences of ${seconds(gapHopsDefault)}, whatever \`endpointing\` or the thresholds of turns are. Its words come from the
first source that has some:

1. **The script**: the utterance of the session's part with the same number. Words are laid over the voice; those that are left come
   with the end of the utterance, in the last of its silence, or on \`/v2/listen\` once the turn may end.
2. **Captions**: the text in the header of a WAV file, before its samples, as \`reprise say\` writes it; also among raw samples, if they
   have the form of the file. A word is known at its place in the file, if the chunk \`${wordsId}\` says where it is; else the words are laid over the
   voice, but the last one of a sentence does not come after a pause, and with the end of the file all are there. A text of more than
   ${grouped(captionCharsMax)} characters is ignored.
3. **Known sounds**: the words of the sound, at their places, by its speaker. It is searched by the first ${seconds(first.at)} of voice, and before
   that where it pauses; again after ${seconds(second.at + onsetHops - 1)}, by the last ${seconds(second.by)}; and after a pause of ${seconds(newSearchHops)}. Voice after a sound that has
   ended, or is lost, is searched anew. A sound is in doubt until it has been followed for ${seconds(confirmHops)}, or to the silence after its
   end: its first words come then. If it is lost before, all the voice is searched once more.
4. **Placeholders**: plain words, drawn from the fingerprints of their own third of a second; the same audio has the same ones. They
   wait for the first search, and while a sound is in doubt; one of a short piece of voice for ${seconds(newSearchHops)} of silence; those after
   a known sound for the second search.

Where words outnumber the 10 ms hops of their utterance, some start and end at the same time. They stay words of their own, so that all text
options apply to them.

A microphone without a script yields placeholders: voice, pauses and turns are right, the words are not.

| words | value |
| --- | --- |
| in a second of voice, if nothing states their places | ${wordHops.length} |
| a word takes at most | ${seconds(spokenHopsMax)} |
| before a pause, voice that has a word lasts at least | ${seconds(cutHopsMin)} |
| confidence of the words of captions and known sounds | ${soundConfidence / 100} |
| placeholders to choose from | ${placeholderWords.length} |
| their confidence | ${placeholderConfidence.min / 100} to ${placeholderConfidence.max / 100} |
| speakers of a channel, in the order of their appearance | ${speakersMax} |

### Scripts

A script has parts; each selects sessions by tag, path, channel of the audio (from 0) and ordinal (the number of the session on its path,
from 1), and the first part that selects a session is its own. Each session goes through its part from the beginning.

| limit | value |
| --- | --- |
| parts | ${scriptLimits.partsMax} |
| utterances in all parts | ${grouped(scriptLimits.utterancesMax)} |
| characters of a text | ${grouped(scriptLimits.textCharsMax)} |
| characters of a speaker, of a language, of a label | ${scriptLimits.speakerCharsMax}, ${scriptLimits.languageCharsMax}, ${scriptLimits.labelCharsMax} |
| entities of an utterance | ${scriptLimits.entitiesMax} |
| silence between utterances | ${scriptLimits.gapMsMin} to ${grouped(scriptLimits.gapMsMax)} ms |
`;
}
