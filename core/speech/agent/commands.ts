// Commands of the channel /v1/agent/converse, and of operators about agents.

import type { Json } from '../../kernel/canonical.ts';
import type {
  AgentConfig,
  AgentSettings,
  ListenSettings,
  ThinkSettings,
  VoiceSettings,
} from './settings.ts';
import type { ReceiveAudio, RejectAudio } from '../recognition/commands.ts';
import type {
  EndIdleSession,
  EndOldSession,
  KeepAlive,
  NotedMessage,
} from '../session/commands.ts';
import type { ForceEndTurn } from '../turns/commands.ts';
import type { PlannedCall } from './thought.ts';

/** Registers an agent, or replaces it. */
export interface RegisterAgent {
  readonly type: 'RegisterAgent';
  readonly agentId: string;
  readonly config: AgentConfig;
  /** As the operator wrote it, with marks in place of secrets. */
  readonly given: Json;
}

export interface RemoveAgent {
  readonly type: 'RemoveAgent';
  readonly agentId: string;
}

/** Applies Settings, once, as the first message. */
export interface ApplySettings extends NotedMessage {
  readonly type: 'ApplySettings';
  readonly sessionId: string;
  readonly settings: AgentSettings;
}

/** Changes the voice, from the next utterance on. */
export interface UpdateSpeak extends NotedMessage {
  readonly type: 'UpdateSpeak';
  readonly sessionId: string;
  readonly speak: readonly VoiceSettings[];
}

/** Changes the thinkers, from the next thought on. */
export interface UpdateThink extends NotedMessage {
  readonly type: 'UpdateThink';
  readonly sessionId: string;
  readonly think: readonly ThinkSettings[];
}

/** Changes recognition, from the next audio on. Another version of the provider ends the turn in progress. */
export interface UpdateListen extends NotedMessage {
  readonly type: 'UpdateListen';
  readonly sessionId: string;
  readonly listen: ListenSettings;
}

/** Replaces the prompt, from the next thought on. */
export interface UpdatePrompt extends NotedMessage {
  readonly type: 'UpdatePrompt';
  readonly sessionId: string;
  readonly prompt: string;
}

/** Adds a text of the user, as if spoken. */
export interface InjectUserMessage extends NotedMessage {
  readonly type: 'InjectUserMessage';
  readonly sessionId: string;
  readonly content: string;
}

/** Makes the agent speak a text: at once between turns, after its reply, or in place of its reply. */
export interface InjectAgentMessage extends NotedMessage {
  readonly type: 'InjectAgentMessage';
  readonly sessionId: string;
  readonly message: string;
  /** Absent: the message is refused during a turn. */
  readonly behavior?: 'queue' | 'interrupt';
}

/** Reports the result of a function that the client ran. */
export interface AnswerFunction extends NotedMessage {
  readonly type: 'AnswerFunction';
  readonly sessionId: string;
  readonly callId: string;
  /** The name of the function, as the client states it. Absent in logs of earlier versions. */
  readonly name?: string;
  readonly content: string;
}

/** Reports a message that cannot be read or is out of order: an Error, which ends the session. */
export interface RejectMessage {
  readonly type: 'RejectMessage';
  readonly sessionId: string;
  readonly code: 'UNPARSABLE_CLIENT_MESSAGE' | 'INVALID_SETTINGS';
  readonly description: string;
}

/** Reports a binary frame before Settings. */
export interface RejectEarlyAudio {
  readonly type: 'RejectEarlyAudio';
  readonly sessionId: string;
}

/** Reports the answer of a function's endpoint, or its failure. */
export interface ReportFunction {
  readonly type: 'ReportFunction';
  readonly sessionId: string;
  readonly callId: string;
  readonly outcome: CallOutcome;
}

export type CallOutcome =
  | { readonly kind: 'answered'; readonly content: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Reports a part of the answer of a live thinker, in order; `done`, `failed` or `refused` is the last. */
export interface ReportThought {
  readonly type: 'ReportThought';
  readonly sessionId: string;
  /** The turn of the agent, and the round and entry in it. Parts of other thoughts are outdated. */
  readonly turn: number;
  readonly round: number;
  readonly entry: number;
  readonly part: ThoughtPart;
}

export type ThoughtPart =
  | { readonly kind: 'thinking'; readonly content: string }
  | { readonly kind: 'sentence'; readonly text: string }
  | { readonly kind: 'done'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thinker is not called. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Completes a thought after its latency. */
export interface FinishThinking {
  readonly type: 'FinishThinking';
  readonly sessionId: string;
}

/** Warns that a thinker is slow. */
export interface WarnOfSlowThinking {
  readonly type: 'WarnOfSlowThinking';
  readonly sessionId: string;
}

/** Speaks the next sentence of the reply. */
export interface SpeakReply {
  readonly type: 'SpeakReply';
  readonly sessionId: string;
}

/** Sends the next frame of the reply. */
export interface SendReplyAudio {
  readonly type: 'SendReplyAudio';
  readonly sessionId: string;
}

/** Warns that the session is near its longest duration. */
export interface WarnOfAge {
  readonly type: 'WarnOfAge';
  readonly sessionId: string;
}

/** Commands of operators. */
export type AgentOperatorCommand = RegisterAgent | RemoveAgent;

/** Commands of clients about an open session, and answers of endpoints. */
export type AgentSessionCommand =
  | ApplySettings
  | UpdateSpeak
  | UpdateListen
  | UpdateThink
  | UpdatePrompt
  | InjectUserMessage
  | InjectAgentMessage
  | AnswerFunction
  | RejectMessage
  | RejectEarlyAudio
  | ReportFunction
  | ReportThought;

/** Commands that only dues have. */
export type AgentDueCommand =
  FinishThinking | WarnOfSlowThinking | SpeakReply | SendReplyAudio | WarnOfAge;

/** Commands about an open session that only /v1/agent/converse has. */
export type AgentCommand = AgentSessionCommand | AgentDueCommand;

/** All commands that a session on /v1/agent/converse has. */
export type ConversationCommand =
  | AgentCommand
  | ReceiveAudio
  | RejectAudio
  | ForceEndTurn
  | KeepAlive
  | EndIdleSession
  | EndOldSession;
