// Events of /v1/agent/converse, and of agents that operators register.

import type { Json } from '../../kernel/canonical.ts';
import type { CallOutcome } from './commands.ts';
import type { PlannedCall, ScriptProgress, ThinkingWork, VoicePlan } from './thought.ts';
import type { AgentOpening, AppliedSettings } from './record.ts';
import type { AgentConfig, ListenSettings, ThinkSettings, VoiceSettings } from './settings.ts';
import type { AudioReceived } from '../recognition/events.ts';
import type {
  KeepAliveReceived,
  SessionEnded,
  SessionOpenedOf,
  SessionWarned,
} from '../session/events.ts';
import type { TurnForced } from '../turns/events.ts';
import type { SoundPrint } from '../synthesis/sound-print.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import type { Voice } from '../synthesis/voices.ts';

export interface AgentRegistered {
  readonly type: 'AgentRegistered';
  readonly agentId: string;
  readonly config: AgentConfig;
  readonly given: Json;
}

export interface AgentRemoved {
  readonly type: 'AgentRemoved';
  readonly agentId: string;
}

/** Settings were applied. Prompts that are too long are cut. */
export interface SettingsApplied {
  readonly type: 'SettingsApplied';
  readonly sessionId: string;
  readonly settings: AppliedSettings;
}

export interface SpeakUpdated {
  readonly type: 'SpeakUpdated';
  readonly sessionId: string;
  readonly speak: readonly VoiceSettings[];
}

export interface ListenUpdated {
  readonly type: 'ListenUpdated';
  readonly sessionId: string;
  readonly listen: ListenSettings;
}

export interface ThinkUpdated {
  readonly type: 'ThinkUpdated';
  readonly sessionId: string;
  readonly think: readonly ThinkSettings[];
}

export interface PromptUpdated {
  readonly type: 'PromptUpdated';
  readonly sessionId: string;
  /** The prompt of each thinker in the list. */
  readonly prompts: readonly string[];
}

/** The first word of the user's turn. */
export interface UserTurnStarted {
  readonly type: 'UserTurnStarted';
  readonly sessionId: string;
}

/** The user's turn ended, or the client sent its text. */
export interface UserTextReceived {
  readonly type: 'UserTextReceived';
  readonly sessionId: string;
  readonly text: string;
  readonly isInjected: boolean;
  /** The languages that were hinted at. Absent: none. */
  readonly languageHints?: readonly string[];
}

/** A thinker began to work on a thought. */
export interface ThinkingStarted {
  readonly type: 'ThinkingStarted';
  readonly sessionId: string;
  /** Of the agent, from 1. */
  readonly turn: number;
  /** The number of rounds of functions before this one, in this turn. */
  readonly round: number;
  /** The number of the thinker in its list. */
  readonly entry: number;
  readonly work: ThinkingWork;
  /** The latency of a thought of the core, in milliseconds. */
  readonly latencyMs: number;
  readonly voice: VoicePlan;
  /** The progress in the script after its rule; absent if unchanged. */
  readonly script?: ScriptProgress;
}

/** Shown to the client as AgentThinking. */
export interface ThoughtShown {
  readonly type: 'ThoughtShown';
  readonly sessionId: string;
  readonly content: string;
}

export interface FunctionsCalled {
  readonly type: 'FunctionsCalled';
  readonly sessionId: string;
  readonly calls: readonly (PlannedCall & {
    readonly id: string;
    readonly isClientSide: boolean;
  })[];
}

/** A function was answered, or failed. */
export interface FunctionAnswered {
  readonly type: 'FunctionAnswered';
  readonly sessionId: string;
  readonly callId: string;
  readonly name: string;
  readonly by: 'client' | 'server';
  readonly outcome: CallOutcome;
}

