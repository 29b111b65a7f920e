// Streams for the decoders: cut in parts, and decoded to their ends.

import { openDecoder } from '../../../adapters/audio/decoding/open-decoder.ts';
import type { StreamForm } from '../../../adapters/audio/decoding/decoder.ts';

/** Cuts at places from the start; those beyond the end are ignored. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = [...new Set(cuts)].filter((cut) => cut < bytes.length).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.slice(from, places[index] ?? bytes.length));
}

/** All samples of each channel. */
export async function decodeAll(
  form: StreamForm,
  parts: readonly Uint8Array[],
): Promise<readonly Int16Array[]> {
  const decoder = openDecoder(form);
  const samples: number[][] = [];
  for (const part of parts) {
    const { channels } = await decoder.decode(part);
    channels.forEach((channel, index) => {
      const own = (samples[index] ??= []);
      for (const sample of channel) own.push(sample);
    });
  }
  decoder.end();
  decoder.close();
  return samples.map((channel) => Int16Array.from(channel));
}
