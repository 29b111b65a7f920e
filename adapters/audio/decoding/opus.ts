// Decodes packets of Opus. The decoder is loaded with the first stream that needs it.

import { UndecodableAudio } from './decoder.ts';
import type { OpusHead } from './opus-head.ts';
import { opusPacketSamples } from './opus-packet.ts';
import { sampleOfFloat } from './pcm.ts';
import type { OpusPackets } from './stream-reader.ts';

/** Rates that Opus decodes to. */
export const opusRates = [8_000, 12_000, 16_000, 24_000, 48_000] as const;
export type OpusRate = (typeof opusRates)[number];

/** The decoder's buffer, for each channel. */
const packetBytesMax = 3_840;

export interface OpusDecoding {
  readonly decode: (packets: OpusPackets) => readonly Int16Array[];
  readonly close: () => void;
}

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
  /** Samples of the start that are still to be dropped. */
  let skipped = Math.floor(head.preSkip / ratio);

  function decodePacket(packet: Uint8Array): readonly Float32Array[] {
    const isWhole = opusPacketSamples(packet, head.streams) !== undefined;
    if (!isWhole || packet.length > packetBytesMax * head.channels) {
      throw new UndecodableAudio('a malformed packet of Opus');
    }
    const { channelData, errors } = decoder.decodeFrame(packet);
    if (errors.length > 0) throw new UndecodableAudio('a packet that Opus refuses');
    return channelData;
  }

  return {
    decode({ packets, discard }) {
      const decoded = packets.map(decodePacket);
      const length = decoded.reduce((sum, [first]) => sum + (first?.length ?? 0), 0);
      const end = Math.max(0, length - Math.floor(discard / ratio));
      const start = Math.min(skipped, end);
      skipped -= start;
      return Array.from({ length: head.channels }, (_, channel) => {
        const samples = new Int16Array(length);
        let at = 0;
        for (const channels of decoded) {
          const values = channels[channel] ?? [];
          for (let index = 0; index < values.length; index += 1) {
            samples[at++] = sampleOfFloat(values[index] as number);
          }
        }
        return samples.subarray(start, end);
      });
    },
    close: () => decoder.free(),
  };
}
