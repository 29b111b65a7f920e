// Measures the channels of a stream side by side. A stage: samples may arrive in any parts.

import { bytesToBase64, uint16sToBase64 } from '../../../kernel/base64.ts';
import { initialMeasure, measure, type MeasureState } from './measure.ts';

/** Samples of each channel, all of one length. */
export interface ChannelSamples {
  /** In Hz. */
  readonly sampleRate: number;
  /** None before the format of the stream is known. */
  readonly channels: readonly Int16Array[];
}

/** Of each channel; empty before the first samples. */
export type SoundState = readonly MeasureState[];

/** Measurements of some whole 10 ms of one channel, as base64. */
export interface ChannelSound {
  /** A byte each. */
  readonly levels: string;
  /** Two bytes each, the lower first. */
  readonly fingerprints: string;
}

export const initialSound: SoundState = [];

export function measureChannels(
  state: SoundState,
  { sampleRate, channels }: ChannelSamples,
): readonly [SoundState, readonly ChannelSound[]] {
  const measured = channels.map((samples, channel) =>
    measure(state[channel] ?? initialMeasure(sampleRate), samples),
  );
  return [
    channels.length === 0 ? state : measured.map(([after]) => after),
    measured.map(([, { levels, fingerprints }]) => ({
      levels: bytesToBase64(Uint8Array.from(levels)),
      fingerprints: uint16sToBase64(fingerprints),
    })),
  ];
}
