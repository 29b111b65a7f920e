// Streams of Opus for tests: packets of another encoder, wrapped as Ogg and as WebM.

import { readFileSync } from 'node:fs';
import OpusScript from 'opusscript';
import { encode } from '../../../adapters/audio/encoding.ts';

/** Packets of 20 ms; the last one is padded with silence. Channels of `samples` are interleaved. */
export function opusPackets(
  samples: Int16Array,
  sampleRate: 8_000 | 16_000 | 24_000 | 48_000,
  channels: number = 1,
): readonly Uint8Array[] {
  const encoder = new OpusScript(sampleRate, channels, OpusScript.Application.AUDIO);
  const frame = sampleRate / 50;
  const packets: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += frame * channels) {
    const part = new Int16Array(frame * channels);
    part.set(samples.subarray(at, at + part.length));
    packets.push(Uint8Array.from(encoder.encode(Buffer.from(encode(part, 'linear16')), frame)));
  }
  encoder.delete();
  return packets;
}

/** Decodes packets with the other decoder; channels are interleaved. */
export function decodeByOther(
  packets: readonly Uint8Array[],
  sampleRate: 8_000 | 16_000 | 24_000 | 48_000,
  channels: number = 1,
): Int16Array {
  const decoder = new OpusScript(sampleRate, channels, OpusScript.Application.AUDIO);
  const parts = packets.map((packet) => Buffer.from(decoder.decode(Buffer.from(packet))));
  decoder.delete();
  const bytes = Buffer.concat(parts);
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
}

interface Wrapping {
  readonly channels?: number;
  readonly preSkip?: number;
}

export function opusHeadBytes({ channels = 1, preSkip = 0 }: Wrapping = {}): Buffer {
  const head = Buffer.from('OpusHead\u0001\0\0\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

interface OggPage {
  /** 1: continues a packet; 2: the first; 4: the last. */
  readonly flags: number;
  readonly granule: number;
  readonly serial?: number;
  readonly packets: readonly Uint8Array[];
  /** The last packet continues on the next page; its length must be a multiple of 255. */
  readonly isOpen?: boolean;
}

/** A page without a checksum, which the reader ignores. */
export function oggPage({ flags, granule, serial = 7, packets, isOpen = false }: OggPage): Buffer {
  const lacing = packets.flatMap((packet, index) => {
    const full = Array.from({ length: Math.floor(packet.length / 255) }, () => 255);
    return isOpen && index === packets.length - 1 ? full : [...full, packet.length % 255];
  });
  const head = Buffer.alloc(27);
  head.write('OggS', 'latin1');
  head.writeUInt8(flags, 5);
  head.writeBigInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt8(lacing.length, 26);
  return Buffer.concat([head, Buffer.from(lacing), ...packets]);
}

export const oggTags = Buffer.from('OpusTags\x04\0\0\0test\0\0\0\0', 'latin1');

/** Pages of 5 packets of 20 ms. `length` is the number of all samples at 48 kHz, if the last packet is padded. */
export function oggOpus(
  packets: readonly Uint8Array[],
  { length = packets.length * 960, ...wrapping }: Wrapping & { readonly length?: number } = {},
): Buffer {
  const pages = [
    oggPage({ flags: 2, granule: 0, packets: [opusHeadBytes(wrapping)] }),
    oggPage({ flags: 0, granule: 0, packets: [oggTags] }),
  ];
  for (let at = 0; at < packets.length; at += 5) {
    const end = Math.min(at + 5, packets.length);
    const isLast = end === packets.length;
    const granule = isLast ? length : end * 960;
    pages.push(oggPage({ flags: isLast ? 4 : 0, granule, packets: packets.slice(at, end) }));
  }
  return Buffer.concat(pages);
}

/** An EBML element, with its size or an unknown one. */
export function ebml(id: number, content: Uint8Array, size?: 'unknown'): Buffer {
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const length = Buffer.alloc(8, 0xff);
  length.writeUInt8(0x01);
  if (size !== 'unknown') length.writeUIntBE(content.length, 2, 6);
  if (size !== 'unknown') length.writeUInt8(0, 1);
  return Buffer.concat([name, length, content]);
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** As Chrome records: one segment and clusters of unknown sizes, simple blocks, and a last block group with its padding. */
export function webmOpus(
  packets: readonly Uint8Array[],
  { discardNs = 0, ...wrapping }: Wrapping & { readonly discardNs?: number } = {},
): Buffer {
  const track = ebml(
    0xae,
    Buffer.concat([
      ebml(0xd7, Uint8Array.of(1)),
      ebml(0x83, Uint8Array.of(2)),
      ebml(0x86, ascii('A_OPUS')),
      ebml(0x63a2, opusHeadBytes(wrapping)),
      ebml(0xe1, ebml(0x9f, Uint8Array.of(wrapping.channels ?? 1))),
    ]),
  );
  const parts = [
    ebml(0x1a45dfa3, ebml(0x4282, ascii('webm'))),
    ebml(0x18538067, new Uint8Array(0), 'unknown'),
    ebml(0x1549a966, ebml(0x4d80, ascii('Chrome'))),
    ebml(0x1654ae6b, track),
  ];
  packets.forEach((packet, index) => {
    if (index % 5 === 0) {
      parts.push(ebml(0x1f43b675, ebml(0xe7, Uint8Array.of(0)), 'unknown'));
    }
    const block = Buffer.concat([Uint8Array.of(0x81, 0, index, 0x80), packet]);
    if (index < packets.length - 1) return void parts.push(ebml(0xa3, block));
    const padding = Buffer.alloc(8);
    padding.writeBigInt64BE(BigInt(discardNs));
    parts.push(ebml(0xa0, Buffer.concat([ebml(0xa1, block), ebml(0x75a2, padding)])));
  });
  return Buffer.concat(parts);
}

/** A tone of 440 Hz in two channels, as the MediaRecorder of Chromium 156 recorded it: 1.38 s, packets of 60 ms. */
export const browserRecording = (): Uint8Array =>
  readFileSync(new URL('browser.webm', import.meta.url));
