// A session on /v1/agent/converse: the conversation of an agent with its client.

import type { Millis } from '../../kernel/brand.ts';
import type { AgentPhase } from './machine.ts';
import type {
  FunctionResult,
  PlannedCall,
  ScriptProgress,
  ThinkingWork,
  VoicePlan,
} from './thought.ts';
import type { UserTurnState } from './user-turn.ts';
import type { HearingState } from '../recognition/hearing/hear.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import type { Voice } from '../synthesis/voices.ts';
import type {
  AgentConfig,
  AgentParameters,
  AgentSettings,
  HistoryItem,
  ThinkSettings,
} from './settings.ts';
import type { ReceivedAudio } from '../recognition/hearing/audio.ts';
import type { SessionBase, SessionOpening } from '../session/record.ts';
import type { SoundWord } from '../synthesis/sound-print.ts';

export type AgentOpening = SessionOpening<'/v1/agent/converse', AgentParameters>;

export interface AgentSessionRecord extends SessionBase {
  readonly path: '/v1/agent/converse';
  readonly parameters: AgentParameters;
  /** Its number among the sessions of its path, from 1. */
  readonly ordinal: number;
  readonly audio: ReceivedAudio;
  readonly hearing: HearingState;
  /** Null before Settings. */
  readonly settings: AppliedSettings | null;
  readonly user: UserTurnState;
  readonly phase: AgentPhase;
  /** Bounded by `historyCharsMax`: the oldest items are dropped. */
  readonly history: readonly HistoryItem[];
  /** The number of texts of the user, and of replies that the agent began by itself. */
  readonly turn: number;
  /** From the text of the user to the end of the reply. */
  readonly thinking: Thinking | null;
  /** In the phase `speaking`. */
  readonly reply: Reply | null;
  /** Messages of the client to speak after the next reply. Absent: none. */
  readonly queued?: readonly string[];
  readonly script: ScriptProgress;
  /** The last reply of the agent; empty before the first. */
  readonly lastReply: string;
  /** The number of functions that were called. */
  readonly callCount: number;
}

export function isAgentSession(session: SessionBase | undefined): session is AgentSessionRecord {
  return session?.path === '/v1/agent/converse';
}

/** Settings with the agent in place of its id. */
export type AppliedSettings = Omit<AgentSettings, 'agent'> & { readonly agent: AgentConfig };

/** A turn of the agent until it speaks. */
export type Thinking = {
  /** The text of the user. */
  readonly heard: string;
  /** Rounds of functions before this one. */
  readonly round: number;
  /** The number of the thinker in its list. */
  readonly entry: number;
  /** The settings of that thinker when it was asked: updates apply to the next thought. Null before. */
  readonly asked: ThinkSettings | null;
  readonly askedMs: Millis;
  /** When the user's turn ended. */
  readonly heardMs: Millis;
  readonly work: ThinkingWork;
  readonly voice: VoicePlan;
  /** Functions of this round, in the phase `calling`. */
  readonly calls: readonly CallInFlight[];
  /** Of the round before. */
  readonly results: readonly FunctionResult[];
};

export type CallInFlight = PlannedCall & {
  /** `fc_` and a UUID. */
  readonly id: string;
  readonly isClientSide: boolean;
  /** Null until it is answered. */
  readonly response: string | null;
  readonly hasFailed: boolean;
};

export type Reply = {
  readonly kind: 'answer' | 'greeting' | 'injected';
  /** Sentences that are not synthesized yet. */
  readonly queue: readonly string[];
  /** Whether a live thinker may add sentences. */
  readonly isOpen: boolean;
  /** Functions to call once everything is sent. */
  readonly calls: readonly PlannedCall[];
  readonly spoken: readonly ReplySentence[];
  /** When the first frame was sent; null before. */
  readonly startedMs: Millis | null;
  readonly voice: Voice;
  readonly thinkMs: number;
  readonly speakMs: number;
};

export type ReplySentence = {
  readonly speech: SynthesisQuestion;
  readonly samples: number;
  /** The number of samples that are sent. */
  readonly sent: number;
  /** With their places in hops. Empty if the sentence has no voice. */
  readonly words: readonly SoundWord[];
};
