// `reprise say`: speaks a text into a WAV file, without a server.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { speech } from '../../core/index.ts';
import { writeWav } from '../audio/wav.ts';
import { openSynthesiser } from '../voice/synthesiser.ts';
import { CliError, exitCodes } from './errors.ts';
import type { CliHost } from './serve.ts';

export interface SpeechFileFlags {
  readonly output: string;
  readonly model: string;
  readonly encoding: speech.AudioEncoding;
  readonly sampleRate?: number;
  readonly json?: boolean;
}

/** The file holds the text too, in its LIST chunk. */
export async function writeSpeech(
  text: string,
  flags: SpeechFileFlags,
  { cwd, print }: CliHost,
): Promise<void> {
  const { output, model, encoding } = flags;
  const sampleRate = flags.sampleRate ?? (encoding === 'linear16' ? 24_000 : 8_000);
  const { audio, samples, sha256 } = await spoken({
    voice: speech.voiceOf(model),
    text,
    encoding,
    sampleRate,
  });
  write(resolve(cwd, output), output, writeWav({ encoding, sampleRate, channels: 1, audio, text }));
  const seconds = Math.round((samples / sampleRate) * 1_000) / 1_000;
  print(
    flags.json === true
      ? JSON.stringify({ file: output, model, encoding, sampleRate, samples, seconds, sha256 })
      : `${output}: ${seconds.toFixed(2)} s of ${encoding} at ${sampleRate} Hz, spoken by ${model}.`,
  );
}

async function spoken(question: speech.SynthesisQuestion) {
  const synthesiser = openSynthesiser();
  try {
    const answer = (await synthesiser.oracle(question)) as speech.SynthesisAnswer;
    if (answer.kind === 'unspeakable') {
      throw new CliError(`The text cannot be spoken: ${answer.reason}`, exitCodes.unreadable);
    }
    if (answer.samples === 0) throw new CliError('The text is empty. Give it a word to speak.');
    return { ...answer, audio: await synthesiser.audioOf(question) };
  } finally {
    await synthesiser.close();
  }
}

function write(path: string, name: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code;
    throw new CliError(
      `Cannot write ${name} (${why}). Set --output to a file in a writable folder.`,
    );
  }
}
