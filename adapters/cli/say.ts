// `reprise say`: speaks a text into a WAV file, without a server.

import { createHash } from 'node:crypto';
import { speech } from '../../core/index.ts';
import { writeWav } from '../audio/wav.ts';
import { openSynthesiser } from '../voice/synthesiser.ts';
import { checkAudioFile, writeAudioFile } from './audio-file.ts';
import { CliError, exitCodes } from './errors.ts';
import type { CliHost } from './cli-host.ts';

export interface SpeechFileFlags {
  readonly output: string;
  readonly model: string;
  readonly encoding: speech.AudioEncoding;
  readonly sampleRate?: number;
  readonly json?: boolean;
}

/** The file holds the text too, in its LIST chunk. If it is standard output, the summary is an error line. */
export async function writeSpeech(
  text: string,
  flags: SpeechFileFlags,
  host: CliHost,
): Promise<void> {
  const { output, model, encoding } = flags;
  const isStandard = output === '-';
  if (!isStandard) checkAudioFile(output, host);
  const sampleRate = flags.sampleRate ?? (encoding === 'linear16' ? 24_000 : 8_000);
  const form = { voice: speech.voiceOf(model), encoding, sampleRate };
  const audio = await spoken(speech.sentencesOf(text).map((part) => ({ ...form, text: part })));
  const samples = audio.length / speech.audioBytes(encoding, 1);
  const sha256 = createHash('sha256').update(audio).digest('hex');
  const wav = writeWav({ encoding, sampleRate, channels: 1, audio, text });
  if (isStandard) host.write(wav);
  else writeAudioFile(output, wav, host);
  const print = isStandard ? host.printError : host.print;
  const seconds = Math.round((samples / sampleRate) * 1_000) / 1_000;
  print(
    flags.json === true
      ? JSON.stringify({ file: output, model, encoding, sampleRate, samples, seconds, sha256 })
      : `${output}: ${seconds.toFixed(2)} s of ${encoding} at ${sampleRate} Hz, spoken by ${model}.`,
  );
}

/** The audio of all sentences, one after the other, as /v1/speak sends it. */
async function spoken(sentences: readonly speech.SynthesisQuestion[]): Promise<Buffer> {
  const synthesiser = openSynthesiser();
  const parts: Buffer[] = [];
  try {
    for (const sentence of sentences) {
      const answer = (await synthesiser.oracle(sentence)) as speech.SynthesisAnswer;
      if (answer.kind === 'unspeakable') {
        const { text } = sentence;
        throw new CliError(
          `'${text.slice(0, 40)}' cannot be spoken: ${answer.reason}`,
          exitCodes.unreadable,
        );
      }
      parts.push(await synthesiser.audioOf(sentence));
    }
  } finally {
    await synthesiser.close();
  }
  const audio = Buffer.concat(parts);
  if (audio.length === 0) throw new CliError('The text is empty. Give it a word to speak.');
  return audio;
}
