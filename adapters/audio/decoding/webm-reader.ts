// Opus in WebM (Matroska) as browsers record it: segments and clusters of unknown size, simple blocks and block groups.
// Ignores the times of blocks: the samples of the first Opus track are contiguous.

import { skip, take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { readOpusHead, type OpusHead } from './opus-head.ts';
import type { StreamOutput } from './stream-reader.ts';
import { containerPartCost } from './work-cost.ts';

/** The id of the EBML header. */
const headerId = 0x1a45dfa3;

/** The most bytes of an element that is read. Audio blocks are smaller. */
const elementBytesMax = 1024 * 1024;
/** The most children of a whole element, at all levels together. */
const childrenMax = 1_000;
/** The most bytes of a skipped element. */
const skippedBytesMax = 64 * 1024 * 1024;

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
  codecPrivate: 0x63a2,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
} as const;

/** Skipped elements: all others in segments and clusters. */
const skippedIds = new Set(
  [
    [headerId, 0xec, 0xbf], // header, void, checksum
    [0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367], // of a segment
    [0xe7, 0x5854, 0xa7, 0xab, 0xaf], // of a cluster
  ].flat(),
);

interface Track {
  readonly number: number;
  readonly head: OpusHead;
}

/** Reads a stream after the id of the EBML header. */
export function* readWebmStream(queue: ByteQueue, output: StreamOutput): ByteReading<never> {
  let track: Track | undefined;
  yield* skipElement(queue, yield* takeSize(queue));
  for (;;) {
    yield containerPartCost;
    const id = yield* takeId(queue);
    const size = yield* takeSize(queue);
    switch (id) {
      case ids.segment:
      case ids.cluster:
        break; // their children are read next
      case ids.tracks:
        track = opusTrackOf(openElement(yield* takeElement(queue, size)));
        output.opusHead(track.head);
        break;
      case ids.simpleBlock:
      case ids.blockGroup:
        if (track === undefined) throw new UndecodableAudio('WebM without Opus');
        if (size > elementBytesMax) yield* skipElement(queue, size);
        else readBlocks(id, yield* takeElement(queue, size), track, output);
        break;
      default:
        if (!skippedIds.has(id)) throw new UndecodableAudio('an unknown element of WebM');
        yield* skipElement(queue, size);
    }
  }
}

function* takeId(queue: ByteQueue): ByteReading<number> {
  const first = (yield* take(queue, 1)).readUInt8();
  const length = vintLength(first);
  if (length > 4) throw new UndecodableAudio('no element of WebM');
  const rest = yield* take(queue, length - 1);
  return rest.reduce((id, byte) => id * 256 + byte, first);
}

/** The size of an element; Infinity if it is unknown. */
function* takeSize(queue: ByteQueue): ByteReading<number> {
  const first = (yield* take(queue, 1)).readUInt8();
  const length = vintLength(first);
  if (length > 8) throw new UndecodableAudio('no element of WebM');
  return sizeOf(first, yield* take(queue, length - 1));
}

function* takeElement(queue: ByteQueue, size: number): ByteReading<Buffer> {
  if (size > elementBytesMax) throw new UndecodableAudio('a long element of WebM');
  return yield* take(queue, size);
}

function* skipElement(queue: ByteQueue, size: number): ByteReading {
  if (size > skippedBytesMax) throw new UndecodableAudio('a long element of WebM');
  yield* skip(queue, size);
}

/** The bytes of a number, by its first byte: one more than its leading zeros. */
const vintLength = (first: number) => Math.clz32(first) - 23;

function sizeOf(first: number, rest: Uint8Array): number {
  const marker = 0x80 >> rest.length;
  const isUnknown = first === marker * 2 - 1 && rest.every((byte) => byte === 0xff);
  return isUnknown ? Infinity : rest.reduce((size, byte) => size * 256 + byte, first - marker);
}

interface Element {
  readonly content: Buffer;
  /** The number of children that may still be read. */
  readonly room: { children: number };
}

interface Child extends Element {
  readonly id: number;
}

/** A whole element. */
function openElement(content: Buffer): Element {
  return { content, room: { children: childrenMax } };
}

function childrenOf({ content: bytes, room }: Element): readonly Child[] {
  const children: Child[] = [];
  for (let at = 0; at < bytes.length;) {
    room.children -= 1;
    if (room.children < 0) throw new UndecodableAudio('an element of WebM with many children');
    const idEnd = at + vintLength(bytes[at] ?? 0);
    const start = idEnd + vintLength(bytes[idEnd] ?? 0);
    if (start > bytes.length) throw new UndecodableAudio('a cut element of WebM');
    const end = start + sizeOf(bytes[idEnd] ?? 0, bytes.subarray(idEnd + 1, start));
    if (end > bytes.length) throw new UndecodableAudio('a cut element of WebM');
    const id = bytes.subarray(at, idEnd).reduce((id, byte) => id * 256 + byte, 0);
    children.push({ id, content: bytes.subarray(start, end), room });
    at = end;
  }
  return children;
}

const membersOf = (element: Element): ReadonlyMap<number, Buffer> =>
  new Map(childrenOf(element).map(({ id, content }) => [id, content]));

function opusTrackOf(tracks: Element): Track {
  for (const track of childrenOf(tracks)) {
    if (track.id !== ids.track) continue;
    const members = membersOf(track);
    if (members.get(ids.codec)?.toString('latin1') !== 'A_OPUS') continue;
    const number = members.get(ids.trackNumber)?.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0;
    return { number, head: readOpusHead(members.get(ids.codecPrivate) ?? Buffer.alloc(0)) };
  }
  throw new UndecodableAudio('WebM without Opus');
}

function readBlocks(id: number, element: Buffer, track: Track, output: StreamOutput): void {
  if (id === ids.simpleBlock) return readBlock(element, track, 0, output);
  const members = membersOf(openElement(element));
  const block = members.get(ids.block);
  const padding = members.get(ids.discardPadding);
  if (block !== undefined) readBlock(block, track, samplesOf(padding), output);
}

/** The samples at 48 kHz in a duration, a signed integer of nanoseconds; 0 if it is negative. */
function samplesOf(duration: Buffer | undefined): number {
  if (duration === undefined || (duration[0] ?? 0) >= 0x80) return 0;
  const nanoseconds = duration.reduce((sum, byte) => sum * 256 + byte, 0);
  return Math.round((nanoseconds * 48) / 1e6);
}

function readBlock(block: Buffer, track: Track, discard: number, output: StreamOutput): void {
  const numberBytes = vintLength(block[0] ?? 0);
  const flags = block[numberBytes + 2];
  if (flags === undefined) throw new UndecodableAudio('a cut block of WebM');
  if (sizeOf(block[0] ?? 0, block.subarray(1, numberBytes)) !== track.number) return;
  if ((flags & 0x06) !== 0) throw new UndecodableAudio('several packets in a block of WebM');
  const packet = Uint8Array.from(block.subarray(numberBytes + 3));
  if (packet.length > 0) output.opusPackets({ packets: [packet], discard });
}
