// Reads the audio file of a known sound: its text and its print.

import { speech } from '../../../../core/index.ts';
import { mixDown } from '../../../audio/decoding/mix-down.ts';
import { openDecoder } from '../../../audio/decoding/open-decoder.ts';
import { inSlices } from '../../../protocol/slices.ts';

export interface SoundFile {
  readonly text: string;
  readonly print: speech.SoundPrint;
}

/** Throws an error with the problem of the file. `text`: by default from the LIST chunk. `hopsMax`: hops of 10 ms. */
export async function readSound(
  bytes: Uint8Array,
  text: string | undefined,
  hopsMax: number = speech.soundHopsMax,
): Promise<SoundFile> {
  const decoded = await decodeFile(bytes, hopsMax);
  const said = text ?? decoded.text;
  if (said === undefined || said === '') {
    throw new Error(
      'has no text in a LIST chunk, as `reprise say` writes it: add a text beside file',
    );
  }
  const { samples, sampleRate } = decoded;
  const print = await inSlices(speech.printSoundInPieces(samples, sampleRate, said, hopsMax));
  if (print.words.length === 0) throw new Error('has no voice in it, or a text without words');
  return { text: said, print };
}

export interface DecodedFile {
  /** The samples of all channels, mixed. */
  readonly samples: Int16Array;
  readonly sampleRate: number;
  readonly text: string | undefined;
}

/** Throws an error with the problem of the file, also if it has more hops than `hopsMax`. */
export async function decodeFile(
  bytes: Uint8Array,
  hopsMax: number = speech.soundHopsMax,
): Promise<DecodedFile> {
  const decoder = openDecoder({});
  const parts: Int16Array[] = [];
  let length = 0;
  try {
    for await (const { channels, undecodable } of decoder.decode(bytes)) {
      if (undecodable !== undefined) throw unreadable(undecodable.detail);
      const [mixed = new Int16Array(0)] = channels.length < 2 ? channels : [mixDown(channels)];
      parts.push(mixed);
      length += mixed.length;
      if (length * 100 > hopsMax * (decoder.format?.sampleRate ?? Infinity)) {
        throw new Error(`is longer than ${hopsMax / 100} s`);
      }
    }
    const undecodable = decoder.end();
    if (undecodable !== undefined) throw unreadable(undecodable.detail);
    const { format, text } = decoder;
    if (format === undefined) throw unreadable('no bytes');
    const samples = new Int16Array(length);
    let at = 0;
    for (const part of parts) {
      samples.set(part, at);
      at += part.length;
    }
    return { samples, sampleRate: format.sampleRate, text };
  } finally {
    decoder.close();
  }
}

function unreadable(detail: string): Error {
  return new Error(`is not WAV, FLAC, Ogg or WebM with Opus (${detail})`);
}
