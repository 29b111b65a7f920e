// Decoding Opus in WebM.

import { describe, expect, it } from 'vitest';
import { decodeAll, testSamples } from '../../../support/speech/decoding.ts';
import {
  browserRecording,
  ebml,
  opusHeadBytes,
  opusPackets,
  webmOpus,
} from '../../../support/speech/opus-streams.ts';

const packets = opusPackets(testSamples(9_600), 48_000);
const raw = await decodeAll({ encoding: 'opus', sampleRate: 48_000 }, packets);
const [samples = new Int16Array(0)] = raw.channels;
const bytes = webmOpus(packets);

const header = ebml(0x1a45dfa3, Buffer.from('4282847765626d', 'hex'));
const track = (number: number, codec: string, head: Uint8Array) =>
  ebml(
    0xae,
    Buffer.concat([
      ebml(0xd7, Uint8Array.of(number >> 8, number)),
      ebml(0x86, Buffer.from(codec)),
      ebml(0x63a2, head),
    ]),
  );
const file = (...elements: readonly Uint8Array[]) =>
  Buffer.concat([header, ebml(0x18538067, Buffer.concat(elements))]);

describe('Opus in WebM', () => {
  it('has the samples of its packets without the first and the last', async () => {
    const discarding = webmOpus(packets, { preSkip: 312, discardNs: 13_500_000 });
    const { format, channels, isUndecodable } = await decodeAll({}, [discarding]);
    expect(format).toEqual({ sampleRate: 48_000, channels: 1 });
    expect(channels[0]).toEqual(samples.slice(312, 9_600 - 648));
    expect(isUndecodable).toBe(false);
  });

  it('is read as a browser records it', async () => {
    const { format, channels, isUndecodable } = await decodeAll({}, [browserRecording()]);
    expect(format).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(isUndecodable).toBe(false);
    const [left = new Int16Array(0), right] = channels;
    expect(left).toHaveLength(66_240);
    expect(right).toHaveLength(66_240);
    const half = left.subarray(24_000, 48_000);
    const crossings = half.filter(
      (sample, index) => sample < 0 !== (half[index + 1] ?? sample) < 0,
    );
    expect(crossings).toHaveLength(440); // 440 Hz, for half a second
  });

  it('returns all samples if the padding is negative or missing', async () => {
    expect((await decodeAll({}, [webmOpus(packets, { discardNs: -1e9 })])).channels[0]).toEqual(
      samples,
    );
    const group = ebml(0xa0, ebml(0xa1, Buffer.from([0x81, 0, 0, 0, ...(packets[0] ?? [])])));
    const tracks = ebml(0x1654ae6b, track(1, 'A_OPUS', opusHeadBytes()));
    const cluster = ebml(0x1f43b675, Buffer.concat([ebml(0xe7, Uint8Array.of(0)), group]));
    const { channels } = await decodeAll({}, [
      file(ebml(0xec, new Uint8Array(9)), tracks, cluster),
    ]);
    expect(channels[0]).toEqual(samples.slice(0, 960));
  });

  it('may be in any track of a file, beside others', async () => {
    const tracks = ebml(
      0x1654ae6b,
      Buffer.concat([track(1, 'V_VP8', Buffer.alloc(3)), track(0x4000, 'A_OPUS', opusHeadBytes())]),
    );
    const video = ebml(
      0xa3,
      Buffer.concat([Uint8Array.of(0x81, 0, 0, 0x80), Buffer.alloc(2_000_000)]),
    );
    const audio = ebml(0xa3, Buffer.from([0x20, 0x40, 0, 0, 0, 0x80, ...(packets[0] ?? [])]));
    const small = ebml(0xa3, Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3]));
    const decoded = await decodeAll({}, [
      file(tracks, ebml(0x1f43b675, Buffer.concat([video, audio, small]))),
    ]);
    expect(decoded).toMatchObject({ isUndecodable: false, channels: [samples.slice(0, 960)] });
  });

  it('may have checksums, as Matroska has', async () => {
    const checksum = ebml(0xbf, Buffer.from('d9278618', 'hex'));
    const tracks = ebml(0x1654ae6b, Buffer.concat([checksum, track(1, 'A_OPUS', opusHeadBytes())]));
    const block = ebml(0xa3, Buffer.from([0x81, 0, 0, 0x80, ...(packets[0] ?? [])]));
    const cluster = ebml(0x1f43b675, Buffer.concat([checksum, block]));
    const decoded = await decodeAll({}, [file(checksum, tracks, cluster)]);
    expect(decoded).toMatchObject({ isUndecodable: false, channels: [samples.slice(0, 960)] });
  });

  it('continues with another recording', async () => {
    const { channels } = await decodeAll({}, [bytes, bytes]);
    expect(channels[0]).toEqual(Int16Array.from([...samples, ...samples]));
  });

  it.each([
    ['another codec', file(ebml(0x1654ae6b, track(1, 'A_VORBIS', opusHeadBytes())))],
    ['no tracks', file(ebml(0xa3, Buffer.alloc(9)))],
    ['an unknown element', file(ebml(0x99, Buffer.alloc(9)))],
    ['no element', Buffer.concat([header, Buffer.alloc(9)])],
    ['an endless header', Buffer.from('1a45dfa301ffffffffffffff', 'hex')],
    ['a long element', file(ebml(0x1654ae6b, Buffer.alloc(1024 * 1024 + 1)))],
    ['tracks without a size', file(ebml(0x1654ae6b, Uint8Array.of(0xae)))],
    ['a cut size in its tracks', file(ebml(0x1654ae6b, Uint8Array.of(0xae, 0x08, 1)))],
    ['cut tracks', file(ebml(0x1654ae6b, track(1, 'A_OPUS', opusHeadBytes()).subarray(0, 30)))],
    [
      'several packets in a block',
      Buffer.concat([bytes, ebml(0xa3, Buffer.from([0x81, 0, 0, 0x82, 1, 9]))]),
    ],
    ['a cut block', Buffer.concat([bytes, ebml(0xa3, Buffer.from([0x81, 0, 0]))])],
  ])('with %s is undecodable', async (_, bytes) => {
    expect(await decodeAll({}, [bytes])).toMatchObject({ isUndecodable: true });
  });
});
