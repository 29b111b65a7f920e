// Opens the decoder of a stream by its form.

import { containerReader } from './container.ts';
import { countedFormat, countedReader } from './counted-reader.ts';
import {
  isPacketEncoding,
  type AudioDecoder,
  type InputEncoding,
  type StreamForm,
} from './decoder.ts';
import { createFileScanner, type FileScanner } from './file-scanner.ts';
import { opusPacketReader } from './opus-packet.ts';
import { opusRates } from './opus.ts';
import { createPcmDecoder, pcmReader, type PcmFormat } from './pcm.ts';
import { StreamDecoder } from './stream-decoder.ts';

const rawFormats = {
  linear16: 'linear16',
  linear32: 'float32',
  mulaw: 'mulaw',
  alaw: 'alaw',
} as const satisfies Partial<Record<InputEncoding, PcmFormat>>;

/** A scanner for texts of files that are sent as raw samples; undefined for coded streams. */
export function openFileScanner(form: StreamForm): FileScanner | undefined {
  const { encoding, sampleRate = usualRate, channels = 1 } = form;
  const pcm = Object.entries(rawFormats).find(([name]) => name === encoding)?.[1];
  return pcm && createFileScanner({ pcm, sampleRate, channels });
}

/** The rate of raw samples without a stated one. */
const usualRate = 16_000;

/**
 * The samples do not depend on the machine, nor on how `decode` calls cut the stream. Exceptions: each call has one packet of `opus`,
 * or one frame of `speex`.
 *
 * Opus is decoded at the stated rate if Opus has it (8, 12, 16, 24 or 48 kHz); otherwise, and in containers, at 48 kHz.
 *
 * To resume a stream, decode its bytes again: for raw samples (linear16, linear32, mulaw, alaw) the bytes after the last complete
 * sample of all channels, for g729 those after the last multiple of 10, for speex none; for all others every byte.
 */
export function openDecoder(form: StreamForm): AudioDecoder {
  const { encoding, sampleRate = usualRate, channels = 1 } = form;
  const opusRate = opusRates.find((rate) => rate === form.sampleRate) ?? 48_000;
  switch (encoding) {
    case undefined:
      return new StreamDecoder(containerReader());
    case 'linear16':
    case 'linear32':
    case 'mulaw':
    case 'alaw': {
      const decode = createPcmDecoder(rawFormats[encoding], channels);
      return new StreamDecoder(pcmReader(decode), { format: { sampleRate, channels } });
    }
    case 'opus':
      return new StreamDecoder(opusPacketReader(channels), {
        isPacketStream: true,
        opusRate,
        format: { sampleRate: opusRate, channels },
      });
    case 'ogg-opus':
      return new StreamDecoder(containerReader('OggS'), { opusRate });
    case 'flac':
      return new StreamDecoder(containerReader('fLaC'));
    case 'amr-nb':
    case 'amr-wb':
    case 'speex':
    case 'g729': {
      const format = countedFormat(encoding, form.sampleRate);
      return new StreamDecoder(countedReader(encoding, format), {
        isPacketStream: isPacketEncoding(encoding),
        format,
      });
    }
  }
}
