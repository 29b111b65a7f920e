// Reads WAV as a stream: a header in pieces, unknown or wrong lengths, chunks before and after the samples.

import { textOfInfo, wordsId, wordsIn } from '../wav.ts';
import { skip, take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { createPcmDecoder, pcmBytes, type PcmDecoder, type PcmFormat } from './pcm.ts';
import type { StreamOutput } from './stream-reader.ts';
import { containerPartCost } from './work-cost.ts';

/** The most bytes of all chunks before the samples. */
const headerBytesMax = 1024 * 1024;

/** Lengths that writers of streams use for unknown ones: 0, and numbers near a limit of 31 or 32 bits. */
const isUnknown = (length: number) => length === 0 || length >= 0x7fff_0000;

/** Chunks that may follow the samples; RIFF begins another file. Other bytes are further samples: the stated length was wrong. */
const laterChunks = new Set(
  'LIST wrds fact cue_ smpl inst bext iXML JUNK junk PAD_ PEAK DISP acid afsp id3_ ID3_ RIFF fmt_ data'
    .split(' ')
    .map((id) => id.replace('_', ' ')),
);

/** By format tag and bytes of a sample. */
const pcmFormats: Readonly<Record<number, Readonly<Record<number, PcmFormat>>>> = {
  1: { 1: 'unsigned8', 2: 'linear16', 3: 'linear24', 4: 'integer32' },
  3: { 4: 'float32' },
  6: { 1: 'alaw' },
  7: { 1: 'mulaw' },
};
/** The format tag that refers to the tag in the extension. */
const extensible = 0xfffe;

/** The content of a file before its samples. */
export interface WavHead {
  readonly pcm: PcmFormat;
  readonly decode: PcmDecoder;
  readonly channels: number;
  readonly sampleRate: number;
  readonly text?: string;
  /** As `WavFile.words`. */
  readonly words?: readonly number[];
}

/** Receives the format and the text of a file. Its samples follow later. */
type HeadOutput = Pick<StreamOutput, 'format' | 'text'>;

/** Reads a stream after its first four bytes, RIFF or RF64. */
export function* readWavStream(queue: ByteQueue, output: StreamOutput): ByteReading<never> {
  let head = yield* readWavHead(queue, output);
  for (;;) {
    const length = (yield* take(queue, 4)).readUInt32LE();
    const { decode, text, words } = head;
    if (text !== undefined) output.caption({ text, words, samples: samplesIn(length, head) });
    yield* readSamples(queue, isUnknown(length) ? Infinity : length, decode, output);
    yield* skip(queue, length % 2);
    head = yield* readLaterChunks(queue, head, output);
  }
}

/** The samples of each channel; undefined if the length is unknown. */
export function samplesIn(length: number, { pcm, channels }: WavHead): number | undefined {
  return isUnknown(length) ? undefined : Math.floor(length / (pcmBytes[pcm] * channels));
}

/** Reads from the fifth byte of the file to the id of the first samples. */
function* readWavHead(queue: ByteQueue, output: HeadOutput): ByteReading<WavHead> {
  yield* readFileType(queue);
  return yield* readHeadChunks(queue, output);
}

/** As `readWavHead`, after the type of the file. */
export function* readHeadChunks(queue: ByteQueue, output: HeadOutput): ByteReading<WavHead> {
  let head: Partial<WavHead> = {};
  for (let bytes = 0; bytes <= headerBytesMax;) {
    const id = yield* takeText(queue);
    if (id === 'data' && isWhole(head)) return head;
    if (!/^[ -~]{4}$/.test(id)) throw new UndecodableAudio('WAV without samples');
    const content = yield* takeChunk(queue);
    bytes += content.length + 8;
    head = { ...head, ...readChunk(id, content, output) };
  }
  throw new UndecodableAudio('a long header of WAV');
}

function isWhole(head: Partial<WavHead>): head is WavHead {
  return head.pcm !== undefined;
}

function* readFileType(queue: ByteQueue): ByteReading {
  if (!(yield* hasFileType(queue))) throw new UndecodableAudio('RIFF without WAVE');
}

/** Reads the type of a file after its first four bytes. Returns whether it is WAVE. */
export function* hasFileType(queue: ByteQueue): ByteReading<boolean> {
  yield* skip(queue, 4); // the length of the file, which is wrong in streams
  return (yield* takeText(queue)) === 'WAVE';
}

/** Reads to the id of the next samples, to which earlier texts do not apply. */
function* readLaterChunks(
  queue: ByteQueue,
  { text: _text, words: _words, ...form }: WavHead,
  output: StreamOutput,
): ByteReading<WavHead> {
  let head: WavHead = form;
  for (;;) {
    const id = yield* takeText(queue);
    if (id === 'data') return head;
    if (id === 'RIFF') {
      yield* readFileType(queue);
      head = form;
    } else if (laterChunks.has(id)) {
      head = { ...head, ...readChunk(id, yield* takeChunk(queue), output) };
    } else {
      output.samples(head.decode(Buffer.from(id, 'latin1')));
      yield* readSamples(queue, Infinity, head.decode, output);
    }
  }
}

function* takeText(queue: ByteQueue): ByteReading<string> {
  yield containerPartCost;
  return (yield* take(queue, 4)).toString('latin1');
}

function* takeChunk(queue: ByteQueue): ByteReading<Buffer> {
  const length = (yield* take(queue, 4)).readUInt32LE();
  if (length > headerBytesMax) throw new UndecodableAudio('a long header of WAV');
  return (yield* take(queue, length + (length % 2))).subarray(0, length);
}

/** The content of a chunk about the samples and their text. */
function readChunk(id: string, content: Buffer, output: HeadOutput): Partial<WavHead> {
  if (id === wordsId) return { words: wordsIn(content) };
  if (id === 'LIST') {
    const text = textOfInfo(content);
    if (text === undefined) return {};
    output.text(text);
    return { text };
  }
  if (id !== 'fmt ') return {};
  if (content.length < 16) throw new UndecodableAudio('a short format of WAV');
  const channels = content.readUInt16LE(2);
  const sampleRate = content.readUInt32LE(4);
  output.format({ sampleRate, channels });
  const first = content.readUInt16LE(0);
  const tag = first === extensible && content.length >= 26 ? content.readUInt16LE(24) : first;
  const sampleBytes = content.readUInt16LE(12) / channels;
  const pcm = pcmFormats[tag]?.[sampleBytes];
  if (pcm === undefined) {
    throw new UndecodableAudio(`WAV of format ${tag} with ${sampleBytes} bytes a sample`);
  }
  return { pcm, decode: createPcmDecoder(pcm, channels), channels, sampleRate };
}

function* readSamples(
  queue: ByteQueue,
  bytes: number,
  decode: PcmDecoder,
  output: StreamOutput,
): ByteReading {
  for (let left = bytes; left > 0;) {
    while (queue.length() === 0) yield;
    const length = Math.min(left, queue.length());
    yield length; // a sample has at least one byte
    const part = queue.shift(length);
    left -= length;
    output.samples(decode(part));
  }
}