/** The agent begins to speak: its sentences are prepared. */
export interface ReplyStarted {
  readonly type: 'ReplyStarted';
  readonly sessionId: string;
  /** Of the agent, from 1. */
  readonly turn: number;
  readonly kind: 'answer' | 'greeting' | 'injected';
  readonly sentences: readonly string[];
  /** Whether a live thinker may add sentences. */
  readonly isOpen: boolean;
  readonly calls: readonly PlannedCall[];
  readonly voice: Voice;
  /** The latencies of the thought and of the voice, in milliseconds. */
  readonly thinkMs: number;
  readonly speakMs: number;
}

/** A live thinker added a sentence. */
export interface ReplyExtended {
  readonly type: 'ReplyExtended';
  readonly sessionId: string;
  readonly sentences: readonly string[];
  readonly isOpen: boolean;
  readonly calls: readonly PlannedCall[];
}

/** The next sentence was synthesized: its audio follows, frame by frame. */
export interface ReplySpoken {
  readonly type: 'ReplySpoken';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly samples: number;
  /** The hash of the encoded bytes, as hex. */
  readonly sha256: string;
  /** The print of the sentence as a known sound. Absent if it has no voice. */
  readonly sound?: SoundPrint & { readonly id: string };
  /** With the first sentence of a reply, in milliseconds. */
  readonly latency?: { readonly total: number; readonly think: number; readonly speak: number };
}

/** The next sentence was skipped, since it could not be synthesized. */
export interface ReplySkipped {
  readonly type: 'ReplySkipped';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly reason: string;
}

/** A frame of a reply. */
export interface ReplyAudioSent {
  readonly type: 'ReplyAudioSent';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  /** The first sample, counted in the sentence. */
  readonly from: number;
  readonly samples: number;
  /** Whether it is the first frame of the reply. */
  readonly isFirst: boolean;
}

/** All audio of a reply is sent; the functions of its thought are called next. */
export interface ReplyPaused {
  readonly type: 'ReplyPaused';
  readonly sessionId: string;
  /** The words of the agent. */
  readonly text: string;
}

/** All audio of a reply is sent, or there is none. */
export interface ReplyEnded {
  readonly type: 'ReplyEnded';
  readonly sessionId: string;
  /** The words of the agent; empty: none. */
  readonly text: string;
}

/** The user spoke, or the client interrupted: the rest of the reply is dropped. */
export interface ReplyInterrupted {
  readonly type: 'ReplyInterrupted';
  readonly sessionId: string;
  /** The words that were sent and could have been played. */
  readonly heard: string;
}

/** A message of the client will be spoken after the next reply. */
export interface InjectionQueued {
  readonly type: 'InjectionQueued';
  readonly sessionId: string;
  readonly sentences: readonly string[];
}

export interface InjectionRefused {
  readonly type: 'InjectionRefused';
  readonly sessionId: string;
  readonly message: string;
}

/** An Error, before the session ends. */
export interface AgentFailed {
  readonly type: 'AgentFailed';
  readonly sessionId: string;
  readonly code: string;
  readonly description: string;
}

/** Events of agents that operators register. */
export type AgentOperatorEvent = AgentRegistered | AgentRemoved;

/** Events that only /v1/agent/converse has. */
export type AgentEvent =
  | SettingsApplied
  | SpeakUpdated
  | ListenUpdated
  | ThinkUpdated
  | PromptUpdated
  | UserTurnStarted
  | UserTextReceived
  | ThinkingStarted
  | ThoughtShown
  | FunctionsCalled
  | FunctionAnswered
  | ReplyStarted
  | ReplyExtended
  | ReplySpoken
  | ReplySkipped
  | ReplyAudioSent
  | ReplyPaused
  | ReplyEnded
  | ReplyInterrupted
  | InjectionQueued
  | InjectionRefused
  | AgentFailed;

export type AgentChannelEvent =
  | SessionOpenedOf<AgentOpening>
  | AudioReceived
  | KeepAliveReceived
  | TurnForced
  | SessionWarned
  | AgentEvent
  | SessionEnded;
