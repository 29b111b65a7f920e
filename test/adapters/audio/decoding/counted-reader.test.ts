// Codecs of which only the frames are counted, not decoded.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StreamForm } from '../../../../adapters/audio/decoding/decoder.ts';
import { speech } from '../../../../core/index.ts';
import { runs } from '../../../support/runner/runs.ts';
import { decodeAll } from '../../../support/speech/decoding.ts';

/** AMR frames of one mode. */
function amr(mode: number, bytes: number, count: number): Buffer {
  const frame = Buffer.alloc(bytes, 7);
  frame.writeUInt8((mode << 3) | 4);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

async function lengthOf(form: StreamForm, bytes: Uint8Array): Promise<number | undefined> {
  const { channels, isUndecodable } = await decodeAll(form, [bytes]);
  return isUndecodable ? undefined : (channels[0]?.length ?? 0);
}

describe('counted frames', () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 15], [13, 14, 16, 18, 20, 21, 27, 32, 6, 1], 'amr-nb', 160],
    [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15], [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1], 'amr-wb', 320],
  ] as const)('of modes %j have %j bytes in %s', async (modes, sizes, encoding, samples) => {
    const frames = modes.map((mode, index) => amr(mode, sizes[index] ?? 0, 2));
    const length = modes.length * 2 * samples;
    expect(await lengthOf({ encoding }, Buffer.concat(frames))).toBe(length);
    const magic = Buffer.from(encoding === 'amr-nb' ? '#!AMR\n' : '#!AMR-WB\n');
    expect(await lengthOf({ encoding }, Buffer.concat([magic, ...frames]))).toBe(length);
  });

  it.each([
    ['amr-nb', amr(12, 5, 1)],
    ['amr-wb', amr(12, 5, 1)],
    ['amr-nb', Buffer.from([0x85])],
    ['amr-nb', Buffer.from('#!AMR-WB\n')],
  ] as const)('of %s that are illegal are undecodable', async (encoding, bytes) => {
    expect(await lengthOf({ encoding }, bytes)).toBeUndefined();
  });

  it('of G.729 have 10 bytes, of Speex a message', async () => {
    expect(await lengthOf({ encoding: 'g729', sampleRate: 8_000 }, new Uint8Array(105))).toBe(800);
    for (const sampleRate of [8_000, 16_000, 32_000]) {
      const form = { encoding: 'speex', sampleRate } as const;
      const { format, channels } = await decodeAll(
        form,
        [1, 70, 0, 20].map((size) => new Uint8Array(size)),
      );
      expect(format).toEqual({ sampleRate, channels: 1 });
      expect(channels[0]).toHaveLength((3 * sampleRate) / 50);
    }
  });

  it('are heard, all at the same level, except for silence', async () => {
    const frames = Buffer.concat([amr(7, 32, 20), amr(15, 1, 20), amr(0, 13, 20)]);
    const { channels } = await decodeAll({ encoding: 'amr-nb' }, [frames]);
    const [, { levels }] = speech.measure(
      speech.initialMeasure(8_000),
      channels[0] ?? new Int16Array(0),
    );
    const [loud, silent, again] = [levels[20], levels[60], levels[100]];
    expect(loud).toBeGreaterThan(80);
    expect(silent).toBe(0);
    expect(again).toBe(loud);
    expect(new Set(levels.slice(10, 30))).toEqual(new Set([loud]));
  });

  it.each([
    ['amr-wb', 16_000, 18],
    ['g729', 8_000, 10],
    ['speex', 8_000, 20],
    ['speex', 32_000, 20],
  ] as const)(
    'of %s at %i Hz have one level, with any content',
    async (encoding, sampleRate, size) => {
      const frames = fc.array(fc.uint8Array({ minLength: size, maxLength: size }), {
        minLength: 4,
      });
      await fc.assert(
        fc.asyncProperty(frames, async (frames) => {
          if (encoding === 'amr-wb') for (const frame of frames) frame[0] = 4;
          const { channels } = await decodeAll({ encoding, sampleRate }, frames);
          const [samples = new Int16Array(0)] = channels;
          const [, { levels }] = speech.measure(speech.initialMeasure(sampleRate), samples);
          expect(new Set(levels.slice(1))).toEqual(new Set([97]));
        }),
        runs(40),
      );
    },
  );
});
