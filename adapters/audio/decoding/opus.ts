// Decodes packets of Opus. The first stream of Opus loads the decoder.

import type { OpusDecoder } from 'opus-decoder';
import { UndecodableAudio } from './decoder.ts';
import type { OpusHead } from './opus-head.ts';
import { opusPacketSamples } from './opus-packet.ts';
import { sampleOfFloat } from './pcm.ts';
import type { OpusPackets } from './stream-reader.ts';

/** The output rates of Opus. */
export const opusRates = [8_000, 12_000, 16_000, 24_000, 48_000] as const;
export type OpusRate = (typeof opusRates)[number];

/** The decoder's buffer for each channel. */
const packetBytesMax = 3_840;

export interface OpusDecoding {
  /** Yields the cost of each packet before it decodes the packet. Passes the samples of each channel to `output`. */
  readonly decode: (
    packets: OpusPackets,
    output: (channels: readonly Int16Array[]) => void,
  ) => Iterable<number>;
}

/**
 * Opens a decoder of one stream, with a memory that is garbage-collected with it. Its `free` is not called, since it traps after some
 * refused packets.
 */
export async function openOpus(head: OpusHead, sampleRate: OpusRate): Promise<OpusDecoding> {
  const { OpusDecoder } = await import('opus-decoder');
  const decoder = new OpusDecoder({
    sampleRate,
    channels: head.channels,
    streamCount: head.streams,
    coupledStreamCount: head.coupled,
    channelMappingTable: [...head.mapping],
    preSkip: 0,
  });
  await decoder.ready;
  const ratio = 48_000 / sampleRate;
  /** The number of samples still to drop at the start. */
  let skipped = Math.floor(head.preSkip / ratio);

  /** The number of samples; undefined for a malformed packet, which is not decoded. */
  function samplesIn(packet: Uint8Array): number | undefined {
    const samples = opusPacketSamples(packet, head.streams);
    return samples === undefined || packet.length > packetBytesMax * head.channels
      ? undefined
      : samples / ratio;
  }

  return {
    *decode({ packets, discard }, output) {
      const lengths = packets.map(samplesIn);
      const length = lengths.reduce<number>((sum, samples = 0) => sum + samples, 0);
      const end = Math.max(0, length - Math.floor(discard / ratio));
      const start = Math.min(skipped, end);
      skipped -= start;
      let at = 0;
      for (const [index, packet] of packets.entries()) {
        const samples = lengths[index];
        if (samples === undefined) throw new UndecodableAudio('a malformed packet of Opus');
        yield samples * Math.max(head.channels, head.streams + head.coupled);
        const decoded = decodePacket(decoder, packet);
        const [first, last] = [start - at, end - at].map((place) => Math.max(0, place));
        output(decoded.map((values) => sixteenBits(values).subarray(first, last)));
        at += samples;
      }
    },
  };
}

/** A packet that traps counts as refused: its bytes alone determine that. The decoder is not used again. */
function decodePacket(
  decoder: Pick<OpusDecoder<OpusRate>, 'decodeFrame'>,
  packet: Uint8Array,
): readonly Float32Array[] {
  const refused = new UndecodableAudio('a packet that Opus refuses');
  try {
    const { channelData, errors } = decoder.decodeFrame(packet);
    if (errors.length === 0) return channelData;
  } catch (error) {
    if (!isTrap(error)) throw error;
  }
  throw refused;
}

/** Whether an error is a trap of WebAssembly. */
function isTrap(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

function sixteenBits(values: Float32Array): Int16Array {
  const samples = new Int16Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    samples[index] = sampleOfFloat(values[index] as number);
  }
  return samples;
}
