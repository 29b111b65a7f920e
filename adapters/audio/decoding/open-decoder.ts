// Opens the decoder of a stream by its form.

import {
  UndecodableAudio,
  type AudioDecoder,
  type DecodedAudio,
  type InputEncoding,
  type SampleFormat,
  type StreamForm,
} from './decoder.ts';
import { createPcmDecoder, type PcmFormat } from './pcm.ts';

const rawFormats = {
  linear16: 'linear16',
  linear32: 'float32',
  mulaw: 'mulaw',
  alaw: 'alaw',
} as const satisfies Partial<Record<InputEncoding, PcmFormat>>;

/** Of raw samples without a stated rate. */
const usualRate = 16_000;

/**
 * Any cutting of a stream into `decode` calls gives the same samples on every machine, except for `opus`, where the bytes of one
 * call are one packet.
 *
 * To resume a stream, decode its bytes again: all of them, from the first, for containers, flac, opus and ogg-opus; for raw
 * samples (linear16, linear32, mulaw, alaw) those after the last complete sample of all channels.
 */
export function openDecoder(form: StreamForm): AudioDecoder {
  const { encoding, sampleRate = usualRate, channels = 1 } = form;
  switch (encoding) {
    case 'linear16':
    case 'linear32':
    case 'mulaw':
    case 'alaw':
      return rawDecoder({ sampleRate, channels }, createPcmDecoder(rawFormats[encoding], channels));
    case 'flac':
    case 'opus':
    case 'ogg-opus':
    case 'amr-nb':
    case 'amr-wb':
    case 'speex':
    case 'g729':
    case undefined:
      throw new UndecodableAudio('not implemented yet');
  }
}

function rawDecoder(
  format: SampleFormat,
  decode: (bytes: Uint8Array) => DecodedAudio,
): AudioDecoder {
  return { format, text: undefined, decode, end() {}, close() {} };
}
