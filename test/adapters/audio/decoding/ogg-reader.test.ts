// Decoding Opus in Ogg.

import { describe, expect, it } from 'vitest';
import { decodeAll, testSamples } from '../../../support/speech/decoding.ts';
import {
  oggOpus,
  oggPage,
  oggTags,
  opusHeadBytes,
  opusPackets,
} from '../../../support/speech/opus-streams.ts';

const packets = opusPackets(testSamples(9_600), 48_000);
const raw = await decodeAll({ encoding: 'opus', sampleRate: 48_000 }, packets);
const [samples = new Int16Array(0)] = raw.channels;
const head = oggPage({ flags: 2, granule: 0, packets: [opusHeadBytes()] });
const tags = oggPage({ flags: 0, granule: 0, packets: [oggTags] });
const pages = oggPage({ flags: 4, granule: 9_600, packets });

const samplesOf = async (...parts: readonly Uint8Array[]) => {
  const { channels, isUndecodable } = await decodeAll({}, [Buffer.concat(parts)]);
  expect(isUndecodable).toBe(false);
  return channels[0];
};

describe('Opus in Ogg', () => {
  it('has the samples of its packets without the first and the last', async () => {
    const bytes = oggOpus(packets, { preSkip: 312, length: 9_000 });
    const { format, channels } = await decodeAll({}, [bytes]);
    expect(format).toEqual({ sampleRate: 48_000, channels: 1 });
    expect(channels[0]).toEqual(samples.slice(312, 9_000));
    const slow = await decodeAll({ encoding: 'ogg-opus', sampleRate: 16_000 }, [bytes]);
    expect(slow.format).toEqual({ sampleRate: 16_000, channels: 1 });
    expect(slow.channels[0]).toHaveLength(2_896);
  });

  it('may have long tags, and packets that span pages', async () => {
    const longTags = [
      oggPage({ flags: 0, granule: -1, packets: [Buffer.alloc(255 * 200)], isOpen: true }),
      oggPage({ flags: 1, granule: -1, packets: [Buffer.alloc(255 * 200)], isOpen: true }),
      oggPage({ flags: 1, granule: 0, packets: [Buffer.alloc(10)] }),
    ];
    const [long = new Uint8Array(0)] = opusPackets(testSamples(960), 48_000);
    const padded = paddedTo(long, 600);
    const split = [
      oggPage({ flags: 0, granule: -1, packets: [padded.subarray(0, 510)], isOpen: true }),
      oggPage({ flags: 1, granule: 960, packets: [padded.subarray(510)] }),
    ];
    expect(await samplesOf(head, ...longTags, ...split)).toEqual(samples.slice(0, 960));
  });

  it('skips a packet without its start, and the start of one without its end', async () => {
    const [packet = new Uint8Array(0)] = packets;
    const lost = oggPage({ flags: 1, granule: 960, packets: [Buffer.alloc(9), packet] });
    expect(await samplesOf(head, tags, lost)).toHaveLength(960);
    const open = oggPage({ flags: 0, granule: -1, packets: [Buffer.alloc(255)], isOpen: true });
    expect(await samplesOf(head, tags, open, pages)).toEqual(samples);
  });

  it('skips other streams, before and after its own', async () => {
    const other = { granule: 0, serial: 9, packets: [Buffer.from('fishead\0')] };
    const [first, later] = [2, 0].map((flags) => oggPage({ ...other, flags })) as [Buffer, Buffer];
    expect(await samplesOf(first, head, later, tags, later, pages, later)).toEqual(samples);
  });

  it('continues with another stream of as many channels', async () => {
    expect(await samplesOf(head, tags, pages, head, tags, pages)).toEqual(
      Int16Array.from([...samples, ...samples]),
    );
    const stereo = oggPage({ flags: 2, granule: 0, packets: [opusHeadBytes({ channels: 2 })] });
    const decoded = await decodeAll({}, [head, tags, pages, stereo]);
    expect(decoded).toMatchObject({ isUndecodable: true, channels: [samples] });
  });

  it('has more channels by several streams in a packet', async () => {
    const stereo = opusPackets(testSamples(9_600), 48_000, 2);
    const alone = await decodeAll({ encoding: 'opus', sampleRate: 48_000, channels: 2 }, stereo);
    const mapping = Buffer.from([2, 1, 2, 0, 1, 255]);
    const four = Buffer.concat([opusHeadBytes({ channels: 4 }), mapping]);
    four.writeUInt8(255, 18);
    // The first stream states its size: the packets of the encoder have one frame (code 0).
    const joined = stereo.map((packet, index) =>
      Buffer.concat([
        packet.subarray(0, 1),
        sizeOf(packet.length - 1),
        packet.subarray(1),
        packets[index] ?? '',
      ] as Uint8Array[]),
    );
    const bytes = [
      oggPage({ flags: 2, granule: 0, packets: [four] }),
      tags,
      oggPage({ flags: 4, granule: 4_800, packets: joined.slice(0, 5) }),
    ];
    const { channels } = await decodeAll({}, bytes);
    const [left, right] = alone.channels.map((channel) => channel.slice(0, 4_800));
    expect(channels).toEqual([samples.slice(0, 4_800), left, right, new Int16Array(4_800)]);
  });

  it.each([
    [
      'another codec',
      [oggPage({ flags: 2, granule: 0, packets: [Buffer.from('\x01vorbis')] }), tags],
    ],
    ['no first page', [tags, pages]],
    [
      'an unknown head',
      [oggPage({ flags: 2, granule: 0, packets: [Buffer.from('OpusHead\xff', 'latin1')] })],
    ],
    ['something between pages', [head, tags, Buffer.from('Oggy')]],
    [
      'a malformed packet',
      [head, tags, oggPage({ flags: 0, granule: 960, packets: [Buffer.of(3, 0)] })],
    ],
  ])('with %s is undecodable', async (_, parts) => {
    expect(await decodeAll({}, [Buffer.concat(parts)])).toMatchObject({ isUndecodable: true });
  });

  it('is the only container of the encoding ogg-opus', async () => {
    const wav = Buffer.from('RIFF\0\0\0\0WAVE');
    expect(await decodeAll({ encoding: 'ogg-opus' }, [wav])).toMatchObject({ isUndecodable: true });
  });
});

/** A packet of one frame, padded to a length. */
function paddedTo(packet: Uint8Array, length: number): Buffer {
  const padding = length - packet.length - 1;
  const sizes = Array.from({ length: Math.floor(padding / 255) }, () => 255);
  const rest = padding - sizes.length * 255;
  return Buffer.concat([
    Uint8Array.of((packet[0] ?? 0) | 3, 0x41, ...sizes, rest - 1),
    packet.subarray(1),
    Buffer.alloc(sizes.length * 254 + rest - 1),
  ]);
}

/** The size of a frame, encoded in one or two bytes. */
function sizeOf(bytes: number): Uint8Array {
  if (bytes < 252) return Uint8Array.of(bytes);
  return Uint8Array.of(252 + (bytes % 4), (bytes - 252 - (bytes % 4)) / 4);
}
