// The sources of the words of an utterance, in this order: the script, the caption of a file, and its sound.

import type { ScriptedUtterance } from '../script/script.ts';
import type { Caption } from './audio.ts';
import {
  beginCaptioned,
  captionedHop,
  hasWordsLeft,
  passedCaption,
  pendingCaption,
  progressOf,
  restOfCaption,
  type CaptionedState,
  type CaptionProgress,
} from './captions.ts';
import type { FollowedSound, KnownHop, Sounds } from './known-sounds.ts';
import type { VoiceHop } from './pace.ts';
import { beginScripted, restOfScript, scriptedHop, type ScriptedState } from './scripted.ts';
import {
  beginUnscripted,
  endUnscripted,
  pendingFrom,
  unscriptedHop,
  type UnscriptedState,
} from './unscripted.ts';
import type { CorrectNoise } from '../voice-activity/voice.ts';
import type { PlacedWord } from './words.ts';

/** The inputs of recognition from the world. */
export interface Sources extends Sounds {
  /** The silence that separates utterances, in hops. */
  readonly gapHops: number;
  /** The silence after which a scripted utterance yields its remaining words at once; undefined: only at its end. */
  readonly restHops: number | undefined;
  readonly noise: CorrectNoise;
  /** The utterance of the script for this session and channel, by its number from 0. */
  readonly utterance: (index: number) => ScriptedUtterance | undefined;
  /** The caption of the file at a hop, or of the last one before it. */
  readonly caption: (hop: number) => Caption | undefined;
}

/** The rest of earlier utterances. */
interface Before {
  /** The number of the utterance. */
  readonly index: number;
  readonly followed: FollowedSound | null;
  readonly captioned?: CaptionProgress;
}

export type UtteranceState = {
  readonly start: number;
  readonly source: SourceState;
};

export type SourceState = ScriptedState | CaptionedState | UnscriptedState;

type Sourced = readonly [source: SourceState, words: readonly PlacedWord[]];

/** The source of the utterance that begins. `noise`: the source of one that was noise, or the soft beginning of this one. */
export function beginSource(
  { index, followed, captioned }: Before,
  at: number,
  sources: Sources,
  noise?: SourceState,
): SourceState {
  const scripted = sources.utterance(index);
  if (scripted !== undefined) return beginScripted(scripted, index);
  const captionedSource = beginCaptioned(sources.caption(at), captioned);
  if (captionedSource !== undefined) return captionedSource;
  return beginUnscripted(followed, noise?.kind === 'unscripted' ? noise.search.fingerprints : []);
}

/** The source of an utterance in which a file begins; undefined if none does. */
export function beginFile(
  { source }: UtteranceState,
  at: number,
  sources: Sources,
): SourceState | undefined {
  const caption = sources.caption(at);
  if (caption?.hop !== at || source.kind === 'script') return undefined;
  return beginCaptioned(caption);
}

export interface SourcedHop extends VoiceHop, KnownHop {
  readonly lastEnd: number;
}

/** The words that one hop of an utterance adds. `lastEnd`: the end of the last word of any utterance. */
export function sourceHop(
  { start, source }: UtteranceState,
  hop: SourcedHop,
  sources: Sources,
): Sourced {
  const { at, isVoice, quiet, onset, level, fingerprint, lastEnd: end } = hop;
  switch (source.kind) {
    case 'script':
      return scriptedHop(source, { at, isVoice, quiet, onset });
    case 'caption': {
      const caption = sources.caption(at);
      if (caption === undefined) return [source, []];
      if (onset === undefined || hasWordsLeft(caption, source)) {
        return captionedHop(source, caption, { at, isVoice, quiet, onset });
      }
      return sourceHop({ start, source: beginUnscripted(null) }, hop, sources);
    }
    case 'unscripted':
      return unscriptedHop(
        source,
        { at, isVoice, quiet, onset, level, fingerprint, lastEnd: endWithin(start, end) },
        sources,
      );
  }
}

export interface Rest {
  readonly end: number;
  readonly quiet: number;
  readonly lastEnd: number;
  readonly isUtteranceOver: boolean;
  readonly caption: Caption | undefined;
}

/** The remaining words. Known sounds and placeholders have some only at the end of their utterance. */
export function restOf(
  { start, source }: UtteranceState,
  { end, quiet, lastEnd, isUtteranceOver, caption }: Rest,
): Sourced {
  switch (source.kind) {
    case 'script':
      return restOfScript(source, Math.max(start, lastEnd), end);
    case 'caption':
      if (caption?.hop !== source.hop) return [source, []];
      return restOfCaption(source, caption, Math.max(start, lastEnd), end);
    case 'unscripted':
      if (!isUtteranceOver) return [source, []];
      return endUnscripted(source, { end, quiet, lastEnd: endWithin(start, lastEnd) });
  }
}

/** The rest of a caption for later utterances. */
export function captionedAfter(
  { at, captioned }: { readonly at: number } & Pick<Before, 'captioned'>,
  source: SourceState,
  caption: Caption | undefined,
): CaptionProgress | undefined {
  if (source.kind === 'caption') return progressOf(source);
  if (source.kind === 'unscripted' || caption === undefined) return captioned;
  return passedCaption(caption, captioned, at);
}

export function pendingOf(
  source: SourceState,
  end: number,
  caption: Caption | undefined,
): number | undefined {
  if (source.kind === 'caption') return caption && pendingCaption(source, caption, end);
  return source.kind === 'unscripted' ? pendingFrom(source) : undefined;
}

/** The end of the last word of an utterance; undefined if it has none yet. */
function endWithin(start: number, lastEnd: number): number | undefined {
  return lastEnd > start ? lastEnd : undefined;
}
