// Decoding of Opus, compared with another decoder.

import { describe, expect, it } from 'vitest';
import { openDecoder } from '../../../../adapters/audio/decoding/open-decoder.ts';
import { decodeAll, decodeMessage, testSamples } from '../../../support/speech/decoding.ts';
import { decodeByOther, opusPackets } from '../../../support/speech/opus-streams.ts';

/** Packets of two channels, as fuzzing found them: well framed, but the decoder's memory is damaged by them. */
const trapping = {
  decodes: [
    'rT8aaxSrbJTHg740/GtjjidI7yb6PTfBa65OYq0=',
    'NNV5BrST9lEi3RIzsVc=',
    [
      'eJOmDssNriy9Rh3oe+aeOmwiZDHJ5H8h8F28E/I7kr9JX+Sc0eLKkDdVl8KfKPWg/NxJ3Qg8yRGnlVcHBEWe',
      'CaGNN5FLBm8NLRonD3aDLQL8ivMhJBQ/ySwBYqCpDtfcdMn9oTgepfXGDVqqNvPiH9wFVyC73CBCLu2lR9XvXEIg9fuJ',
    ].join(''),
  ],
  'is freed': ['3YfY/mqHyubz1UMgHceGH8rxF5ggJbt+gnl1BZVAiaE7D3s=', 'ECkVUUo='],
} as const;

/** The largest difference between samples of two signals of equal length. */
function distance(left: Int16Array, right: Int16Array): number {
  expect(left.length).toBe(right.length);
  return left.reduce(
    (max, value, index) => Math.max(max, Math.abs(value - (right[index] ?? 0))),
    0,
  );
}

const channelOf = (samples: Int16Array, channel: number) =>
  samples.filter((_, index) => index % 2 === channel);

describe('packets of Opus, one per message', () => {
  it.each([8_000, 16_000, 24_000, 48_000] as const)('are decoded at %i Hz', async (sampleRate) => {
    const packets = opusPackets(testSamples(sampleRate / 5), sampleRate);
    const form = { encoding: 'opus', sampleRate } as const;
    const { format, channels } = await decodeAll(form, packets);
    expect(format).toEqual({ sampleRate, channels: 1 });
    const [samples = new Int16Array(0)] = channels;
    expect(samples.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
    expect(distance(samples, decodeByOther(packets, sampleRate))).toBeLessThanOrEqual(2);
  });

  it('are decoded at 48 kHz if Opus does not have the rate', async () => {
    const packets = opusPackets(testSamples(1_600), 8_000);
    const { format, channels } = await decodeAll({ encoding: 'opus', sampleRate: 44_100 }, packets);
    expect(format).toEqual({ sampleRate: 48_000, channels: 1 });
    expect(channels[0]).toHaveLength(9_600);
  });

  it('have one or two channels', async () => {
    const packets = opusPackets(testSamples(9_600), 24_000, 2);
    const { channels } = await decodeAll(
      { encoding: 'opus', sampleRate: 24_000, channels: 2 },
      packets,
    );
    const other = decodeByOther(packets, 24_000, 2);
    expect(channels).toHaveLength(2);
    channels.forEach((samples, channel) =>
      expect(distance(samples, channelOf(other, channel))).toBeLessThanOrEqual(2),
    );
    const more = await decodeAll({ encoding: 'opus', channels: 3 }, packets);
    expect(more.isUndecodable).toBe(true);
  });

  it('end the stream at a malformed one; empty messages are ignored', async () => {
    const [packet = new Uint8Array(0)] = opusPackets(testSamples(960), 48_000);
    const form = { encoding: 'opus', sampleRate: 48_000 } as const;
    const empty = new Uint8Array(0);
    const cases = [
      [packet, empty, packet],
      [packet, Uint8Array.of(3, 0), packet],
      [new Uint8Array(5_000)],
    ];
    const decoded = await Promise.all(cases.map((messages) => decodeAll(form, messages)));
    expect(
      decoded.map(({ channels, isUndecodable }) => [channels[0]?.length, isUndecodable]),
    ).toEqual([
      [1_920, false],
      [960, true],
      [0, true],
    ]);
  });

  it.each(Object.entries(trapping))('that trap the decoder when it %s', async (kind, texts) => {
    const form = { encoding: 'opus', sampleRate: 48_000, channels: 2 } as const;
    const decoder = openDecoder(form);
    const decoded = [];
    for (const text of texts) {
      decoded.push(await decodeMessage(decoder, Buffer.from(text, 'base64')));
    }
    const detail = kind === 'decodes' ? 'a packet that Opus refuses' : undefined;
    expect(decoded.at(-1)?.undecodable?.detail).toBe(detail);
    expect(() => decoder.close()).not.toThrow();
    const packets = opusPackets(testSamples(1_920), 48_000, 2);
    const { channels, isUndecodable } = await decodeAll(form, packets);
    expect([channels[0]?.length, isUndecodable]).toEqual([960, false]);
  });

  it('have these samples on every machine', async () => {
    const packets = opusPackets(testSamples(9_600), 48_000);
    const { channels } = await decodeAll({ encoding: 'opus', sampleRate: 48_000 }, packets);
    expect([...(channels[0] ?? [])].slice(4_000, 4_008)).toMatchInlineSnapshot(`
      [
        495,
        -689,
        -234,
        352,
        21,
        839,
        367,
        -638,
      ]
    `);
  });
});
