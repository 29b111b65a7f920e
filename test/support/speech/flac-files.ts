// Files of the FLAC reference encoder (flac 1.4.2), and the samples that it encoded.

import { readFileSync } from 'node:fs';
import { testSamples } from './decoding.ts';

interface FlacFile {
  readonly name: string;
  readonly channels: number;
  readonly bits: number;
  /** The options of the encoder. */
  readonly options: string;
  /** Integers of `bits` bits; channels are interleaved. */
  readonly samples: readonly number[];
}

const lengthOfPart = 512;

/** Parts that are encoded in different ways: silence, noise, a signal, one without its lower bits, one in both channels. */
function mixed(): readonly number[] {
  let state = 9;
  const noise = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >> 16;
  };
  const signal = testSamples(lengthOfPart);
  const parts: readonly ((index: number) => readonly [number, number])[] = [
    () => [0, -5],
    () => [noise(), noise()],
    (index) => [signal[index] ?? 0, 0],
    (index) => [(signal[index] ?? 0) * 4, index * 8],
    (index) => [signal[index] ?? 0, (signal[index] ?? 0) - (index % 3)],
    (index) => [(signal[index] ?? 0) + (noise() >> 12), signal[index] ?? 0],
  ];
  return parts.flatMap((part) =>
    Array.from({ length: lengthOfPart }, (_, index) => part(index)).flat(),
  );
}

const signal = [...testSamples(2_000)];

export const flacFiles: readonly FlacFile[] = [
  { name: 'mono-16', channels: 1, bits: 16, options: '-8', samples: signal },
  {
    name: 'mono-8',
    channels: 1,
    bits: 8,
    options: '-2 -l 0',
    samples: signal.map((sample) => sample >> 8),
  },
  {
    name: 'mono-24',
    channels: 1,
    bits: 24,
    options: '-8 -e -p -l 32 --lax',
    samples: signal.map((sample, index) => sample * 256 + ((index * 7) % 256)),
  },
  { name: 'stereo-16', channels: 2, bits: 16, options: '-8 -b 256', samples: mixed() },
];

export const flacBytes = (name: string): Uint8Array =>
  readFileSync(new URL(`flac/${name}.flac`, import.meta.url));
