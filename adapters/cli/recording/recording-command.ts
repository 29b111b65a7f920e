// The verb `recording`: starts, stops and saves the recording of a world.

import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { reason } from '../../stores/damage.ts';
import type { Recording, WorldClient } from '../../client/index.ts';
import { CliError } from '../support/errors.ts';
import { inWorld } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';

const lineFeed = 0x0a;

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
      if (answer.state === 'failed') throw failed(answer, `${answer.file} was cut`);
      return [answer, `${answer.file} has ${answer.entries} entries and is complete.`];
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
  let entries = -1; // the first line is the header
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      entries += chunk.reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
      yield chunk;
    }
  };
  try {
    await pipeline(lines, counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError(
      exists
        ? `${file} exists already, and recordings are never overwritten. Set another file, or remove this one.`
        : `Cannot write ${file} (${reason(error)}). Set a file in a writable folder.`,
    );
  }
  const saved = `Saved ${file}, ${bytes} bytes`;
  const status = await recording.status();
  const { state } = status;
  const answer = { file, bytes, state };
  if (state === 'complete') return [answer, `${saved}.`];
  const cut = `cut after entry ${Math.max(0, entries)}`;
  if (state === 'failed') throw failed(status, `${saved}, ${cut}`);
  const why = state === 'cut' ? 'was cut off' : 'is still running';
  return [answer, `${saved}, ${cut}: the recording ${why}.`];
}

/** The error for a recording whose file has no end line. */
function failed({ reason: why = 'It failed' }: Recording, cut: string): CliError {
  const text = why.replace(/\.$/, '');
  return new CliError(
    `The recording has failed: ${text}. ${cut}: it has no end line. Replay the existing part with --allow-cut.`,
  );
}
