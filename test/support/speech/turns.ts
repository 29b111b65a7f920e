// Sends voice, words and silence to the turns of /v2/listen, hop by hop, and collects their events.

import type { HeardHop } from '../../../core/speech/recognition/hearing/words.ts';
import { turnSettingsDefault, type TurnThresholds } from '../../../core/speech/turns/thresholds.ts';
import { turnText, type TurnWriting } from '../../../core/speech/turns/text.ts';
import {
  closeTurns,
  initialTurns,
  turn,
  withShownWords,
  type TurnOutput,
  type TurnState,
} from '../../../core/speech/turns/turn.ts';

export const heardWord = (text: string, end: number, confidence = 99) => ({
  text,
  start: Math.max(0, end - 20),
  end,
  confidence,
  speaker: 0,
});

/** An output with its words as they are sent. */
export type WrittenTurn = Omit<TurnOutput, 'shown' | 'isFinal'>;

export function writtenTurn(
  { shown, words, isFinal, ...output }: TurnOutput,
  writing: TurnWriting,
): WrittenTurn {
  return { ...output, words: turnText({ shown, words, isFinal }, writing) };
}

export const transcriptOf = ({ words }: WrittenTurn) => words.map(({ text }) => text).join(' ');

/** An output as one line: end, event, turn and text. */
const labelOf = (output: WrittenTurn) =>
  `${output.windowEnd} ${output.event} ${output.turnIndex} "${transcriptOf(output)}"`;

export function turnsOf(change: Partial<TurnThresholds> = {}) {
  let state: TurnState = initialTurns();
  let thresholds: TurnThresholds = { ...turnSettingsDefault.thresholds, ...change };
  let keyterms: readonly string[] = [];
  let at = 0;
  let silence = 0;
  const outputs: WrittenTurn[] = [];
  const add = (more: readonly TurnOutput[]) => {
    outputs.push(...more.map((output) => writtenTurn(output, { keyterms })));
  };

  const hop = (isVoice: boolean, texts: readonly string[], confidence?: number) => {
    silence = isVoice ? 0 : silence + 1;
    const words = texts.map((text) => heardWord(text, at + 1, confidence));
    const isUtteranceOver = silence === 70;
    const heard: HeardHop = { at, isVoice, silence, words, isUtteranceOver };
    at += 1;
    const [next, more] = turn(state, heard, { thresholds, keyterms });
    state = next;
    add(more);
  };

  const world = {
    /** Voice for `hops` hops; the words are recognized at the last one. */
    voice(hops: number, ...texts: readonly string[]) {
      for (let n = 1; n < hops; n += 1) hop(true, []);
      hop(true, texts);
      return world;
    },
    placeholders(hops: number, ...texts: readonly string[]) {
      for (let n = 1; n < hops; n += 1) hop(true, []);
      hop(true, texts, 40);
      return world;
    },
    silence(hops: number, ...texts: readonly string[]) {
      for (let n = 1; n < hops; n += 1) hop(false, []);
      hop(false, texts);
      return world;
    },
    configure(changed: Partial<TurnThresholds>) {
      thresholds = { ...thresholds, ...changed };
      return world;
    },
    /** Sets the keyterms, whose spelling applies to later words. */
    keyterms(...terms: readonly string[]) {
      state = withShownWords(state, { keyterms });
      keyterms = terms;
      return world;
    },
    close(...texts: readonly string[]) {
      const words = texts.map((text) => heardWord(text, at));
      add(closeTurns(state, at, words, { thresholds, keyterms })[1]);
      return world;
    },
    state: () => state,
    outputs: () => outputs,
    /** All but Updates, as lines. */
    turns: () => outputs.filter(({ event }) => event !== 'Update').map(labelOf),
    events: () => outputs.map(labelOf),
  };
  return world;
}
