// Events of the speech domain. The bytes of spoken audio are not stored: they follow from the text, the voice and the encoding.
// Those of received audio lie beside the inputs that brought them.

import type { AudioFrame } from './commands.ts';
import { agentEventTypes, type AgentEvent, type AgentOperatorEvent } from './agent/events.ts';
import type { HeardWord } from './recognition/hearing/words.ts';
import type { Json } from '../kernel/canonical.ts';
import type { CallbackOutcome } from './session/callback.ts';
import type { SpeechScript } from './recognition/script/script.ts';
import type { SessionParameters } from './sessions.ts';
import type { SessionLimits } from './session/record.ts';
import type { RememberedSound, SoundPrint } from './recognition/sounds/record.ts';
import type { HeardNoise } from './recognition/voice-activity/noise.ts';
import type { SoundMatch } from './recognition/sounds/find.ts';
import type { SynthesisQuestion } from './synthesis/synthesis.ts';
import type { TurnEvent } from './turns/machine.ts';
import type { TurnTextOptions, TurnThresholds } from './turns/thresholds.ts';
import type { TurnWord } from './turns/text.ts';

/** The operator set the script of the world. */
export interface ScriptSet {
  readonly type: 'ScriptSet';
  readonly script: SpeechScript;
}

/** A sound of the fixture is known from now on, or one that an operator had spoken. */
export interface SoundRemembered {
  readonly type: 'SoundRemembered';
  readonly sound: RememberedSound & { readonly id: string };
}

/** A client opened a session, which follows the settings of the world at this instant. */
export type SessionOpened = SessionParameters & {
  readonly type: 'SessionOpened';
  readonly sessionId: string;
  readonly limits: SessionLimits;
  /** The id of the model, always the same for its name. */
  readonly modelUuid: string;
  /** The URL of a callback may have secrets, so it is not part of the digest. */
  readonly aside?: { readonly callbackUrl: string };
};

/** Text was appended to the buffer. */
export interface TextAdded {
  readonly type: 'TextAdded';
  readonly sessionId: string;
  readonly text: string;
  /** Where sentences end, as offsets in the buffer and this text. */
  readonly ends: readonly number[];
}

/** A client sent a Flush: the rest of the buffer is a sentence now. */
export interface TextFlushed {
  readonly type: 'TextFlushed';
  readonly sessionId: string;
}

/** The first sentence of the queue was spoken: its audio is sent. */
export interface SentenceSpoken {
  readonly type: 'SentenceSpoken';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly samples: number;
  /** The hash of the encoded bytes, as hex. */
  readonly sha256: string;
  /** By which the sentence is known again. Absent if there is no voice in it, and in older recordings. */
  readonly sound?: SoundPrint & { readonly id: string };
}

/** The first sentence of the queue was left out, since no audio could be made of it. */
export interface SentenceSkipped {
  readonly type: 'SentenceSkipped';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly reason: string;
}

/** All audio before a Flush has been sent. */
export interface FlushConfirmed {
  readonly type: 'FlushConfirmed';
  readonly sessionId: string;
  readonly sequenceId: number;
}

/** The buffer and the sentences that were not spoken are dropped. */
export interface TextCleared {
  readonly type: 'TextCleared';
  readonly sessionId: string;
  readonly sequenceId: number;
}

/** A client sent audio. */
export interface AudioReceived extends AudioFrame {
  readonly type: 'AudioReceived';
  readonly sessionId: string;
  /** The answers to the searches among known sounds, in their order. */
  readonly matches: readonly (SoundMatch | null)[];
  /** Where levels alone did not tell noise from voice. Absent if they did, and in older recordings. */
  readonly noise?: readonly HeardNoise[];
}

/** A client of /v1/listen sent a KeepAlive. */
export interface KeepAliveReceived {
  readonly type: 'KeepAliveReceived';
  readonly sessionId: string;
}

/** A client of /v1/listen sent a Finalize. */
export interface AudioFinalized {
  readonly type: 'AudioFinalized';
  readonly sessionId: string;
  /** Absent: all. */
  readonly channel?: number;
}

