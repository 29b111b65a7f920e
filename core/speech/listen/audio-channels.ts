// The audio channels of a session on /v1/listen. Each has its own recognition and segments.

import { hear, initialHearing, lastWords, type Sources } from '../recognition/hearing/hear.ts';
import { HeardFrames } from '../recognition/heard-frames.ts';
import { endOf, hopsIn } from '../recognition/hearing/measured.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import type { AudioFrame } from '../recognition/hearing/audio.ts';
import type { ListenParameters } from './parameters.ts';
import type { ListenChannel, ListenSessionRecord } from './record.ts';
import type { ReceivedAudio } from '../recognition/hearing/audio.ts';
import { closeListening, finalize, initialListening, listen } from './listen.ts';
import { continueNumbers } from './open-numbers.ts';
import type { ListeningOutput, SegmentRules } from './output.ts';

/** An output of one channel. */
export interface ChannelOutput {
  readonly channel: number;
  readonly output: ListeningOutput;
}

type Listened = readonly [readonly ListenChannel[], readonly ChannelOutput[]];

/** One channel, or all of the audio with `multichannel`. A container states its number of channels later. */
export function initialChannels({ multichannel, channels }: ListenParameters): ListenChannel[] {
  return Array.from({ length: multichannel ? channels : 1 }, initialChannel);
}

function initialChannel(): ListenChannel {
  return { hearing: initialHearing(), listening: initialListening() };
}

/** The result of the last frame of each session. */
export const heardChannels = new HeardFrames<ListenSessionRecord, readonly ListenChannel[]>();

/** Outputs are ordered by hop, then by channel. Yields after each hop of a channel with outputs. */
export function* listenTo(
  channels: readonly ListenChannel[],
  { sound }: AudioFrame,
  parameters: ListenParameters,
  sourcesOf: (channel: number) => Sources,
): InPieces<Listened> {
  const rules = rulesOf(parameters);
  const hops = sound.map(hopsIn);
  const heard = [...channels];
  while (heard.length < sound.length) heard.push(initialChannel());
  const sources = heard.map((_, channel) => sourcesOf(channel));
  const outputs: ChannelOutput[] = [];
  for (let at = 0; at < (hops[0]?.length ?? 0); at++) {
    for (const [channel, before] of heard.entries()) {
      const measured = hops[channel]?.[at];
      const from = sources[channel];
      if (measured === undefined || from === undefined) continue;
      const [hearing, hop] = hear(before.hearing, measured, from);
      const [listening, found] = listen(before.listening, hop, rules);
      const [after, marked] = numbered(before, { hearing, listening }, found, parameters);
      heard[channel] = after;
      if (marked.length === 0) continue;
      for (const output of marked) outputs.push({ channel, output });
      yield;
    }
  }
  return [heard, outputs];
}

/** `only`: the number of a channel; undefined: all. */
export function* finalizeChannels(
  channels: readonly ListenChannel[],
  hops: number,
  only: number | undefined,
  parameters: ListenParameters,
): InPieces<Listened> {
  return yield* eachChannel(channels, (before, channel) => {
    if (only !== undefined && only !== channel) return [before, []];
    const [listening, outputs] = finalize(before.listening, hops);
    return numbered(before, { ...before, listening }, outputs, parameters);
  });
}

/** Finalizes all channels at the end of the audio. */
export function* closeChannels(
  channels: readonly ListenChannel[],
  audio: ReceivedAudio,
  parameters: ListenParameters,
): InPieces<Listened> {
  const end = endOf(audio);
  return yield* eachChannel(channels, (before) => {
    const [hearing, words] = lastWords(before.hearing, audio.hops, audio.caption);
    const [listening, outputs] = closeListening(before.listening, end, words);
    return numbered(before, { hearing, listening }, outputs, parameters, true);
  });
}

/** A channel with its outputs, marked where they continue the number that was open before. */
function numbered(
  { openNumber: open }: ListenChannel,
  { hearing, listening }: ListenChannel,
  outputs: readonly ListeningOutput[],
  { text }: ListenParameters,
  isEndOfStream = false,
): readonly [ListenChannel, readonly ListeningOutput[]] {
  const [openNumber, marked] = continueNumbers(open, outputs, text, isEndOfStream);
  const channel = { hearing, listening };
  return [openNumber === undefined ? channel : { ...channel, openNumber }, marked];
}

/** Yields after each channel, which may have a thousand words. */
function* eachChannel(
  channels: readonly ListenChannel[],
  change: (
    before: ListenChannel,
    channel: number,
  ) => readonly [ListenChannel, readonly ListeningOutput[]],
): InPieces<Listened> {
  const changed: (readonly [ListenChannel, readonly ListeningOutput[]])[] = [];
  for (const [channel, before] of channels.entries()) {
    changed.push(change(before, channel));
    yield;
  }
  return [
    changed.map(([after]) => after),
    changed.flatMap(([, outputs], channel) => outputs.map((output) => ({ channel, output }))),
  ];
}

function rulesOf({
  interimResults,
  endpointingMs,
  utteranceEndMs,
  vadEvents,
}: ListenParameters): SegmentRules {
  return {
    interimResults,
    endpointingHops: hopsOrNone(endpointingMs),
    utteranceEndHops: hopsOrNone(utteranceEndMs),
    vadEvents,
  };
}

function hopsOrNone(ms: number | null): number | null {
  return ms === null ? null : Math.ceil(ms / 10);
}
