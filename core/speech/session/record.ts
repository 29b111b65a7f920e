// What the sessions of all channels have in common.

import type { Millis } from '../../kernel/brand.ts';

/** Limits of a session: settings of the world when it was opened. */
export type SessionLimits = {
  /** Without a frame for this long, the session ends; null: never. */
  readonly idleMs: number | null;
  /** Characters of text in a minute; null: any number. */
  readonly charactersPerMinute: number | null;
};

export interface SessionBase {
  /** Also the id of the request on the wire. */
  readonly id: string;
  /** Its number among all sessions of the world, from 1; absent in snapshots of earlier versions. */
  readonly number?: number;
  readonly openedMs: Millis;
  readonly limits: SessionLimits;
  readonly modelUuid: string;
}

/** All audio that a session has received. */
export type ReceivedAudio = {
  /** Of each channel. */
  readonly samples: number;
  /** In Hz; 0 until it is known. */
  readonly sampleRate: number;
  /** As they were sent; 0 until they are known. */
  readonly channels: number;
  /** Whole 10 ms of each channel. */
  readonly hops: number;
  /** The hash of all bytes, as hex. */
  readonly sha256: string;
  /** Of the last file that has one in its header. */
  readonly caption?: Caption;
};

/** The words of a file in the audio, and where they are. */
export type Caption = {
  /** Of the audio, where the samples of the file begin. */
  readonly hop: number;
} & CaptionedWords;

export type CaptionedWords = {
  /** With one space between two of them. */
  readonly words: string;
  /** Of each word, from the first sample of the file: its first hop, and the hop after its last one. Absent: they are not known. */
  readonly places?: readonly number[];
  /** The length of the file. Absent: it is not known. */
  readonly hops?: number;
};

/** Of a file that begins in a frame of audio. */
export type FileCaption = CaptionedWords & {
  /** Of the frame, where the samples of the file begin. */
  readonly sample: number;
};
