// Questions to thinkers, and their answers.

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
  /** Of all sentences. Empty: none. */
  readonly text: string;
  /** Called after the text. */
  readonly calls: readonly PlannedCall[];
  /** Shown to the client as AgentThinking. */
  readonly thinking?: string;
};

/** A function of this turn that was answered, or has failed. */
export type FunctionResult = AnsweredCall & { readonly hasFailed: boolean };

/** The question to a thinker. */
export type ThinkQuestion = {
  /** The text of the user at the beginning of this turn. */
  readonly heard: string;
  /** The functions of the last round; empty in the first round. */
  readonly results: readonly FunctionResult[];
  readonly prompt: string;
  /** With the text of the user, and all rounds of functions. */
  readonly history: readonly HistoryItem[];
  readonly functions: readonly AgentFunction[];
  /** The last reply of the agent; empty before the first. */
  readonly lastReply: string;
};

/** The progress of a session in the rules of a script. */
export type ScriptProgress = {
  readonly values: ScriptValues;
  /** The numbers of used rules that match only once. */
  readonly used: readonly number[];
};

/** A thought of the script. */
export type ScriptedThought = {
  readonly thought: Thought;
  readonly rule: AnswerRule;
  readonly progress: ScriptProgress;
};

/** A thought or a failure, after its latency; or the answer of a live thinker. */
export type ThinkingWork =
  | { readonly kind: 'thought'; readonly thought: Thought }
  | { readonly kind: 'failure'; readonly reason: string }
  | { readonly kind: 'live' };

/** The script's plan for the voice of the reply. */
export type VoicePlan = {
  /** In milliseconds; null: drawn from the seed. */
  readonly speakMs: number | null;
  /** The number of entries of the list of voices that fail. */
  readonly failures: number;
  readonly reason: string;
};
