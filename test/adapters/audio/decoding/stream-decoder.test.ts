// Messages in parts of a bounded size, and the most audio of a message.

import { describe, expect, it } from 'vitest';
import type { AudioDecoder, DecodedPart } from '../../../../adapters/audio/decoding/decoder.ts';
import { samplesMax, samplesPerByteMax } from '../../../../adapters/audio/decoding/found-audio.ts';
import {
  partSamplesMax,
  StreamDecoder,
} from '../../../../adapters/audio/decoding/stream-decoder.ts';

/** Each byte of the stream is so many samples in each of the channels: all of them are its value. */
function decoderOf(samplesPerByte: number, channels: number): AudioDecoder {
  return new StreamDecoder(
    function* (bytes, output) {
      for (const byte of bytes) {
        yield 1;
        const samples = new Int16Array(samplesPerByte).fill(byte);
        output.samples(Array.from({ length: channels }, () => samples));
      }
    },
    { format: { sampleRate: 8_000, channels } },
  );
}

async function partsOf(decoder: AudioDecoder, message: Uint8Array) {
  const parts: DecodedPart[] = [];
  for await (const part of decoder.decode(message)) parts.push(part);
  return parts;
}

const samplesIn = (parts: readonly DecodedPart[]) =>
  parts.reduce((sum, { channels }) => sum + (channels[0]?.length ?? 0), 0);

describe('a message', () => {
  it('that stands for much audio has several parts; the first has its bytes', async () => {
    const length = 20_000;
    const parts = await partsOf(decoderOf(length, 2), Uint8Array.of(1, 2, 3, 4, 5));
    expect(parts.map(({ bytes, channels }) => [bytes, channels.map((own) => own.length)])).toEqual([
      [5, [2 * length, 2 * length]],
      [0, [2 * length, 2 * length]],
      [0, [length, length]],
    ]);
    expect(parts.map(({ channels: [left] }) => left?.[0])).toEqual([1, 3, 5]);
  });

  it('has parts no longer than the limit and what was found last', async () => {
    const length = 1_000;
    const parts = await partsOf(decoderOf(length, 1), new Uint8Array(500));
    expect(samplesIn(parts)).toBe(500 * length);
    for (const { channels } of parts) {
      expect(channels[0]?.length).toBeLessThan(partSamplesMax + length);
    }
  });

  it('that is long has a part for each 64 KiB, also without audio', async () => {
    const decoder = new StreamDecoder(function* () {
      yield 1;
    });
    const parts = await partsOf(decoder, new Uint8Array(150_000));
    expect(parts.map(({ bytes }) => bytes)).toEqual([65_536, 65_536, 18_928]);
    expect(await partsOf(decoder, new Uint8Array(0))).toEqual([]);
  });

  it('is decoded as its parts are requested, and goes on with the next message', async () => {
    let read = 0;
    const decoder = new StreamDecoder(
      function* (bytes, output) {
        for (; read < bytes.length; read += 1) {
          yield 1;
          output.samples([new Int16Array(partSamplesMax)]);
        }
      },
      { format: { sampleRate: 8_000, channels: 1 } },
    );
    const parts = decoder.decode(new Uint8Array(9));
    await parts.next();
    expect(read).toBeLessThan(3);
    await parts.return();
    expect(samplesIn(await partsOf(decoder, new Uint8Array(9)))).toBe(8 * partSamplesMax);
  });
});

describe('the most audio of a message', () => {
  const perByte = 1024 * 1024;
  const bytesMax = samplesMax / perByte;

  it('is undecodable beyond, in all channels together', async () => {
    for (const channels of [1, 2]) {
      const decoder = decoderOf(perByte / channels, channels);
      expect(
        (await partsOf(decoder, new Uint8Array(bytesMax))).at(-1)?.undecodable,
      ).toBeUndefined();
      const parts = await partsOf(decoder, new Uint8Array(bytesMax + 3));
      expect(parts.at(-1)?.undecodable?.detail).toBe('too much audio in one message');
      expect(samplesIn(parts) * channels).toBe(samplesMax);
    }
  });

  it('is more in a long message, as many samples as its bytes may stand for', async () => {
    const bytes = (2 * samplesMax) / samplesPerByteMax;
    const decoder = new StreamDecoder(
      function* (_, output) {
        yield 1;
        output.samples([new Int16Array(samplesPerByteMax * 64 * 1024)]);
      },
      { format: { sampleRate: 8_000, channels: 1 } },
    );
    const parts = await partsOf(decoder, new Uint8Array(bytes));
    expect(samplesIn(parts)).toBe(2 * samplesMax);
    expect(parts.at(-1)?.undecodable).toBeUndefined();
  });
});
