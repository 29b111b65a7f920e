// The turns of the user in a conversation: words and silence in, beginnings and ends of turns out. A listen provider of version v2
// ends them as /v2/listen does, one of version v1 by silence.

import type { HeardHop } from '../recognition/hearing/words.ts';
import type { HeardWord } from '../text/heard-word.ts';
import type { ListenSettings } from './settings.ts';
import { formatWords } from '../text/format.ts';
import { plainText } from '../text/options.ts';
import { turnText, type TurnWriting } from '../turns/text.ts';
import { forceTurn, initialTurns, turn, type TurnOutput, type TurnState } from '../turns/turn.ts';
import { turnWordsMax } from '../turns/machine.ts';
import { turnSettingsDefault } from '../turns/thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** Plain data, to be saved with a session. Bounded by `turnWordsMax`. */
export type UserTurnState = {
  /** With a provider of version v1: the words of the turn in progress. */
  readonly words: readonly HeardWord[];
  /** With one of version v2. */
  readonly turns: TurnState;
};

export type UserTurnOutput =
  { readonly kind: 'started' } | { readonly kind: 'ended'; readonly text: string };

/** With a provider of version v1, a turn ends after this much silence: 0.7 s, in hops. */
const turnGapHops = 70;

export function initialUserTurn(): UserTurnState {
  return { words: [], turns: initialTurns() };
}

/** One hop of audio. */
export function userTurn(
  state: UserTurnState,
  hop: HeardHop,
  listen: ListenSettings,
): readonly [UserTurnState, readonly UserTurnOutput[]] {
  if (listen.version === 'v2') {
    const { thresholds = turnSettingsDefault.thresholds, keyterms } = listen;
    const [turns, outputs] = turn(state.turns, hop, { thresholds, keyterms });
    return [{ ...state, turns }, turnOutputs(outputs, { keyterms })];
  }
  const words = [...state.words, ...hop.words];
  const started: UserTurnOutput[] =
    state.words.length === 0 && words.length > 0 ? [{ kind: 'started' }] : [];
  const isOver = words.length > 0 && (hop.silence >= turnGapHops || words.length >= turnWordsMax);
  if (!isOver) return [{ ...state, words }, started];
  const ended: UserTurnOutput = { kind: 'ended', text: textOf(words, listen) };
  return [{ ...state, words: [] }, [...started, ended]];
}

/** Ends the turn in progress, if there is one, at hop `at` on request of the client. */
export function forcedUserTurn(
  state: UserTurnState,
  at: number,
  listen: ListenSettings,
): readonly [UserTurnState, readonly UserTurnOutput[]] {
  if (listen.version === 'v2') {
    const { thresholds = turnSettingsDefault.thresholds, keyterms } = listen;
    const [turns, outputs] = forceTurn(state.turns, at, { thresholds, keyterms });
    return [{ ...state, turns }, turnOutputs(outputs, { keyterms })];
  }
  if (state.words.length === 0) return [state, []];
  const text = textOf(state.words, listen);
  return [{ ...state, words: [] }, [{ kind: 'ended', text }]];
}

/** Whether a turn is in progress. */
export function isUserSpeaking({ words, turns }: UserTurnState): boolean {
  return words.length > 0 || turns.phase !== 'idle';
}

/** The number of words in the turn in progress. */
export function wordCount({ words, turns }: UserTurnState): number {
  return words.length + turns.shown.length + turns.words.length;
}

function turnOutputs(
  outputs: readonly TurnOutput[],
  writing: TurnWriting,
): readonly UserTurnOutput[] {
  return outputs.flatMap((output): readonly UserTurnOutput[] => {
    if (output.event === 'StartOfTurn') return [{ kind: 'started' }];
    if (output.event !== 'EndOfTurn') return [];
    const words = turnText(output, writing);
    return [{ kind: 'ended', text: words.map(({ text }) => text).join(' ') }];
  });
}

function textOf(
  words: readonly HeardWord[],
  { language, keyterms, smartFormat }: Extract<ListenSettings, { readonly version: 'v1' }>,
): string {
  const options = { ...plainText, punctuate: true, language, keyterms, smartFormat };
  return formatWords(words, options, { isFinal: true }).transcript;
}
