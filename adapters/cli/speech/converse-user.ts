// The user of `reprise converse`: the turns of a script, WAV files, or lines that are typed.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { encode } from '../../audio/encoding.ts';
import { resample } from '../../audio/resample.ts';
import { decodeFile, readSound } from '../../services/speech/audio/sound-file.ts';
import type { ConverseSection } from '../../services/speech/fixture/converse.ts';
import { messageOf } from '../../wording.ts';
import type { UserTurn } from './conversation.ts';
import type { CallTarget } from './converse-line.ts';
import { speakText, userModelDefault, type VoiceForm } from './converse-voice.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';

/** Speaks the turns of a script with the voice of the world. */
export async function* scriptedTurns(
  target: CallTarget,
  { user = [], model = userModelDefault }: ConverseSection,
  form: VoiceForm,
): AsyncGenerator<UserTurn> {
  for (const turn of user) {
    const { says: text, interruptAfterMs } =
      typeof turn === 'string' ? { says: turn, interruptAfterMs: undefined } : turn;
    yield { text, audio: await speakText(target, text, model, form), interruptAfterMs };
  }
}

/** Speaks the lines of standard input; empty ones are skipped. */
export async function* typedTurns(
  target: CallTarget,
  model: string,
  form: VoiceForm,
  host: CliHost,
): AsyncGenerator<UserTurn> {
  for await (const line of createInterface({ input: Readable.from(host.input()) })) {
    const text = line.trim();
    if (text === '') continue;
    yield { text, audio: await speakText(target, text, model, form) };
  }
}

/** A file of the user's voice. */
export interface VoiceFile {
  readonly turn: UserTurn;
  /** By which a world hears it word for word: of files of `reprise say`. */
  readonly sound: object | undefined;
}

export async function voiceFile(
  file: string,
  { encoding, sampleRate }: VoiceForm,
  { cwd }: CliHost,
): Promise<VoiceFile> {
  try {
    const bytes = readFileSync(resolve(cwd, file));
    const decoded = await decodeFile(bytes);
    const divisor = greatestCommonDivisor(sampleRate, decoded.sampleRate);
    const samples = resample(decoded.samples, sampleRate / divisor, decoded.sampleRate / divisor);
    const audio = Buffer.from(encode(samples, encoding));
    const { text } = decoded;
    if (text === undefined || text === '')
      return { turn: { text: undefined, audio }, sound: undefined };
    const { print } = await readSound(bytes, text);
    return { turn: { text, audio }, sound: { text, speaker: 'user', print } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new CliError(`There is no file ${file}. Set --wav to audio files.`);
    const reason = code === undefined ? messageOf(error) : `cannot be read (${code})`;
    throw new CliError(`${file} ${reason}.`, exitCodes.unreadable);
  }
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
