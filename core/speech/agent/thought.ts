// What thinkers are asked, and what they answer.

import type { AgentFunction, AnsweredCall, HistoryItem } from './settings.ts';
import type { AnswerRule, ScriptValues } from '../recognition/script/answers.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** A function that a thought calls; it has no id yet. */
export type PlannedCall = {
  readonly name: string;
  /** A JSON object, as text. */
  readonly arguments: string;
};

export type Thought = {
  /** Of all sentences. Empty: nothing is said. */
  readonly text: string;
  /** Called after the text. */
  readonly calls: readonly PlannedCall[];
  /** Shown to the client as AgentThinking. */
  readonly thinking?: string;
};

/** A function of this turn that was answered, or has failed. */
export type FunctionResult = AnsweredCall & { readonly hasFailed: boolean };

/** What a thinker is asked. */
export type ThinkQuestion = {
  /** What the user said at the beginning of this turn. */
  readonly heard: string;
  /** The functions of the round before; empty in the first one. */
  readonly results: readonly FunctionResult[];
  readonly prompt: string;
  /** With what the user said, and all rounds of functions. */
  readonly history: readonly HistoryItem[];
  readonly functions: readonly AgentFunction[];
  /** What the agent said last; empty before. */
  readonly lastReply: string;
};

/** How far a session is in the script of answers. */
export type ScriptProgress = {
  readonly values: ScriptValues;
  /** The numbers of rules that were used and match once. */
  readonly used: readonly number[];
};

/** A thought of the script. */
export type ScriptedThought = {
  readonly thought: Thought;
  readonly rule: AnswerRule;
  readonly progress: ScriptProgress;
};

/** What is to come of thinking: a thought or a failure once its latency has passed, or the answers of a live thinker. */
export type ThinkingWork =
  | { readonly kind: 'thought'; readonly thought: Thought }
  | { readonly kind: 'failure'; readonly reason: string }
  | { readonly kind: 'live' };

/** What a script says of the voice of the reply. */
export type VoicePlan = {
  /** In milliseconds; null: as the seed says. */
  readonly speakMs: number | null;
  /** How many entries of the list of voices fail. */
  readonly failures: number;
  readonly reason: string;
};
