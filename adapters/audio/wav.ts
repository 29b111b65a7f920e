// Reads and writes WAV files: a header, an optional text in a LIST chunk, the places of its words in another chunk, and samples.

import { trimEndOf } from '../../core/index.ts';
import { sampleBytes, type Encoding } from './encoding.ts';

export interface WavFile {
  readonly encoding: Encoding;
  readonly sampleRate: number;
  readonly channels: number;
  /** Encoded samples, with interleaved channels. */
  readonly audio: Uint8Array;
  /** The spoken text: the comment (ICMT) of the LIST chunk. */
  readonly text?: string;
  /** Of each word of the text: its first sample, and the sample after its last one. */
  readonly words?: readonly number[];
}

const formatTags: Readonly<Record<Encoding, number>> = { linear16: 1, alaw: 6, mulaw: 7 };
const textId = 'ICMT';
/** Two numbers of 32 bits for each word. Other readers skip unknown chunks. */
export const wordsId = 'wrds';

export function writeWav({ audio, text, words, ...form }: WavFile): Buffer {
  const frames = Math.floor(audio.length / frameBytes(form));
  const chunks = [
    ...formatChunks(form, frames),
    ...(text === undefined ? [] : [chunk('LIST', infoOf(text))]),
    ...(words === undefined ? [] : [chunk(wordsId, wordsContent(words))]),
    chunk('data', audio),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]));
}

export type WavForm = Pick<WavFile, 'encoding' | 'sampleRate' | 'channels'>;

/** Replaces the length of a stream, which is unknown at its start. */
const unknownLength = 0xffff_ffff;

/** The bytes before the samples of a stream. */
export function streamedWavHeader(form: WavForm): Buffer {
  return Buffer.concat([
    chunkHead('RIFF', unknownLength),
    Buffer.from('WAVE'),
    ...formatChunks(form, unknownLength),
    chunkHead('data', unknownLength),
  ]);
}

function frameBytes({ encoding, channels }: WavForm): number {
  return channels * sampleBytes[encoding];
}

function formatChunks(form: WavForm, frameCount: number): readonly Buffer[] {
  const { encoding, sampleRate, channels } = form;
  const isLinear = encoding === 'linear16';
  const format = Buffer.alloc(isLinear ? 16 : 18); // other formats state the size of their extension: 0
  format.writeUInt16LE(formatTags[encoding], 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * frameBytes(form), 8);
  format.writeUInt16LE(frameBytes(form), 12);
  format.writeUInt16LE(sampleBytes[encoding] * 8, 14);
  const frames = Buffer.alloc(4);
  frames.writeUInt32LE(frameCount);
  return [chunk('fmt ', format), ...(isLinear ? [] : [chunk('fact', frames)])];
}

function wordsContent(words: readonly number[]): Buffer {
  const content = Buffer.alloc(4 * words.length);
  words.forEach((sample, index) => content.writeUInt32LE(sample, 4 * index));
  return content;
}

function infoOf(text: string): Buffer {
  return Buffer.concat([Buffer.from('INFO'), chunk(textId, Buffer.from(`${text}\0`))]);
}

function chunk(id: string, content: Uint8Array): Buffer {
  return Buffer.concat([chunkHead(id, content.length), content, Buffer.alloc(content.length % 2)]);
}

function chunkHead(id: string, length: number): Buffer {
  const head = Buffer.alloc(8, id, 'latin1');
  head.writeUInt32LE(length, 4);
  return head;
}

/** Reads a file; undefined unless it is WAV with a supported encoding. A length beyond the end counts as the rest of the file. */
export function readWav(file: Uint8Array): WavFile | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') {
    return undefined;
  }
  const chunks = chunksOf(bytes.subarray(12));
  const format = chunks.get('fmt ');
  const audio = chunks.get('data');
  if (format === undefined || format.length < 16 || audio === undefined) return undefined;
  const tag = format.readUInt16LE(0);
  const encoding = (Object.keys(formatTags) as Encoding[]).find((name) => formatTags[name] === tag);
  if (encoding === undefined || format.readUInt16LE(14) !== sampleBytes[encoding] * 8) {
    return undefined;
  }
  const text = textOfInfo(chunks.get('LIST'));
  const words = chunks.get(wordsId);
  return {
    encoding,
    sampleRate: format.readUInt32LE(4),
    channels: format.readUInt16LE(2),
    audio,
    ...(text === undefined ? {} : { text }),
    ...(words === undefined ? {} : { words: wordsIn(words) }),
  };
}

/** The spoken text in the content of a LIST chunk. */
export function textOfInfo(list: Buffer | undefined): string | undefined {
  if (list?.toString('latin1', 0, 4) !== 'INFO') return undefined;
  const text = chunksOf(list.subarray(4)).get(textId)?.toString('utf8');
  return text === undefined ? undefined : trimEndOf(text, '\0');
}

/** The places in the content of a chunk of words. */
export function wordsIn(content: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(content.length / 4) }, (_, index) =>
    content.readUInt32LE(4 * index),
  );
}

/** The content of each chunk by its id; the first of several with the same id. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 0; at + 8 <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (!chunks.has(id)) chunks.set(id, bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return chunks;
}
