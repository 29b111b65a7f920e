// The parameters of /v1/listen, as read from the query of a connection, with defaults for those that it omits.

import type { TextOptions } from '../text/options.ts';

// Type aliases, since interfaces are not assignable to JSON.

export type ListenParameters = {
  readonly model: string;
  /** Null: the latest. */
  readonly version: string | null;
  /** Null: a container, recognized by its first bytes. */
  readonly encoding: string | null;
  /** In Hz; null without an encoding. */
  readonly sampleRate: number | null;
  /** 1 without an encoding: the container has the number. */
  readonly channels: number;
  /** Whether channels are transcribed one by one; else they are mixed. */
  readonly multichannel: boolean;
  readonly interimResults: boolean;
  /** Null: silence ends no segment. */
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
  /** Messages are sent to a callback in place of the socket. Its URL is no parameter, since it may have secrets. */
  readonly callback: ListenCallback | null;
};

export type ListenCallback = { readonly method: string };
