// The audio of `reprise hear`, with what is known of it: a file, standard input, or a connection of a recording.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { speech } from '../../core/index.ts';
import { readSound } from '../services/speech/audio/sound-file.ts';
import { speechFixture } from '../services/speech/fixture/section.ts';
import type { AudioSource } from './audio-source.ts';
import { CliError, exitCodes } from './errors.ts';
import { preparedFixtureNamed } from './fixture.ts';
import { recordedSource } from './hear-recording.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { CliHost } from './cli-host.ts';

/** Decoded at once. */
const frameBytes = 64 * 1024;

export async function audioSource(
  file: string,
  flags: ListenFlags,
  host: CliHost,
): Promise<AudioSource> {
  const given =
    flags.script === undefined ? { sounds: [] } : await scriptOf(resolve(host.cwd, flags.script));
  if (file.endsWith('.jsonl')) {
    const source = await recordedSource(file, flags, host);
    const { script = source.world.script } = given;
    return { ...source, world: { script, sounds: [...source.world.sounds, ...given.sounds] } };
  }
  if (flags.conn !== undefined) {
    throw new CliError('--conn selects a connection of a recording: set a file *.jsonl.');
  }
  const bytes = file === '-' ? await bytesOf(host.input()) : readBytes(file, host);
  if (bytes.length === 0) throw new CliError(`${nameOf(file)} is empty.`, exitCodes.unreadable);
  const frames = Array.from({ length: Math.ceil(bytes.length / frameBytes) }, (_, index) =>
    bytes.subarray(index * frameBytes, (index + 1) * frameBytes),
  );
  const own = flags.encoding === undefined ? await ownSound(bytes) : [];
  const path = flags.v2 === true ? '/v2/listen' : '/v1/listen';
  const world = { ...given, sounds: [...own, ...given.sounds] };
  return { path, query: '', frames, isRecorded: false, ordinal: 1, world };
}

const nameOf = (file: string) => (file === '-' ? 'Standard input' : file);

/** The sound of a file that holds its text. One of more than 60 s is not known. */
async function ownSound(bytes: Uint8Array): Promise<readonly speech.SoundContent[]> {
  try {
    const { text, print } = await readSound(bytes, undefined);
    return [{ text, speaker: 'file', ...print }];
  } catch {
    return []; // the channel says what is wrong with it
  }
}

async function scriptOf(fixture: string): Promise<speech.HearingWorld> {
  const { speech: section } = (await preparedFixtureNamed(fixture)).fixture;
  if (section === undefined) {
    throw new CliError(`${fixture} has no section speech, with hear or sounds.`);
  }
  const parsed = speechFixture.schema.parse(section);
  const seeds = speechFixture.commands(parsed, {});
  const commands = seeds.map(({ prepare }) => prepare({} as never) as speech.SpeechCommand);
  return {
    script: commands.flatMap((each) => (each.type === 'SetScript' ? [each.script] : []))[0],
    sounds: commands.flatMap((each) => (each.type === 'RememberSound' ? [each.sound] : [])),
  };
}

function readBytes(file: string, { cwd }: CliHost): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(
      code === 'ENOENT'
        ? `There is no file ${file}. Set an audio file, a recording, or - for standard input.`
        : `Cannot read ${file} (${code}).`,
    );
  }
}

async function bytesOf(input: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of input) parts.push(part);
  return Buffer.concat(parts);
}
