// Streams for the decoders: cut into parts, and decoded to their ends.

import type {
  AudioDecoder,
  DecodedPart,
  SampleFormat,
  StreamForm,
} from '../../../adapters/audio/decoding/decoder.ts';
import { openDecoder } from '../../../adapters/audio/decoding/open-decoder.ts';

/** Cuts at these offsets; those beyond the end are ignored. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = [...new Set(cuts)].filter((cut) => cut < bytes.length).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.slice(from, places[index] ?? bytes.length));
}

export interface DecodedStream {
  readonly format: SampleFormat | undefined;
  readonly text: string | undefined;
  /** All samples of each channel. */
  readonly channels: readonly Int16Array[];
  readonly isUndecodable: boolean;
}

export async function decodeAll(
  form: StreamForm,
  parts: readonly Uint8Array[],
): Promise<DecodedStream> {
  const decoder = openDecoder(form);
  const samples: number[][] = [];
  for (const part of parts) {
    const { channels } = await decodeMessage(decoder, part);
    channels.forEach((channel, index) => {
      const own = (samples[index] ??= []);
      for (const sample of channel) own.push(sample);
    });
  }
  const isUndecodable = decoder.end() !== undefined;
  const { format, text } = decoder;
  decoder.close();
  const channels = samples.map((channel) => Int16Array.from(channel));
  return { format, text, channels, isUndecodable };
}

/** A message with all of its parts. */
export async function decodeMessage(
  decoder: AudioDecoder,
  message: Uint8Array,
): Promise<Omit<DecodedPart, 'bytes'>> {
  const parts: DecodedPart[] = [];
  for await (const part of decoder.decode(message)) parts.push(part);
  const { undecodable } = parts.at(-1) ?? {};
  let before = 0;
  const captions = parts.flatMap((part) => {
    const placed = part.captions.map((caption) => ({
      ...caption,
      sample: before + caption.sample,
    }));
    before += part.channels[0]?.length ?? 0;
    return placed;
  });
  const channels = Array.from({ length: parts.at(-1)?.channels.length ?? 0 }, (_, channel) =>
    Int16Array.from(parts.flatMap((part) => [...(part.channels[channel] ?? [])])),
  );
  return undecodable === undefined ? { channels, captions } : { channels, captions, undecodable };
}

/** Noise with a swell, the same each time, so that offsets in it can be recognized. */
export function testSamples(length: number): Int16Array {
  let state = 1;
  let value = 0;
  return Int16Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    value += ((state >> 18) - value) >> 3;
    return value;
  });
}
