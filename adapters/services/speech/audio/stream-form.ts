// The form of a session's audio, from its parameters.

import type { speech } from '../../../../core/index.ts';
import { inputEncodings, type InputEncoding } from '../../../audio/decoding/decoder.ts';
import type { ReceivedForm } from './received-stream.ts';

export type AudioParameters = Pick<speech.TurnParameters, 'encoding' | 'sampleRate'> &
  Partial<Pick<speech.ListenParameters, 'channels' | 'multichannel'>>;

/** /v2/listen has one channel. */
export function formOf({
  encoding,
  sampleRate,
  channels = 1,
  multichannel = false,
}: AudioParameters): ReceivedForm {
  return {
    encoding: inputEncodings.find((known) => known === encoding),
    sampleRate: sampleRate ?? undefined,
    channels,
    isMultichannel: multichannel,
  };
}

const rawSampleBytesBy: Readonly<Record<string, number>> = {
  linear16: 2,
  linear32: 4,
  mulaw: 1,
  alaw: 1,
};

/** The bytes of a raw sample of one channel; undefined for coded audio. */
export function rawSampleBytes(encoding: string | null | undefined): number | undefined {
  return rawSampleBytesBy[encoding ?? ''];
}

/** Encodings that have one sample rate only, in Hz. */
export const fixedRates: Partial<Readonly<Record<InputEncoding, number>>> = {
  'amr-nb': 8_000,
  'amr-wb': 16_000,
};
