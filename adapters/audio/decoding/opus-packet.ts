// The framing of Opus packets (RFC 6716, section 3.2), checked before they are decoded.

import { bareOpusHead } from './opus-head.ts';
import { packetReader, type StreamReader } from './stream-reader.ts';

/** The most bytes of a frame. */
const frameBytesMax = 1_275;
/** 120 ms. */
const packetSamplesMax = 5_760;

/** Reads messages of one packet with one or two channels. Ignores empty messages. */
export function opusPacketReader(channels: number): StreamReader {
  let hasHead = false;
  return packetReader((packet, output) => {
    if (!hasHead) output.opusHead(bareOpusHead(channels));
    hasHead = true;
    output.opusPackets({ packets: [packet], discard: 0 });
  });
}

interface Frames {
  /** The number of samples at 48 kHz. */
  readonly samples: number;
  /** The number of bytes. */
  readonly bytes: number;
}

/** The samples at 48 kHz of a packet, whose streams have equal length; undefined if it is malformed. */
export function opusPacketSamples(packet: Uint8Array, streams: number): number | undefined {
  let rest = packet;
  let samples: number | undefined;
  for (let stream = 1; stream <= streams; stream += 1) {
    const frames = readFrames(rest, stream < streams);
    if (frames === undefined || frames.samples !== (samples ?? frames.samples)) return undefined;
    samples = frames.samples;
    rest = rest.subarray(frames.bytes);
  }
  return samples;
}

/** All streams but the last are self-delimited (appendix B): they state the size of their last frame, too. */
function readFrames(packet: Uint8Array, isDelimited: boolean): Frames | undefined {
  const [head] = packet;
  if (head === undefined) return undefined;
  let at = 1;
  /** Reads a size of one or two bytes; NaN after the end. */
  const readSize = () => {
    const first = packet[at++] ?? NaN;
    return first < 252 ? first : first + 4 * (packet[at++] ?? NaN);
  };
  const code = head & 3;
  const control = code === 3 ? (packet[at++] ?? 0) : 0;
  const count = code === 3 ? control & 63 : code === 0 ? 1 : 2;
  const samples = count * frameSamples(head >> 3);
  if (count === 0 || samples > packetSamplesMax) return undefined;

  let padding = 0;
  if ((control & 0x40) !== 0) {
    for (let part = 255; part === 255;) {
      part = packet[at++] ?? NaN;
      padding += part === 255 ? 254 : part;
    }
  }
  const hasSizes = code === 2 || (control & 0x80) !== 0;
  let stated = 0; // bytes of the frames with a stated size
  for (let frame = 1; hasSizes && frame < count; frame += 1) {
    const size = readSize();
    if (!(size <= frameBytesMax)) return undefined;
    stated += size;
  }
  if (isDelimited) {
    const size = readSize();
    const bytes = at + (hasSizes ? stated + size : size * count) + padding;
    return size <= frameBytesMax && bytes <= packet.length ? { samples, bytes } : undefined;
  }
  const left = packet.length - at - padding - stated;
  const size = hasSizes ? left : left / count;
  const isLegal = size >= 0 && size <= frameBytesMax && Number.isInteger(size);
  return isLegal ? { samples, bytes: packet.length } : undefined;
}

/** The samples at 48 kHz of one frame in a configuration. */
function frameSamples(configuration: number): number {
  if (configuration >= 16) return 120 << (configuration & 3);
  if (configuration >= 12) return 480 << (configuration & 1);
  return (configuration & 3) === 3 ? 2_880 : 480 << (configuration & 3);
}
