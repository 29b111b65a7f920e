// The parameters of listening sessions: what the query of a connection says, read, with defaults in place of what it omits.

import type { TextOptions } from '../text/options.ts';
import type { TurnTextOptions, TurnThresholds } from '../turns/thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

export type ListenParameters = {
  readonly model: string;
  /** Null: the latest. */
  readonly version: string | null;
  /** Null: a container, known by its first bytes. */
  readonly encoding: string | null;
  /** In Hz; null without an encoding. */
  readonly sampleRate: number | null;
  /** 1 without an encoding: the container has the number. */
  readonly channels: number;
  /** Whether channels are transcribed one by one; else they are mixed. */
  readonly multichannel: boolean;
  readonly interimResults: boolean;
  /** Null: no segment ends by silence. */
  readonly endpointingMs: number | null;
  /** Null: no UtteranceEnd is sent. */
  readonly utteranceEndMs: number | null;
  readonly vadEvents: boolean;
  readonly text: TextOptions;
  /** Sent back with each result. */
  readonly extra: readonly { readonly key: string; readonly value: string }[];
  /** Select parts of scripts. */
  readonly tags: readonly string[];
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
  /** How messages are sent in place of the socket; its URL is no parameter, since it may have secrets. */
  readonly callback: ListenCallback | null;
};

export type ListenCallback = { readonly method: string };

export type TurnParameters = {
  readonly model: string;
  /** Null: a container, known by its first bytes. */
  readonly encoding: string | null;
  /** In Hz; null without an encoding. */
  readonly sampleRate: number | null;
  readonly thresholds: TurnThresholds;
  readonly keyterms: readonly string[];
  /** How words are written. Absent: as they were said. */
  readonly text?: TurnTextOptions;
  /** Absent: none. */
  readonly languageHints?: readonly string[];
  /** Select parts of scripts. */
  readonly tags: readonly string[];
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
};
