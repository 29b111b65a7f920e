// `reprise say`: speaks a text into a file, without a server.

import { createHash } from 'node:crypto';
import { speech } from '../../../core/index.ts';
import { writeWav } from '../../audio/wav.ts';
import {
  speakText,
  UnspeakableTextError,
  type SpokenText,
  type TextManner,
} from '../../voice/spoken-text.ts';
import { openSynthesiser } from '../../voice/synthesiser.ts';
import { checkAudioFile, writeAudioFile } from './audio-file.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';

export interface SpeechFileFlags {
  readonly output: string;
  readonly model: string;
  readonly encoding: speech.AudioEncoding;
  readonly sampleRate?: number;
  readonly raw?: boolean;
  readonly json?: boolean;
}

/** A WAV file holds the text too, and where its words are. If it is standard output, the summary is an error line. */
export async function writeSpeech(
  text: string,
  flags: SpeechFileFlags,
  host: CliHost,
): Promise<void> {
  const { output, model, encoding, raw: isRaw = false } = flags;
  const isStandard = output === '-';
  if (!isStandard) checkAudioFile(output, host);
  const sampleRate = flags.sampleRate ?? speech.speakRateDefault(encoding);
  const { audio, samples, words } = await spoken(text, { model, encoding, sampleRate });
  const sha256 = createHash('sha256').update(audio).digest('hex');
  const file = isRaw ? audio : writeWav({ encoding, sampleRate, channels: 1, audio, text, words });
  if (isStandard) host.write(file);
  else writeAudioFile(output, file, host);
  const print = isStandard ? host.printError : host.print;
  const seconds = Math.round((samples / sampleRate) * 1_000) / 1_000;
  print(
    flags.json === true
      ? JSON.stringify({ file: output, model, encoding, sampleRate, samples, seconds, sha256 })
      : `${output}: ${seconds.toFixed(2)} s of ${encoding} at ${sampleRate} Hz, spoken by ${model}.`,
  );
}

async function spoken(text: string, manner: TextManner): Promise<SpokenText> {
  const synthesiser = openSynthesiser();
  try {
    const said = await speakText(text, manner, synthesiser);
    if (said.samples === 0) throw new CliError('The text is empty. Give it a word to speak.');
    return said;
  } catch (error) {
    if (!(error instanceof UnspeakableTextError)) throw error;
    throw new CliError(error.message, exitCodes.unreadable);
  } finally {
    await synthesiser.close();
  }
}
