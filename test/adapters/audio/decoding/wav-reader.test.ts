// WAV as clients stream it, also with wrong lengths.

import { describe, expect, it } from 'vitest';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../../adapters/audio/wav.ts';
import { decodeAll } from '../../../support/speech/decoding.ts';

const samples = Int16Array.of(1, -2, 3, -4);
const audio = encode(samples, 'linear16');
const file = { encoding: 'linear16', sampleRate: 8_000, channels: 1, audio } as const;

function withLength(bytes: Buffer, length: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(length, changed.indexOf('data') + 4);
  return changed;
}

/** A WAV with this format chunk. */
function wavOf(format: Buffer, samples: Uint8Array): Buffer {
  const sizes = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  sizes[0].writeUInt32LE(format.length);
  sizes[1].writeUInt32LE(samples.length);
  const [formatSize, dataSize] = sizes;
  const texts = ['RIFF\0\0\0\0WAVEfmt ', 'data'].map((text) => Buffer.from(text, 'latin1'));
  return Buffer.concat([
    texts[0] ?? '',
    formatSize,
    format,
    texts[1] ?? '',
    dataSize,
    samples,
  ] as Uint8Array[]);
}

function formatChunk(tag: number, channels: number, sampleBytes: number, subTag?: number): Buffer {
  const format = Buffer.alloc(subTag === undefined ? 16 : 40);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt16LE(channels * sampleBytes, 12);
  format.writeUInt16LE(sampleBytes * 8, 14);
  if (subTag !== undefined) format.writeUInt16LE(subTag, 24);
  return format;
}

describe('a stream of WAV', () => {
  it.each(['linear16', 'mulaw', 'alaw'] as const)(
    'of %s has its text, rate and channels',
    async (encoding) => {
      const bytes = writeWav({
        encoding,
        sampleRate: 24_000,
        channels: 2,
        audio: encode(samples, encoding),
        text: 'Grüße',
      });
      const decoded = await decodeAll({}, [bytes]);
      expect(decoded).toMatchObject({
        format: { sampleRate: 24_000, channels: 2 },
        text: 'Grüße',
        isUndecodable: false,
      });
      expect(decoded.channels.map((channel) => encode(channel, encoding))).toEqual(
        [
          [1, 3],
          [-2, -4],
        ].map((channel) => encode(Int16Array.from(channel), encoding)),
      );
    },
  );

  it.each([0, 0xffff_ffff, 0x7fff_ffff, 4])('continues beyond a length of %i', async (length) => {
    const bytes = withLength(writeWav(file), length);
    const { channels, isUndecodable } = await decodeAll({}, [bytes, audio]);
    expect([...(channels[0] ?? [])]).toEqual([...samples, ...samples]);
    expect(isUndecodable).toBe(false);
  });

  it('has a byte of padding after an odd length', async () => {
    const odd = { ...file, encoding: 'mulaw', audio: Uint8Array.of(0x80, 0x80, 0x80) } as const;
    const decoded = await decodeAll({}, [writeWav(odd), writeWav({ ...odd, text: 'Later.' })]);
    expect(decoded).toMatchObject({ text: 'Later.', isUndecodable: false });
    expect([...(decoded.channels[0] ?? [])]).toEqual(Array.from({ length: 6 }, () => 32_124));
  });

  it('skips a text after the samples, and continues with another file of the same format', async () => {
    const [head, text] = [writeWav(file), writeWav({ ...file, text: 'Later.' })];
    const list = text.subarray(text.indexOf('LIST'), text.indexOf('data'));
    const decoded = await decodeAll({}, [head, list, head]);
    expect(decoded.text).toBe('Later.');
    expect([...(decoded.channels[0] ?? [])]).toEqual([...samples, ...samples]);
  });

  it.each([
    ['8 bits', formatChunk(1, 1, 1), [0x81, 0x7f], [256, -256]],
    ['24 bits', formatChunk(1, 1, 3), [9, 1, 0, 9, 0xff, 0xff], [1, -1]],
    ['32 bits', formatChunk(1, 1, 4), [9, 9, 1, 0], [1]],
    ['floating point', formatChunk(3, 1, 4), [0, 0, 0, 0x3f], [16_384]],
    ['an extensible format', formatChunk(0xfffe, 2, 2, 1), [1, 0, 2, 0], [1]],
  ])('of %s is read', async (_, format, bytes, expected) => {
    const { channels } = await decodeAll({}, [wavOf(format, Uint8Array.from(bytes))]);
    expect([...(channels[0] ?? [])]).toEqual(expected);
  });

  it.each([
    ['another codec', wavOf(formatChunk(0x55, 1, 1), audio)],
    ['no channels', wavOf(formatChunk(1, 0, 2), audio)],
    ['too many channels', wavOf(formatChunk(1, 21, 2), audio)],
    ['a short format', wavOf(formatChunk(1, 1, 2).subarray(0, 14), audio)],
    ['no format', Buffer.from('RIFF\0\0\0\0WAVEdata\x04\0\0\0\0\0\0\0', 'latin1')],
    ['no WAVE', Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1')],
    ['no chunk', Buffer.from('RIFF\0\0\0\0WAVE\x01\x02\x03\x04', 'latin1')],
    ['a long header', Buffer.from('RIFF\0\0\0\0WAVEJUNK\0\0\0\x40', 'latin1')],
    ['another format later', Buffer.concat([writeWav(file), writeWav({ ...file, channels: 2 })])],
  ])('with %s is undecodable', async (_, bytes) => {
    expect(await decodeAll({}, [bytes])).toMatchObject({ isUndecodable: true });
  });
});
