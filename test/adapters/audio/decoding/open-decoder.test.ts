// Streams of every form, decoded in any pieces, and undecodable bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inputEncodings,
  UndecodableAudio,
  type StreamForm,
} from '../../../../adapters/audio/decoding/decoder.ts';
import { openDecoder } from '../../../../adapters/audio/decoding/open-decoder.ts';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { writeWav } from '../../../../adapters/audio/wav.ts';
import { runs } from '../../../support/runner/runs.ts';
import { cutAt, decodeAll, decodeMessage, testSamples } from '../../../support/speech/decoding.ts';
import { flacBytes } from '../../../support/speech/flac-files.ts';
import { oggOpus, opusPackets, webmOpus } from '../../../support/speech/opus-streams.ts';

const rawEncodings = ['linear16', 'linear32', 'mulaw', 'alaw'] as const;
const packets = opusPackets(testSamples(9_600), 48_000);
const audio = encode(testSamples(400), 'linear16');
const wav = writeWav({ encoding: 'linear16', sampleRate: 8_000, channels: 2, audio, text: 'Hi.' });

const streams: readonly (readonly [string, StreamForm, Uint8Array])[] = [
  ['WAV', {}, wav],
  ['Ogg', {}, oggOpus(packets, { preSkip: 312 })],
  ['WebM', {}, webmOpus(packets, { preSkip: 312 })],
  ['FLAC', {}, flacBytes('stereo-16')],
  ['ogg-opus', { encoding: 'ogg-opus', sampleRate: 16_000 }, oggOpus(packets)],
];

describe('a stream', () => {
  it.each(rawEncodings)('of %s has the same samples in any pieces', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.nat(200)),
        fc.integer({ min: 1, max: 20 }),
        async (bytes, cuts, channels) => {
          const form = { encoding, sampleRate: 8_000, channels };
          const whole = await decodeAll(form, [bytes]);
          expect(await decodeAll(form, cutAt(bytes, cuts))).toEqual(whole);
        },
      ),
    );
  });

  it.each(streams)('as %s has the same samples in any pieces', async (_, form, bytes) => {
    const whole = await decodeAll(form, [bytes]);
    expect(whole.isUndecodable).toBe(false);
    expect(whole.channels[0]?.length).toBeGreaterThan(100);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        expect(await decodeAll(form, cutAt(bytes, cuts))).toEqual(whole);
      }),
      runs(14),
    );
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await decodeAll(form, single)).toEqual(whole);
  });

  it.each(streams)('as %s with changed bytes, too', async (_, form, bytes) => {
    const changes = fc.array(fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, fc.array(fc.nat(bytes.length)), async (changes, cuts) => {
        const changed = Uint8Array.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        const whole = await decodeAll(form, [changed]);
        expect(await decodeAll(form, cutAt(changed, cuts))).toEqual(whole);
      }),
      runs(20),
    );
  });

  it('of raw samples has its format from the first, and the samples that were encoded', async () => {
    const samples = Int16Array.of(0, 8_031, -8_031, 0);
    for (const encoding of ['linear16', 'mulaw', 'alaw'] as const) {
      const form = { encoding, sampleRate: 24_000, channels: 2 };
      expect(openDecoder(form).format).toEqual({ sampleRate: 24_000, channels: 2 });
      const decoded = await decodeAll(form, [encode(samples, encoding)]);
      const [left = new Int16Array(0)] = decoded.channels;
      expect(encode(left, encoding)).toEqual(encode(Int16Array.of(0, -8_031), encoding));
    }
  });
});

describe('undecodable audio', () => {
  it('has a message that fits into the close reason of a socket, after a code', () => {
    const { message } = new UndecodableAudio('detail');
    expect(Buffer.byteLength(`DATA-0000: ${message}`)).toBeLessThanOrEqual(123);
  });

  it.each([
    ['MP3', [0x49, 0x44, 0x33, 0x04]],
    ['MP4', [0, 0, 0, 0x20]],
    ['text', [0x68, 0x65, 0x6c, 0x6c]],
  ])('is known by the first bytes (%s), and nothing follows it', async (_, bytes) => {
    const decoder = openDecoder({});
    const first = await decodeMessage(decoder, Uint8Array.from(bytes));
    expect(first).toEqual({
      channels: [],
      captions: [],
      undecodable: expect.any(UndecodableAudio),
    });
    expect(await decodeMessage(decoder, wav)).toEqual(first);
    expect(decoder.end()).toBe(first.undecodable);
  });

  it('ends a stream after its decodable samples', async () => {
    const bytes = Buffer.concat([oggOpus(packets), Buffer.from('garbage')]);
    const { channels, undecodable } = await decodeMessage(openDecoder({}), bytes);
    expect(undecodable?.detail).toBe('no page of Ogg');
    expect(channels[0]).toHaveLength(9_600);
  });

  it('is reported for a message of very many streams, after the samples of the first', async () => {
    const short = oggOpus(packets.slice(0, 1));
    const decoder = openDecoder({});
    const { channels, undecodable } = await decodeMessage(
      decoder,
      Buffer.concat(Array.from({ length: 80 }, () => short)),
    );
    expect(undecodable?.detail).toBe('too much audio in one message');
    expect(channels[0]).toHaveLength(69 * 960);
    decoder.close();
  });

  it('is reported for a header that ends early, but not for an empty stream', async () => {
    expect(await decodeAll({}, [])).toMatchObject({ isUndecodable: false });
    expect(await decodeAll({}, [new Uint8Array(0)])).toMatchObject({ isUndecodable: false });
    for (const length of [1, 3, 4, 30]) {
      const decoded = await decodeAll({}, [wav.subarray(0, length)]);
      expect(decoded).toMatchObject({ isUndecodable: true, channels: [] });
    }
  });

  it('is the only outcome of other bytes, in every form', async () => {
    const magics = ['', 'RIFF', 'OggS', 'fLaC', '\u001aE\u00df\u00a3', 'OpusHead'];
    const parts = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...magics).map((magic) => Buffer.from(magic, 'latin1')),
        fc.constantFrom(...streams.map(([, , bytes]) => bytes.subarray(0, 120))),
      ),
    );
    const encodings = fc.constantFrom(undefined, ...inputEncodings);
    const rates = fc.constantFrom(8_000, 16_000, 44_100, 48_000);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          encoding: encodings,
          sampleRate: rates,
          channels: fc.integer({ min: 1, max: 3 }),
        }),
        parts,
        async (form, parts) => {
          const decoder = openDecoder(form);
          for (const part of parts) {
            const { channels } = await decodeMessage(decoder, part);
            expect(new Set(channels.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
          }
          decoder.end();
          decoder.close();
        },
      ),
      runs(200),
    );
  });
});
