// Scripts: the words that sessions recognize, whatever is spoken, and the answers of agents. A session follows the first part that
// selects it, from the beginning, one utterance after the other.

import { findSequence } from '../../../kernel/find-sequence.ts';
import { gapHopsDefault } from './limits.ts';
import type { AnswerRule } from './answers.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** Set as a whole: setting it replaces both members. */
export type SpeechScript = {
  readonly parts: readonly ScriptPart[];
  /** Rules of the answers of agents. Absent: none. */
  readonly answers?: readonly AnswerRule[];
};

/** The script of a world. */
export type ScriptRecord = SpeechScript & { readonly id: typeof scriptId };

/** The only one. */
export const scriptId = 'script';

export type ScriptPart = {
  readonly select: ScriptSelection;
  /** The silence that separates utterances, in milliseconds. */
  readonly gapMs?: number;
  readonly utterances: readonly ScriptedUtterance[];
};

/** Selects the sessions of a part, which must match all members. An empty selection matches all sessions. */
export type ScriptSelection = {
  /** One of the tags of the session. */
  readonly tag?: string;
  /** Of the channel of the service: `/v1/listen`. */
  readonly path?: string;
  /** Of the audio, from 0. */
  readonly channel?: number;
  /** The number of the session among those of its path in this world, from 1. */
  readonly ordinal?: number;
};

/** The words between two silences. Without words, nothing is recognized. */
export type ScriptedUtterance = {
  readonly text: string;
  /** Utterances with the same speaker have the same number in results. */
  readonly speaker?: string | number;
  readonly language?: string;
  /** From 0 to 1. */
  readonly confidence?: number;
  readonly entities?: readonly ScriptedEntity[];
};

export type ScriptedEntity = {
  readonly label: string;
  readonly value: string;
  /** The number of its first word, from 0. Absent: the value is searched in the text. */
  readonly from?: number;
  /** The number of the word after its last one. */
  readonly to?: number;
};

/** The subject of selections: a session, and a channel of its audio. */
export interface ScriptSubject {
  readonly tags: readonly string[];
  readonly path: string;
  readonly channel: number;
  readonly ordinal: number;
}

/** The first part that selects the subject. */
export function partOf(script: SpeechScript, subject: ScriptSubject): ScriptPart | undefined {
  return script.parts.find(({ select: { tag, path, channel, ordinal } }) => {
    return (
      (tag === undefined || subject.tags.includes(tag)) &&
      (path === undefined || path === subject.path) &&
      (channel === undefined || channel === subject.channel) &&
      (ordinal === undefined || ordinal === subject.ordinal)
    );
  });
}

/** The silence that separates utterances, in hops: of a part, or the default without one. */
export function gapHopsOf(part: ScriptPart | undefined): number {
  return part?.gapMs === undefined ? gapHopsDefault : Math.ceil(part.gapMs / 10);
}

/** The words of a text, as the numbers of entities count them. */
export function scriptWords(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/** The words without signs around them, for the search of entities. */
export function bareWords(text: string): readonly string[] {
  return scriptWords(text).map(bare);
}

const openingSigns = new Set('"\'“‘(');
const closingSigns = new Set('"\'”’).,;:!?');

function bare(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && openingSigns.has(word[from]!)) from += 1;
  while (to > from && closingSigns.has(word[to - 1]!)) to -= 1;
  return word.slice(from, to);
}

/** The words of an entity: as stated, or the first place of its value among bare words; undefined if there is none. */
export function entityRange(
  { value, from, to }: ScriptedEntity,
  words: readonly string[],
): readonly [from: number, to: number] | undefined {
  if (from !== undefined) return [from, to ?? from + 1];
  const wanted = bareWords(value);
  const first = findSequence(words, wanted);
  return first < 0 || wanted.length === 0 ? undefined : [first, first + wanted.length];
}
