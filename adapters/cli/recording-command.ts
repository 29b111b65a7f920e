// The verb `recording`: starts, stops and saves the recording of a world.

import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { reason } from '../sqlite/damage.ts';
import type { WorldClient } from '../client/index.ts';
import { CliError } from './errors.ts';
import { inWorld } from './remote-command.ts';
import type { CliHost } from './cli-host.ts';

export function recordingCommand(host: CliHost): Command {
  const recording = new Command('recording').description(
    'Record the wire traffic of a world, from any moment on.',
  );
  inWorld(
    recording.command('start').description('Start a recording of the world.'),
    host,
    async (world) => {
      const answer = await world.recording.start();
      return [answer, `Recording world '${answer.world}' into ${answer.file}.`];
    },
  );
  inWorld(
    recording.command('stop').description('Stop the recording and complete its file.'),
    host,
    async (world) => {
      const answer = await world.recording.stop();
      const ending = answer.reason === undefined ? answer.state : `failed: ${answer.reason}`;
      return [answer, `${answer.file} has ${answer.entries} entries and is ${ending}.`];
    },
  );
  inWorld(
    recording
      .command('save')
      .description('Copy the newest recording of the world into a new file, even while it runs.')
      .argument('<file>', 'the file to write; an existing one is refused'),
    host,
    (world, _flags, [file]) => save(world, resolve(host.cwd, file ?? '')),
  );
  return recording;
}

async function save({ recording }: WorldClient, file: string): Promise<[object, string]> {
  const lines = Readable.fromWeb((await recording.stream()) as WebStream);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(lines, counted, createWriteStream(file, { flags: 'wx' }));
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError(
      exists
        ? `${file} exists already, and recordings are never overwritten. Set another file, or remove this one.`
        : `Cannot write ${file} (${reason(error)}). Set a file in a writable folder.`,
    );
  }
  return [{ file, bytes }, `Saved ${file}, ${bytes} bytes.`];
}
