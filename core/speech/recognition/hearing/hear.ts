// Recognizes one channel: levels and fingerprints in, words out, hop by hop. An utterance is the speech between two silences. Its words
// come from the first of these that has any: the script, the caption of a file, a known sound; else they are placeholders.

import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import type { Caption } from './audio.ts';
import { initialActivity, onsetHops } from '../voice-activity/activity.ts';
import type { CaptionProgress } from './captions.ts';
import { followKnown, type FollowedSound, type KnownHop } from './known-sounds.ts';
import { initialNoise } from '../voice-activity/noise.ts';
import { placedWithin } from './places.ts';
import { withSpeaker, type Speakers } from './speakers.ts';
import {
  beginFile,
  beginSource,
  captionedAfter,
  pendingOf,
  restOf,
  sourceHop,
  type Sources,
  type SourceState,
  type UtteranceState,
} from './utterance-source.ts';
import { voiceHop, type VoiceState } from '../voice-activity/voice.ts';
import type { HeardHop, PlacedWord } from './words.ts';
import type { HeardWord } from '../../text/heard-word.ts';

export type { Sources } from './utterance-source.ts';

/** The measurements of one hop. */
export interface MeasuredHop {
  readonly level: number;
  readonly fingerprint: number;
}

/** Plain data, to be saved with a session. Its size does not depend on the length of the audio. */
export type HearingState = VoiceState & {
  /** The number of the next hop. */
  readonly at: number;
  /** The number of the utterance in progress, or to come. */
  readonly index: number;
  readonly utterance: UtteranceState | null;
  /** Between utterances: the progress in a caption. */
  readonly captioned?: CaptionProgress;
  /** Between utterances: a known sound that continues in silence. */
  readonly followed: FollowedSound | null;
  /** The end of the last word. */
  readonly lastEnd: number;
  readonly speakers: Speakers;
};

export function initialHearing(): HearingState {
  return {
    at: 0,
    activity: initialActivity(),
    noise: initialNoise(),
    index: 0,
    utterance: null,
    followed: null,
    lastEnd: 0,
    speakers: [],
  };
}

/** The next hop. */
export function hear(
  state: HearingState,
  { level, fingerprint }: MeasuredHop,
  sources: Sources,
): readonly [HearingState, HeardHop] {
  const { at, lastEnd } = state;
  const [voice, { isVoice, quiet, isOnset, wasNoise }] = voiceHop(state, at, level, sources.noise);
  const onset = isOnset ? Math.max(at + 1 - onsetHops, lastEnd) : undefined;
  const measured = { ...state, ...voice, at: at + 1 };
  const caption = sources.caption(at);
  const begun = withUtterance(measured, { at, onset, wasNoise }, sources);
  const heard = { at, isVoice, silence: isVoice ? 0 : quiet };
  const { utterance } = begun;
  if (utterance === null) {
    const next = withoutVoice(begun, { at, level, fingerprint }, sources);
    return [next, { ...heard, words: [], isUtteranceOver: false }];
  }
  const isUtteranceOver = !isVoice && quiet >= sources.gapHops;
  const needsRest = isUtteranceOver || (!isVoice && quiet >= (sources.restHops ?? Infinity));
  const [source, found] = sourceHop(
    utterance,
    { at, isVoice, quiet, onset, level, fingerprint, lastEnd },
    sources,
  );
  const last = found.at(-1)?.end ?? lastEnd;
  const [after, rest] = needsRest
    ? restOf(
        { ...utterance, source },
        { end: at + 1, quiet, lastEnd: last, isUtteranceOver, caption },
      )
    : [source, []];
  const [next, words] = withWords(begun, utterance, [...found, ...rest]);
  return [
    isUtteranceOver ? withoutUtterance(next, after, caption) : withSource(next, utterance, after),
    { ...heard, words, pending: pendingOf(after, at + 1, caption), isUtteranceOver },
  ];
}

/** The remaining words of the utterance in progress, at the end of the audio. `caption`: that of the last file. */
export function lastWords(
  state: HearingState,
  at: number,
  caption?: Caption,
): readonly [HearingState, readonly HeardWord[]] {
  const { utterance, lastEnd, activity } = state;
  if (utterance === null) return [state, []];
  const { quiet } = activity;
  const end = { end: at, quiet, lastEnd, isUtteranceOver: true, caption };
  const [source, rest] = restOf(utterance, end);
  const [next, words] = withWords(state, utterance, rest);
  const ended = { ...next, activity: { ...activity, isVoice: false, loud: 0 } };
  return [withoutUtterance(ended, source, caption), words];
}

interface Onset {
  readonly at: number;
  readonly onset: number | undefined;
  readonly wasNoise: boolean;
}

/** Voice begins an utterance. If it turns out to be noise before its first word, there was none. */
function withUtterance(
  state: HearingState,
  { at, onset, wasNoise }: Onset,
  sources: Sources,
): HearingState {
  const { utterance, lastEnd } = state;
  if (utterance === null || (wasNoise && lastEnd <= utterance.start)) {
    if (onset === undefined) return { ...state, utterance: null };
    const source = beginSource(state, at, sources, utterance?.source);
    return { ...state, utterance: { start: onset, source }, followed: null };
  }
  const source = beginFile(utterance, at, sources);
  return source === undefined ? state : withSource(state, utterance, source);
}

function withSource(
  state: HearingState,
  { start }: UtteranceState,
  source: SourceState,
): HearingState {
  return { ...state, utterance: { start, source } };
}

/** A known sound continues in silence, and a caption in the next utterance. */
function withoutUtterance(
  state: HearingState,
  source: SourceState,
  caption: Caption | undefined,
): HearingState {
  const followed = source.kind === 'unscripted' ? source.followed : null;
  const captioned = captionedAfter(state, source, caption);
  const { captioned: _before, ...rest } = state;
  return {
    ...rest,
    utterance: null,
    index: state.index + 1,
    followed,
    ...omitUndefined({ captioned }),
  };
}

function withoutVoice(state: HearingState, silent: KnownHop, sources: Sources): HearingState {
  if (state.followed === null) return state;
  const hop = followKnown(state.followed, silent, sources);
  return { ...state, followed: hop?.status === 'heard' ? hop.followed : null };
}

function withWords(
  state: HearingState,
  { start }: UtteranceState,
  found: readonly PlacedWord[],
): readonly [HearingState, readonly HeardWord[]] {
  if (found.length === 0) return [state, []];
  let { speakers } = state;
  const placed = placedWithin(found, Math.max(start, state.lastEnd), state.at);
  const words = placed.map((word) => {
    const [next, numbered] = withSpeaker(speakers, word);
    speakers = next;
    return numbered;
  });
  return [{ ...state, speakers, lastEnd: words.at(-1)?.end ?? state.lastEnd }, words];
}
