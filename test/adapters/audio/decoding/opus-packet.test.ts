// The framing of Opus packets, compared with the check of the decoder.

import fc from 'fast-check';
import { OpusDecoder } from 'opus-decoder';
import { describe, expect, it, vi } from 'vitest';
import { opusPacketSamples } from '../../../../adapters/audio/decoding/opus-packet.ts';
import { runs } from '../../../support/runner/runs.ts';
import { testSamples } from '../../../support/speech/decoding.ts';
import { opusPackets } from '../../../support/speech/opus-streams.ts';

describe('a packet of Opus', () => {
  it('of an encoder has 20 ms', () => {
    const packets = opusPackets(testSamples(3_200), 16_000);
    expect(packets.map((packet) => opusPacketSamples(packet, 1))).toEqual(
      Array.from({ length: 10 }, () => 960),
    );
  });

  it.each([
    ['nothing', [], undefined],
    ['one byte', [0x08], 960],
    ['two frames of equal size', [0x09, 1, 2], 1_920],
    ['two frames of unequal size', [0x09, 1], undefined],
    ['three frames and padding', [0x0b, 0x43, 2, 1, 2, 3, 0, 0], 2_880],
    ['more padding than bytes', [0x0b, 0x43, 9, 1, 2, 3, 0, 0], undefined],
    ['more than 120 ms', [0x1b, 3, 1, 2, 3], undefined],
    ['no frames', [0x0b, 0], undefined],
  ])('with %s is checked', (_, bytes, samples) => {
    expect(opusPacketSamples(Uint8Array.from(bytes), 1)).toBe(samples);
  });

  it('is accepted if the decoder accepts it, and has as many samples', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const decoder = new OpusDecoder({ channels: 1 });
    await decoder.ready;
    const size = fc.oneof(fc.nat(12), fc.nat(300));
    const codeThree = fc
      .tuple(
        fc.nat(63),
        fc.nat(255),
        size.chain((maxLength) => fc.uint8Array({ maxLength })),
      )
      .map(([config, count, rest]) => Uint8Array.of((config << 2) | 3, count, ...rest));
    const packets = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 40 }), codeThree);
    fc.assert(
      fc.property(packets, (packet) => {
        const { samplesDecoded, errors } = decoder.decodeFrame(packet);
        const samples = errors.length > 0 ? undefined : samplesDecoded;
        expect(opusPacketSamples(packet, 1)).toBe(samples);
      }),
      runs(2_000),
    );
    decoder.free();
    printed.mockRestore();
  });
});
