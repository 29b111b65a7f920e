// Streams in parts that each take little to hear, whatever their bytes are.

import { setImmediate } from 'node:timers';
import { describe, expect, it } from 'vitest';
import type { StreamForm } from '../../../../../adapters/audio/decoding/decoder.ts';
import { openDecoder } from '../../../../../adapters/audio/decoding/open-decoder.ts';
import { hopCost, turnCostMax } from '../../../../../adapters/audio/decoding/work-cost.ts';
import {
  partHopsMax,
  ReceivedStream,
  type ReceivedForm,
  type ReceivedPart,
} from '../../../../../adapters/services/speech/audio/received-stream.ts';
import { denseAudio } from '../../../../support/speech/dense-audio.ts';

/** Enough for several parts of most. */
const samplesWanted = 60_000;
const bytesMax = 40_000;

interface Received {
  readonly parts: readonly ReceivedPart[];
  /** Of the event loop. */
  readonly turns: number;
}

async function receive(form: ReceivedForm, messages: readonly Uint8Array[]): Promise<Received> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const stream = new ReceivedStream(form);
  const parts: ReceivedPart[] = [];
  for (const message of messages) {
    for await (const part of stream.receive(message)) parts.push(part);
  }
  isOver = true;
  stream.close();
  return { parts, turns };
}

const lengthOf = ({ channels }: ReceivedPart) => channels[0]?.length ?? 0;

/** Of all channels. */
const hopsIn = (part: ReceivedPart) =>
  (lengthOf(part) * 100 * part.channels.length) / Math.max(1, part.sampleRate);

describe.each(denseAudio)('$name', ({ form, samplesPerByte, messages }) => {
  const sent = messages(Math.min(bytesMax, Math.ceil(samplesWanted / samplesPerByte)));

  it('has parts of at most 5 s of all channels, and turns between them', async () => {
    const { parts, turns } = await receive({ ...form, isMultichannel: true }, sent);
    expect(Math.max(...parts.map(hopsIn))).toBeLessThanOrEqual(partHopsMax);
    const cost = parts.reduce((sum, part) => sum + hopsIn(part), 0) * hopCost;
    expect(turns).toBeGreaterThanOrEqual(Math.floor(cost / turnCostMax) - 1);
    expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(Buffer.concat(sent));
    const { length, isUndecodable } = await decode(form, sent);
    expect(parts.reduce((sum, part) => sum + lengthOf(part), 0)).toBe(length);
    expect(parts.some(({ undecodable }) => undecodable !== undefined)).toBe(isUndecodable);
  });
});

/** The number of samples of each channel. */
async function decode(form: StreamForm, messages: readonly Uint8Array[]) {
  const decoder = openDecoder(form);
  let length = 0;
  for (const message of messages) {
    for await (const { channels } of decoder.decode(message)) length += channels[0]?.length ?? 0;
  }
  return { length, isUndecodable: decoder.end() !== undefined };
}

describe('a stream', () => {
  const form = {
    encoding: 'mulaw',
    sampleRate: 4_000,
    channels: 1,
    isMultichannel: false,
  } as const;
  const message = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

  it('has the bytes of a message in the first of its parts, and the same hash in all', async () => {
    const { parts } = await receive(form, [message]);
    expect(parts.map(({ bytes }) => bytes.length)).toEqual([50_000, 0, 0]);
    expect(new Set(parts.map(({ streamSha256 }) => streamSha256)).size).toBe(1);
  });

  it('goes on with the parts of a message that were not read', async () => {
    const stream = new ReceivedStream(form);
    for await (const part of stream.receive(message)) {
      expect(lengthOf(part)).toBe(20_000);
      break;
    }
    const later: ReceivedPart[] = [];
    for await (const part of stream.receive(message.subarray(0, 8))) later.push(part);
    expect(later.map(lengthOf)).toEqual([20_000, 10_000, 8]);
    const { parts } = await receive(form, [message, message.subarray(0, 8)]);
    expect(later.at(-1)?.streamSha256).toBe(parts.at(-1)?.streamSha256);
  });
});
