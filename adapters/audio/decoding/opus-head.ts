// The head of an Opus stream (RFC 7845, section 5.1), the same in Ogg and WebM. The output gain is ignored.

import { UndecodableAudio } from './decoder.ts';

export interface OpusHead {
  readonly channels: number;
  /** Samples at 48 kHz that are dropped at the start. */
  readonly preSkip: number;
  readonly streams: number;
  /** The number of streams with two channels. */
  readonly coupled: number;
  /** The decoded channel for each output channel; 255 is silence. */
  readonly mapping: readonly number[];
}

export const opusHeadMagic = 'OpusHead';
const silent = 255;
/** The most decoded channels. Each takes time, even if no output channel uses it. */
const decodedChannelsMax = 20;

/** The head of a single stream with one or two channels. */
export function bareOpusHead(channels: number): OpusHead {
  if (channels !== 1 && channels !== 2) throw new UndecodableAudio(`${channels} channels of Opus`);
  return {
    channels,
    preSkip: 0,
    streams: 1,
    coupled: channels - 1,
    mapping: [0, 1].slice(0, channels),
  };
}

export function readOpusHead(bytes: Buffer): OpusHead {
  const isHead = bytes.length >= 19 && bytes.toString('latin1', 0, 8) === opusHeadMagic;
  if (!isHead || bytes.readUInt8(8) > 15) throw new UndecodableAudio('an unknown head of Opus');
  const channels = bytes.readUInt8(9);
  const preSkip = bytes.readUInt16LE(10);
  if (bytes.readUInt8(18) === 0) return { ...bareOpusHead(channels), preSkip };
  if (bytes.length < 21 + channels) throw new UndecodableAudio('a cut head of Opus');
  const streams = bytes.readUInt8(19);
  const coupled = bytes.readUInt8(20);
  const mapping = [...bytes.subarray(21, 21 + channels)];
  const isLegal =
    streams > 0 &&
    coupled <= streams &&
    streams + coupled <= decodedChannelsMax &&
    mapping.every((source) => source < streams + coupled || source === silent);
  if (!isLegal) throw new UndecodableAudio('an illegal channel mapping of Opus');
  return { channels, preSkip, streams, coupled, mapping };
}
