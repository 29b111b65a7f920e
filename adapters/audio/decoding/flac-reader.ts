// FLAC (RFC 9639): the header and the frames of a stream. Frames are decoded as their bytes arrive, in integers.

import { createBitReader, type BitReader } from './bit-reader.ts';
import { skip, take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { readSubframe, waitFor } from './flac-subframe.ts';
import type { StreamOutput } from './stream-reader.ts';
import { containerPartCost } from './work-cost.ts';

/** The format of the stream. A frame may state its own. */
interface StreamInfo {
  readonly sampleRate: number;
  readonly sampleBits: number;
}

interface FrameHeader extends StreamInfo {
  readonly length: number;
  readonly channels: number;
  readonly stereo: Stereo | undefined;
}

/** How two channels are stored: the side is left minus right, the mid their average. */
type Stereo = 'left-side' | 'side-right' | 'mid-side';

const stereoKinds: readonly Stereo[] = ['left-side', 'side-right', 'mid-side'];
const magicRest = 'LaC';

/** Reads a stream after its first four bytes. Another file may follow the last frame. */
export function* readFlacStream(queue: ByteQueue, output: StreamOutput): ByteReading<never> {
  let info = yield* readMetadata(queue, output);
  const bits = createBitReader(queue);
  for (;;) {
    bits.restart();
    yield* waitFor(bits, 16);
    const start = bits.read(8);
    if (start === 'f'.charCodeAt(0)) {
      const rest = yield* take(queue, magicRest.length);
      if (rest.toString('latin1') !== magicRest) throw new UndecodableAudio('no frame of FLAC');
      info = yield* readMetadata(queue, output);
      continue;
    }
    const header = yield* readFrameHeader(bits, start, info);
    output.format({ sampleRate: header.sampleRate, channels: header.channels });
    const channels = yield* readChannels(bits, header);
    bits.align();
    yield* waitFor(bits, 16);
    bits.read(16);
    if (bits.crc16() !== 0) throw new UndecodableAudio('a wrong checksum of FLAC');
    yield containerPartCost + header.channels * header.length;
    output.samples(channels.map((samples) => toSixteenBits(samples, header.sampleBits)));
  }
}

/** Reads the first block, which describes the stream, and skips the others. */
function* readMetadata(queue: ByteQueue, output: StreamOutput): ByteReading<StreamInfo> {
  let info: StreamInfo | undefined;
  for (;;) {
    yield containerPartCost;
    const header = (yield* take(queue, 4)).readUInt32BE();
    const type = (header >>> 24) & 0x7f;
    const length = header & 0xff_ffff;
    if (info !== undefined) yield* skip(queue, length);
    else {
      if (type !== 0 || length !== 34) throw new UndecodableAudio('FLAC without a header');
      const block = yield* take(queue, length);
      const format = block.readUInt32BE(10); // 20 bits of the rate, 3 of the channels, 5 of the size
      const sampleRate = format >>> 12;
      output.format({ sampleRate, channels: ((format >> 9) & 7) + 1 });
      info = { sampleRate, sampleBits: ((format >> 4) & 0x1f) + 1 };
    }
    if (header >>> 31 === 1) return info;
  }
}

/** By code. The first stands for the rate of the stream. */
const sampleRates = [
  [undefined, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000],
  [32_000, 44_100, 48_000, 96_000],
].flat();
const sampleSizes = [undefined, 8, 12, undefined, 16, 20, 24, 32];

function* readFrameHeader(
  bits: BitReader,
  start: number,
  info: StreamInfo,
): ByteReading<FrameHeader> {
  yield* waitFor(bits, 24);
  // The last bit of the first two bytes is the numbering scheme of frames, which has no effect here.
  const isFrame = start === 0xff && (bits.read(8) & 0xfe) === 0xf8;
  const lengthCode = bits.read(4);
  const rateCode = bits.read(4);
  const channelCode = bits.read(4);
  const sizeCode = bits.read(3);
  const isLegal = isFrame && lengthCode > 0 && rateCode < 15 && channelCode < 11 && sizeCode !== 3;
  if (!isLegal || bits.read(1) !== 0) throw new UndecodableAudio('no frame of FLAC');
  yield* skipNumber(bits);

  const extraLength = lengthCode === 6 ? 8 : lengthCode === 7 ? 16 : 0;
  const extraRate = rateCode < 12 ? 0 : rateCode === 12 ? 8 : 16;
  yield* waitFor(bits, extraLength + extraRate + 8);
  const stated = bits.read(extraLength) + 1;
  const length =
    extraLength > 0
      ? stated
      : lengthCode === 1
        ? 192
        : lengthCode < 6
          ? 144 << lengthCode
          : 1 << lengthCode;
  const rate = bits.read(extraRate) * (rateCode === 12 ? 1_000 : rateCode === 14 ? 10 : 1);
  bits.read(8);
  if (bits.crc8() !== 0) throw new UndecodableAudio('a wrong checksum of FLAC');
  return {
    length,
    sampleRate: extraRate > 0 ? rate : (sampleRates[rateCode] ?? info.sampleRate),
    sampleBits: sampleSizes[sizeCode] ?? info.sampleBits,
    channels: channelCode < 8 ? channelCode + 1 : 2,
    stereo: stereoKinds[channelCode - 8],
  };
}

/** Skips the number of the frame: one byte, and one more for each leading one-bit after the first. */
function* skipNumber(bits: BitReader): ByteReading {
  yield* waitFor(bits, 8);
  const ones = Math.clz32(~(bits.read(8) << 24));
  if (ones === 1 || ones === 8) throw new UndecodableAudio('no frame of FLAC');
  for (let byte = 1; byte < ones; byte += 1) {
    yield* waitFor(bits, 8);
    bits.read(8);
  }
}

function* readChannels(bits: BitReader, header: FrameHeader): ByteReading<readonly Float64Array[]> {
  const { length, channels, stereo, sampleBits } = header;
  const read: Float64Array[] = [];
  const side = stereo === undefined ? -1 : stereo === 'side-right' ? 0 : 1;
  for (let channel = 0; channel < channels; channel += 1) {
    read.push(yield* readSubframe(bits, length, channel === side ? sampleBits + 1 : sampleBits));
  }
  const [first, second] = read;
  if (stereo === undefined || first === undefined || second === undefined) return read;
  return separate(stereo, first, second);
}

function separate(
  stereo: Stereo,
  first: Float64Array,
  second: Float64Array,
): readonly Float64Array[] {
  switch (stereo) {
    case 'left-side':
      return [first, second.map((side, index) => (first[index] as number) - side)];
    case 'side-right':
      return [first.map((side, index) => side + (second[index] as number)), second];
    case 'mid-side': {
      // The mid lacks the lowest bit of the sum, which equals that of the side.
      const right = first.map((mid, index) => {
        const side = second[index] as number;
        return mid + (Math.abs(side) % 2) / 2 - side / 2;
      });
      return [right.map((value, index) => value + (second[index] as number)), right];
    }
  }
}

/** Longer samples lose their lower bits. */
function toSixteenBits(samples: Float64Array, bits: number): Int16Array {
  const scale = 2 ** (16 - bits);
  const sixteen = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    sixteen[index] = Math.floor((samples[index] as number) * scale);
  }
  return sixteen;
}
