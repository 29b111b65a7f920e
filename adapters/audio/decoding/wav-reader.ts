// WAV as it streams: a header in pieces, lengths that are unknown or wrong, chunks before and behind the samples.

import { textOfInfo } from '../wav.ts';
import { skip, take, type ByteQueue, type Reading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { createPcmDecoder, type PcmFormat } from './pcm.ts';
import type { StreamOutput } from './stream-reader.ts';

/** Of all chunks before the samples. */
const headerBytesMax = 1024 * 1024;

/** Written where the length was not known: 0, and numbers near a limit of 31 or 32 bits. */
const isUnknown = (length: number) => length === 0 || length >= 0x7fff_0000;

/** Chunks that may stand behind the samples; RIFF begins another file. Other bytes there are samples, of a length that was wrong. */
const laterChunks = new Set(
  'LIST fact cue_ smpl inst bext iXML JUNK junk PAD_ PEAK DISP acid afsp id3_ ID3_ RIFF fmt_ data'
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
/** The tag that refers to the one in the extension. */
const extensible = 0xfffe;

type PcmDecoder = ReturnType<typeof createPcmDecoder>;

/** Behind the first four bytes, RIFF or RF64. */
export function* readWavStream(queue: ByteQueue, output: StreamOutput): Reading<never> {
  yield* readFileType(queue);
  let decode = yield* readHeader(queue, output);
  for (;;) {
    const length = (yield* take(queue, 4)).readUInt32LE();
    yield* readSamples(queue, isUnknown(length) ? Infinity : length, decode, output);
    yield* skip(queue, length % 2);
    decode = yield* readLaterChunks(queue, decode, output);
  }
}

function* readFileType(queue: ByteQueue): Reading {
  yield* skip(queue, 4); // the length of the file, wrong in a stream
  if ((yield* takeText(queue)) !== 'WAVE') throw new UndecodableAudio('RIFF without WAVE');
}

/** Up to the id of the first samples. */
function* readHeader(queue: ByteQueue, output: StreamOutput): Reading<PcmDecoder> {
  let decode: PcmDecoder | undefined;
  for (let bytes = 0; bytes <= headerBytesMax;) {
    const id = yield* takeText(queue);
    if (id === 'data' && decode !== undefined) return decode;
    if (!/^[ -~]{4}$/.test(id)) throw new UndecodableAudio('WAV without samples');
    const content = yield* takeChunk(queue);
    bytes += content.length + 8;
    decode = readChunk(id, content, output) ?? decode;
  }
  throw new UndecodableAudio('a long header of WAV');
}

/** Up to the id of the next samples. */
function* readLaterChunks(
  queue: ByteQueue,
  before: PcmDecoder,
  output: StreamOutput,
): Reading<PcmDecoder> {
  let decode = before;
  for (;;) {
    const id = yield* takeText(queue);
    if (id === 'data') return decode;
    if (id === 'RIFF') yield* readFileType(queue);
    else if (laterChunks.has(id)) {
      decode = readChunk(id, yield* takeChunk(queue), output) ?? decode;
    } else {
      output.samples(decode(Buffer.from(id, 'latin1')));
      yield* readSamples(queue, Infinity, decode, output);
    }
  }
}

function* takeText(queue: ByteQueue): Reading<string> {
  return (yield* take(queue, 4)).toString('latin1');
}

function* takeChunk(queue: ByteQueue): Reading<Buffer> {
  const length = (yield* take(queue, 4)).readUInt32LE();
  if (length > headerBytesMax) throw new UndecodableAudio('a long header of WAV');
  return (yield* take(queue, length + (length % 2))).subarray(0, length);
}

/** The decoder of the samples, if the chunk describes them. */
function readChunk(id: string, content: Buffer, output: StreamOutput): PcmDecoder | undefined {
  if (id === 'LIST') {
    const text = textOfInfo(content);
    if (text !== undefined) output.text(text);
  }
  if (id !== 'fmt ') return undefined;
  if (content.length < 16) throw new UndecodableAudio('a short format of WAV');
  const channels = content.readUInt16LE(2);
  output.format({ sampleRate: content.readUInt32LE(4), channels });
  const first = content.readUInt16LE(0);
  const tag = first === extensible && content.length >= 26 ? content.readUInt16LE(24) : first;
  const sampleBytes = content.readUInt16LE(12) / channels;
  const pcm = pcmFormats[tag]?.[sampleBytes];
  if (pcm === undefined) {
    throw new UndecodableAudio(`WAV of format ${tag} with ${sampleBytes} bytes a sample`);
  }
  return createPcmDecoder(pcm, channels);
}

function* readSamples(
  queue: ByteQueue,
  bytes: number,
  decode: PcmDecoder,
  output: StreamOutput,
): Reading {
  for (let left = bytes; left > 0;) {
    while (queue.length() === 0) yield;
    const part = queue.shift(Math.min(left, queue.length()));
    left -= part.length;
    output.samples(decode(part));
  }
}
