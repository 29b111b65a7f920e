// The settings of a conversation on /v1/agent/converse (spec/speech.md, "Settings object"), with defaults for omitted members. They
// have no secrets: adapters store the values of headers and the marked parts of URLs.

import type { Json } from '../../kernel/canonical.ts';
import type { AudioEncoding } from '../synthesis/synthesis.ts';
import type { TurnThresholds } from '../turns/thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** A range of milliseconds, both ends included. */
export type MsRange = readonly [from: number, to: number];

/** Settings of the world when a session was opened. */
export type AgentParameters = {
  /** The pace at which audio of replies is sent, as a multiple of real time. */
  readonly pace: number;
  readonly latency: { readonly think: MsRange; readonly speak: MsRange };
};

/** A URL that is called for a session. */
export type Endpoint = {
  /** With a mark in place of its password and of each value of its query. */
  readonly url: string;
  /** The names of its headers, in lower case. */
  readonly headers: readonly string[];
  /** Whether calls to its host were allowed when it was set. */
  readonly isAllowed: boolean;
};

export type AgentFunction = {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of its arguments. */
  readonly parameters: Json;
  /** Null: the client carries it out. */
  readonly endpoint: (Endpoint & { readonly method: string }) | null;
};

/** An entry of a list of thinkers: the next one is used if it fails. */
export type ThinkSettings = {
  readonly provider: string;
  readonly model: string;
  readonly temperature: number | null;
  readonly endpoint: Endpoint | null;
  readonly functions: readonly AgentFunction[];
  readonly prompt: string;
  /** Characters of history in its request; null: the service's default. */
  readonly contextLength: number | 'max' | null;
  /** The reasoning effort of a live thinker. Absent: its own default. */
  readonly reasoning?: string;
};

/** An entry of a list of voices: the next one is used if it fails. */
export type VoiceSettings = {
  readonly provider: string;
  /** The name of its model or voice, which selects a built-in voice. */
  readonly name: string;
  /** A multiple of the pace of the voice. Absent: the voice's own pace. */
  readonly speed?: number;
};

export type ListenSettings =
  | {
      readonly version: 'v1';
      readonly language: string;
      readonly keyterms: readonly string[];
      readonly smartFormat: boolean;
    }
  | {
      readonly version: 'v2';
      readonly keyterms: readonly string[];
      /** Absent: those of /v2/listen. */
      readonly thresholds?: TurnThresholds;
      /** The languages that the client hinted at. Absent: a model of one language. */
      readonly languageHints?: readonly string[];
    };

/** A call of a function that was answered. */
export type AnsweredCall = {
  readonly id: string;
  readonly name: string;
  readonly isClientSide: boolean;
  /** JSON, as text. */
  readonly arguments: string;
  readonly response: string;
};

export type HistoryItem =
  | { readonly role: 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'functions'; readonly calls: readonly AnsweredCall[] };

/** The agent of Settings, or one that an operator registered. */
export type AgentConfig = {
  readonly listen: ListenSettings;
  /** At least one. */
  readonly think: readonly ThinkSettings[];
  /** At least one. */
  readonly speak: readonly VoiceSettings[];
  readonly greeting: string | null;
  readonly history: readonly HistoryItem[];
};

export type AgentAudio = {
  readonly input: { readonly encoding: string; readonly sampleRate: number };
  readonly output: {
    readonly encoding: AudioEncoding;
    readonly sampleRate: number;
    readonly container: 'none' | 'wav';
    /** In bits per second; without effect. */
    readonly bitrate?: number;
  };
};

/** The Settings message of a client. */
export type AgentSettings = {
  readonly audio: AgentAudio;
  /** The id of a registered agent, or an agent of the client's own. */
  readonly agent: string | AgentConfig;
  /** Whether AgentStartedSpeaking is sent. */
  readonly isExperimental: boolean;
  /** Select parts of scripts. */
  readonly tags: readonly string[];
  /** Without effect. */
  readonly mipOptOut?: boolean;
  /** `flags.history`; without effect. */
  readonly history?: boolean;
};

/** An agent that an operator registered. */
export type RegisteredAgent = {
  readonly id: string;
  readonly config: AgentConfig;
  /** As the operator wrote it, with marks in place of secrets, for display. */
  readonly given: Json;
};