/** Voice began after silence on /v1/listen. Times are in hops, 10 ms each, from the start of the stream. */
export interface VoiceStarted {
  readonly type: 'VoiceStarted';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  readonly at: number;
}

/** A part of the audio of /v1/listen was transcribed. Finals follow one another without gaps. */
export interface ResultProduced {
  readonly type: 'ResultProduced';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  readonly start: number;
  readonly end: number;
  readonly words: readonly HeardWord[];
  readonly isFinal: boolean;
  readonly speechFinal: boolean;
  readonly fromFinalize: boolean;
  /** Whether its first words may go on with a number that the final before has cut. Absent if not, and without redaction. */
  readonly continuesNumber?: true;
  /** Whether the stream ends with it, and with a number, which is whole then. Absent if not, and without redaction. */
  readonly endsStream?: true;
}

/** A gap followed the last final word of /v1/listen. */
export interface UtteranceEnded {
  readonly type: 'UtteranceEnded';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  /** -1 if there is none. */
  readonly lastWordEnd: number;
}

/** A message of /v1/listen is sent to the callback of its session. */
export interface CallbackQueued {
  readonly type: 'CallbackQueued';
  readonly sessionId: string;
  readonly callbackId: string;
  readonly method: string;
  readonly message: Json;
  readonly aside: { readonly callbackUrl: string };
}

/** The outcome of a callback is known. */
export interface CallbackReported {
  readonly type: 'CallbackReported';
  readonly sessionId: string;
  readonly callbackId: string;
  readonly outcome: CallbackOutcome;
}

/** The summary of a stream of /v1/listen, before its session ends. */
export interface StreamSummarized {
  readonly type: 'StreamSummarized';
  readonly sessionId: string;
  readonly samples: number;
  /** 0 if no audio was decoded. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly sha256: string;
}

/** What a turn of /v2/listen has come to. */
export interface TurnReported {
  readonly type: 'TurnReported';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly event: TurnEvent;
  readonly turnIndex: number;
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly words: readonly TurnWord[];
  /** That the turn has ended, in hundredths. */
  readonly confidence: number;
  /** Of a turn that the client has ended. */
  readonly trigger?: 'manual';
  /** The languages that were hinted at. */
  readonly languageHints?: readonly string[];
}

/** A client ended the user's turn: ForceEndTurn on /v2/listen and /v1/agent/converse. */
export interface TurnForced {
  readonly type: 'TurnForced';
  readonly sessionId: string;
}

/** A Configure of /v2/listen was applied. */
export interface TurnsConfigured {
  readonly type: 'TurnsConfigured';
  readonly sessionId: string;
  readonly sequenceId: number;
  /** All, as they are now. */
  readonly thresholds: TurnThresholds;
  readonly keyterms: readonly string[];
  readonly text?: TurnTextOptions;
  readonly languageHints?: readonly string[];
}

/** A Configure of /v2/listen changed nothing. */
export interface ConfigureRejected {
  readonly type: 'ConfigureRejected';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly code: string;
  readonly description: string;
}

/** An error of /v2/listen, before its session ends. */
export interface SessionFailed {
  readonly type: 'SessionFailed';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly code: string;
  readonly description: string;
}

/** A client sent something that was not carried out, or not all of it; the session goes on. */
export interface SessionWarned {
  readonly type: 'SessionWarned';
  readonly sessionId: string;
  readonly code: string;
  readonly description: string;
}

/** A client sent a Close: the rest of the buffer is the last sentence. */
export interface SessionClosing {
  readonly type: 'SessionClosing';
  readonly sessionId: string;
}

/** By the client, or by the service with a close frame. */
export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly sessionId: string;
  readonly by: 'client' | 'service';
  /** The code of the close frame. */
  readonly code: number;
  readonly reason: string;
}

/** Events of /v1/speak alone. */
export type SpeakingEvent =
  | TextAdded
  | TextFlushed
  | SentenceSpoken
  | SentenceSkipped
  | FlushConfirmed
  | TextCleared
  | SessionWarned
  | SessionClosing;

