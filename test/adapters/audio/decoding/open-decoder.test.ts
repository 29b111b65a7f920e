// Streams decoded in any cutting.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UndecodableAudio } from '../../../../adapters/audio/decoding/decoder.ts';
import { openDecoder } from '../../../../adapters/audio/decoding/open-decoder.ts';
import { encode } from '../../../../adapters/audio/encoding.ts';
import { cutAt, decodeAll } from '../../../support/speech/decoding.ts';

const rawEncodings = ['linear16', 'linear32', 'mulaw', 'alaw'] as const;

describe('a stream', () => {
  it.each(rawEncodings)('of %s gives the same samples in any cutting', async (encoding) => {
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

  it('of raw samples has its format from the first, and the samples that were encoded', async () => {
    const samples = Int16Array.of(0, 8_031, -8_031, 0);
    for (const encoding of ['linear16', 'mulaw', 'alaw'] as const) {
      const form = { encoding, sampleRate: 24_000, channels: 2 };
      expect(openDecoder(form).format).toEqual({ sampleRate: 24_000, channels: 2 });
      const [left = new Int16Array(0)] = await decodeAll(form, [encode(samples, encoding)]);
      expect(encode(left, encoding)).toEqual(encode(Int16Array.of(0, -8_031), encoding));
    }
  });
});

describe('undecodable audio', () => {
  it('has a message that fits the reason of a closed socket, behind a code', () => {
    const { message } = new UndecodableAudio('detail');
    expect(Buffer.byteLength(`DATA-0000: ${message}`)).toBeLessThanOrEqual(123);
  });
});
