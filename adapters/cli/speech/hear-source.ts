// The audio of `reprise hear`, with what is known of it: a file, standard input, or a connection of a recording.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { speech } from '../../../core/index.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import type { AudioSource } from './audio-source.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { preparedFixtureNamed } from '../serve/fixture.ts';
import { recordedSource } from './hear-recording.ts';
import type { ListenFlags } from './listen-flags.ts';
import { defaultsOf, openWorlds } from '../serve/serve.ts';
import type { CliHost } from '../support/cli-host.ts';

/** Decoded at once. */
const frameBytes = 64 * 1024;

export async function audioSource(
  file: string,
  flags: ListenFlags,
  host: CliHost,
): Promise<AudioSource> {
  const { script: fixture } = flags;
  const given = fixture === undefined ? { sounds: [] } : await scriptOf(fixture, host);
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
  const path = flags.v2 === true ? '/v2/listen' : '/v1/listen';
  return { path, query: '', frames, isRecorded: false, ordinal: 1, world: given };
}

const nameOf = (file: string) => (file === '-' ? 'Standard input' : file);

/** What a world with the fixture knows. */
async function scriptOf(
  nameOrFile: string,
  { cwd, version }: CliHost,
): Promise<speech.HearingWorld> {
  const named = await preparedFixtureNamed(nameOrFile, '--script', cwd);
  if (named.fixture['speech'] === undefined) {
    throw new CliError(`${nameOrFile} has no section speech, with hear or sounds.`);
  }
  const defaults = defaultsOf({ clock: 'frozen' }, named.fixture);
  const reprise = await openWorlds(createMemoryStore(), named, { version, defaults });
  try {
    const world = reprise.engine.world('default');
    const known = await world?.read((states) => speech.hearingWorldOf(states.speech));
    return known ?? { sounds: [] };
  } finally {
    await reprise.close();
  }
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
