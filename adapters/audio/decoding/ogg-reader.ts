// Opus in Ogg (RFC 3533, RFC 7845). Reads whole pages, and skips other streams of the file.

import { take, type ByteQueue, type ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { opusHeadMagic, readOpusHead } from './opus-head.ts';
import { opusPacketSamples } from './opus-packet.ts';
import type { StreamOutput } from './stream-reader.ts';
import { containerPartCost } from './work-cost.ts';

const oggMagic = 'OggS';
const headBytes = 27;
/** The most bytes of a packet that spans pages. */
const packetBytesMax = 64 * 1024;

const continued = 1;
const first = 2;
const last = 4;

interface Page {
  readonly flags: number;
  /** Samples at 48 kHz up to the end of the page; -1 if no packet ends on it. */
  readonly granule: bigint;
  readonly serial: number;
  /** Packets and parts of them; the last one is a part if `isOpen`. */
  readonly parts: readonly Buffer[];
  readonly isOpen: boolean;
}

/** Reads a stream after its first four bytes. */
export function* readOggStream(queue: ByteQueue, output: StreamOutput): ByteReading<never> {
  let stream: OpusStream | undefined;
  for (;;) {
    const page = yield* readPage(queue);
    if ((page.flags & first) !== 0) {
      const isOpus = page.parts[0]?.toString('latin1', 0, 8) === opusHeadMagic;
      if (isOpus && stream?.isOver() !== false) stream = openOpusStream(page, output);
    } else if (stream === undefined) {
      throw new UndecodableAudio('Ogg without Opus');
    } else if (page.serial === stream.serial) {
      stream.read(page);
    }
    const magic = yield* take(queue, oggMagic.length);
    if (magic.toString('latin1') !== oggMagic) throw new UndecodableAudio('no page of Ogg');
  }
}

function* readPage(queue: ByteQueue): ByteReading<Page> {
  const head = yield* take(queue, headBytes - oggMagic.length);
  const flags = head.readUInt8(1);
  const granule = head.readBigInt64LE(2);
  const serial = head.readUInt32LE(10);
  if (head.readUInt8(0) !== 0) throw new UndecodableAudio('an unknown version of Ogg');
  const lacing = [...(yield* take(queue, head.readUInt8(22)))];
  yield containerPartCost * (1 + (lacing.length >> 4));
  const body = yield* take(
    queue,
    lacing.reduce((sum, value) => sum + value, 0),
  );
  const parts: Buffer[] = [];
  let start = 0;
  let end = 0;
  lacing.forEach((value, index) => {
    end += value;
    if (value === 255 && index < lacing.length - 1) return;
    parts.push(Buffer.from(body.subarray(start, end)));
    start = end;
  });
  return { flags, granule, serial, parts, isOpen: lacing.at(-1) === 255 };
}

interface OpusStream {
  readonly serial: number;
  readonly isOver: () => boolean;
  readonly read: (page: Page) => void;
}

function openOpusStream({ serial, parts: [headPacket] }: Page, output: StreamOutput): OpusStream {
  const head = readOpusHead(headPacket ?? Buffer.alloc(0));
  output.opusHead(head);
  let isOver = false;
  /** Whether the second packet, a text of any size, was skipped. */
  let hasTags = false;
  /** The start of a packet that continues on the next page. */
  let open: Buffer | undefined;
  let granule = 0n;

  function packetsOf(page: Page): readonly Uint8Array[] {
    const packets: Uint8Array[] = [];
    page.parts.forEach((part, index) => {
      const isContinued = index === 0 && (page.flags & continued) !== 0;
      const start = isContinued ? open : Buffer.alloc(0);
      open = undefined;
      if (start === undefined) return; // without its start
      const packet = hasTags ? Buffer.concat([start, part]) : start;
      if (packet.length > packetBytesMax) throw new UndecodableAudio('a long packet of Ogg');
      if (page.isOpen && index === page.parts.length - 1) open = packet;
      else if (!hasTags) hasTags = true;
      else if (packet.length > 0) packets.push(packet);
    });
    return packets;
  }

  return {
    serial,
    isOver: () => isOver,
    read(page) {
      const packets = packetsOf(page);
      isOver = (page.flags & last) !== 0;
      let discard = 0;
      if (page.granule >= 0n) {
        // The granule of the last page states the end.
        const samples = packets.reduce(
          (sum, packet) => sum + (opusPacketSamples(packet, head.streams) ?? 0),
          0,
        );
        const stated = Math.max(0, Number(page.granule - granule));
        if (isOver) discard = Math.max(0, samples - stated);
        ({ granule } = page);
      }
      if (packets.length > 0) output.opusPackets({ packets, discard });
    },
  };
}
