// WAV files: a round trip, files of other programs, and invalid files.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode, sampleBytes } from '../../../adapters/audio/encoding.ts';
import { readWav, streamedWavHeader, writeWav } from '../../../adapters/audio/wav.ts';
import { speech } from '../../../core/index.ts';

const wavFiles = fc
  .record({
    encoding: fc.constantFrom(...speech.audioEncodings),
    sampleRate: fc.constantFrom(8_000, 16_000, 24_000, 48_000),
    channels: fc.integer({ min: 1, max: 2 }),
    samples: fc.int16Array({ maxLength: 9 }),
    text: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
  })
  .map(({ samples, text, ...file }) => ({
    ...file,
    audio: encode(samples, file.encoding),
    ...(text === undefined ? {} : { text: text.replace(/\0+$/, '') }),
  }));

describe('a WAV file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(wavFiles, (file) => {
        const read = readWav(writeWav(file));
        expect({ ...read, audio: Uint8Array.from(read?.audio ?? []) }).toEqual(file);
      }),
    );
  });

  it('has the header that players expect', () => {
    const audio = encode(Int16Array.of(1, -1), 'linear16');
    const file = { encoding: 'linear16', sampleRate: 24_000, channels: 1, audio } as const;
    const header = '52494646 28000000 57415645'; // RIFF of 40 bytes, WAVE
    const format = '666d7420 10000000 01000100 c05d0000 80bb0000 02001000';
    const words = writeWav(file).toString('hex').match(/.{8}/g);
    expect(words?.join(' ')).toBe(`${header} ${format} 64617461 04000000 0100ffff`);
  });

  it('is read to its end if the length is unknown, as from a stream', () => {
    const audio = encode(Int16Array.of(1, 2, 3), 'mulaw');
    const file = writeWav({ encoding: 'mulaw', sampleRate: 8_000, channels: 1, audio });
    file.writeUInt32LE(0xffff_ffff, file.indexOf('data') + 4);
    expect([...(readWav(file)?.audio.subarray(0, 3) ?? [])]).toEqual([...audio]);
  });

  it('may be a stream, whose header states no lengths', () => {
    fc.assert(
      fc.property(wavFiles, ({ text: _text, ...file }) => {
        const stream = Buffer.concat([streamedWavHeader(file), file.audio]);
        const read = readWav(stream);
        expect({ ...read, audio: Uint8Array.from(read?.audio ?? []) }).toEqual(file);
      }),
    );
    const form = { encoding: 'linear16', sampleRate: 24_000, channels: 1 } as const;
    expect(streamedWavHeader(form).toString('hex')).toBe(
      '52494646ffffffff57415645666d74201000000001000100c05d000080bb00000200100064617461ffffffff',
    );
  });

  it('is refused in other formats, and never throws', () => {
    const file = { encoding: 'linear16', sampleRate: 8_000, channels: 1 } as const;
    const bytes = writeWav({ ...file, audio: new Uint8Array(4), text: 'hello' });
    bytes.writeUInt16LE(3, bytes.indexOf('fmt ') + 8); // floating point
    expect(readWav(bytes)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.uint8Array({ maxLength: 40 }), (cut, rest) => {
        expect(() => readWav(Buffer.concat([bytes.subarray(0, cut), rest]))).not.toThrow();
      }),
    );
  });
});

describe('an encoding', () => {
  it.each(speech.audioEncodings)(
    '%s has its number of bytes per sample, and is reversed by decoding',
    (encoding) => {
      const bytes = encode(Int16Array.of(0, 8_031, -8_031), encoding);
      expect(bytes).toHaveLength(3 * sampleBytes[encoding]);
      expect(encode(decode(bytes, encoding), encoding)).toEqual(bytes);
    },
  );
});