/** Events of /v1/listen alone. */
export type ListeningEvent =
  | AudioFinalized
  | KeepAliveReceived
  | VoiceStarted
  | ResultProduced
  | UtteranceEnded
  | StreamSummarized
  | CallbackQueued
  | CallbackReported;

/** Events of /v2/listen alone. */
export type TurnsEvent = TurnReported | TurnsConfigured | ConfigureRejected | SessionFailed;

/** Events of a session, by the path of its channel. */
export interface ChannelEvents {
  readonly '/v1/speak': SpeakChannelEvent;
  readonly '/v1/listen': ListenChannelEvent;
  readonly '/v2/listen': TurnChannelEvent;
  readonly '/v1/agent/converse': AgentChannelEvent;
}

export type SpeakChannelEvent = SessionOpened | SpeakingEvent | SessionEnded;

export type ListenChannelEvent =
  SessionOpened | AudioReceived | SessionWarned | ListeningEvent | SessionEnded;

export type TurnChannelEvent =
  SessionOpened | AudioReceived | TurnForced | SessionWarned | TurnsEvent | SessionEnded;

export type AgentChannelEvent =
  | SessionOpened
  | AudioReceived
  | KeepAliveReceived
  | TurnForced
  | SessionWarned
  | AgentEvent
  | SessionEnded;

/** Events of a session. */
export type SessionEvent = ChannelEvents[keyof ChannelEvents];

/** Events of no session. */
export type OperatorEvent = ScriptSet | SoundRemembered | AgentOperatorEvent;

export type SpeechEvent = OperatorEvent | SessionEvent;

type EventTypes<Event extends SpeechEvent> = Readonly<Record<Event['type'], true>>;

const channelEventTypes: {
  readonly [Path in keyof ChannelEvents]: EventTypes<ChannelEvents[Path]>;
} = {
  '/v1/speak': {
    FlushConfirmed: true,
    SentenceSkipped: true,
    SentenceSpoken: true,
    SessionClosing: true,
    SessionEnded: true,
    SessionOpened: true,
    SessionWarned: true,
    TextAdded: true,
    TextCleared: true,
    TextFlushed: true,
  },
  '/v1/listen': {
    AudioFinalized: true,
    AudioReceived: true,
    CallbackQueued: true,
    CallbackReported: true,
    KeepAliveReceived: true,
    ResultProduced: true,
    SessionEnded: true,
    SessionOpened: true,
    SessionWarned: true,
    StreamSummarized: true,
    UtteranceEnded: true,
    VoiceStarted: true,
  },
  '/v2/listen': {
    AudioReceived: true,
    ConfigureRejected: true,
    SessionEnded: true,
    SessionFailed: true,
    SessionOpened: true,
    SessionWarned: true,
    TurnForced: true,
    TurnReported: true,
    TurnsConfigured: true,
  },
  '/v1/agent/converse': {
    ...agentEventTypes,
    TurnForced: true,
    AudioReceived: true,
    KeepAliveReceived: true,
    SessionEnded: true,
    SessionOpened: true,
    SessionWarned: true,
  },
};

/** Whether sessions of the channel have such events. */
export function isOfChannel<Path extends keyof ChannelEvents>(
  event: SpeechEvent,
  path: Path,
): event is ChannelEvents[Path] {
  return Object.hasOwn(channelEventTypes[path], event.type);
}

/** Whether an event is one of /v1/agent/converse alone. */
export function isAgentEvent(event: SpeechEvent): event is AgentEvent {
  return Object.hasOwn(agentEventTypes, event.type);
}

export const eventTypes: EventTypes<SpeechEvent> = {
  ScriptSet: true,
  SoundRemembered: true,
  ...channelEventTypes['/v1/speak'],
  ...channelEventTypes['/v1/listen'],
  ...channelEventTypes['/v2/listen'],
  ...channelEventTypes['/v1/agent/converse'],
  AgentRegistered: true,
  AgentRemoved: true,
};
