// Codecs without a decoder: AMR, Speex and G.729. Each frame counts as a tone of constant level, so that time passes and voice is
// detected. AMR frames of silence are silent.

import { take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio, type SampleFormat } from './decoder.ts';
import { packetReader, readerOf, type StreamOutput, type StreamReader } from './stream-reader.ts';

interface AmrVariant {
  readonly magic: string;
  readonly sampleRate: number;
  /** Bytes after the header, by mode. */
  readonly bytes: readonly (number | undefined)[];
  /** The first mode without speech: comfort noise, lost frames, no data. */
  readonly silence: number;
}

/** The size of a frame with an illegal mode. */
const none = undefined;

const amrVariants = {
  'amr-nb': {
    magic: '#!AMR\n',
    sampleRate: 8_000,
    bytes: [12, 13, 15, 17, 19, 20, 26, 31, 5, 6, 5, 5, none, none, none, 0],
    silence: 8,
  },
  'amr-wb': {
    magic: '#!AMR-WB\n',
    sampleRate: 16_000,
    bytes: [17, 23, 32, 36, 40, 46, 50, 58, 60, 5, none, none, none, none, 0, 0],
    silence: 9,
  },
} as const satisfies Record<string, AmrVariant>;

export type CountedEncoding = keyof typeof amrVariants | 'speex' | 'g729';

/** The sample rates of Speex. Any other stated rate counts as 8 kHz. */
const speexRates: readonly (number | undefined)[] = [16_000, 32_000];

/** These codecs have one channel. */
export function countedFormat(
  encoding: CountedEncoding,
  sampleRate: number | undefined,
): SampleFormat {
  const isFree =
    encoding === 'speex' && sampleRate !== undefined && speexRates.includes(sampleRate);
  return { sampleRate: isFree ? sampleRate : encoding === 'amr-wb' ? 16_000 : 8_000, channels: 1 };
}

/** A message of Speex is one frame of 20 ms. */
export function countedReader(
  encoding: CountedEncoding,
  { sampleRate }: SampleFormat,
): StreamReader {
  const tones = tonesOf(sampleRate, encoding === 'g729' ? 1 : 2);
  switch (encoding) {
    case 'speex':
      return packetReader((frame, output) => output.samples([toneOf(frame, tones)]));
    case 'g729':
      return readerOf((queue, output) => readG729(queue, output, tones));
    case 'amr-nb':
    case 'amr-wb':
      return readerOf((queue, output) => readAmr(queue, output, amrVariants[encoding], tones));
  }
}

/** 10 bytes are 10 ms. */
function* readG729(queue: ByteQueue, output: StreamOutput, tones: Tones): ByteReading<never> {
  for (;;) {
    yield tones[0].length;
    output.samples([toneOf(yield* take(queue, 10), tones)]);
  }
}

/** Frames of 20 ms as files store them (RFC 4867, section 5), also without the magic number of a file. */
function* readAmr(
  queue: ByteQueue,
  output: StreamOutput,
  variant: AmrVariant,
  tones: Tones,
): ByteReading<never> {
  const silence = new Int16Array(tones[0].length);
  let [header = 0] = yield* take(queue, 1);
  if (header === variant.magic.charCodeAt(0)) {
    const rest = yield* take(queue, variant.magic.length - 1);
    if (rest.toString('latin1') !== variant.magic.slice(1)) throw new UndecodableAudio('no AMR');
    [header = 0] = yield* take(queue, 1);
  }
  for (;;) {
    const mode = (header >> 3) & 0x0f;
    const bytes = variant.bytes[mode];
    if (bytes === undefined || (header & 0x83) !== 0) {
      throw new UndecodableAudio('an illegal frame of AMR');
    }
    const frame = yield* take(queue, bytes);
    yield silence.length;
    output.samples([mode >= variant.silence ? silence : toneOf(frame, tones)]);
    [header = 0] = yield* take(queue, 1);
  }
}

/** In the middle of a level, so that all pitches have the same level. */
const amplitude = 8_320;
/** Periods of the tone in 10 ms. The bytes of a frame select one, so that different streams sound different. */
const pitches = [1, 2, 4, 5] as const;

type Tones = readonly [Int16Array, ...Int16Array[]];

/** The tone of each pitch, for this many 10 ms. */
function tonesOf(sampleRate: number, hops: number): Tones {
  const [first, ...others] = pitches;
  const toneAt = (pitch: number) => sawtooth(sampleRate / 100 / pitch, (sampleRate / 100) * hops);
  return [toneAt(first), ...others.map(toneAt)];
}

function sawtooth(period: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, index) =>
    Math.trunc((((index % period) * 2 + 1 - period) * amplitude) / period),
  );
}

function toneOf(frame: Uint8Array, tones: Tones): Int16Array {
  const sum = frame.reduce((sum, byte) => sum + byte, 0);
  return tones[sum % tones.length] as Int16Array;
}
