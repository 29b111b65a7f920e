// The matchers of recordings: whether what happened replays equal, and whether the client did what a stored recording shows.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { compareClients, type ClientDiffOptions } from '../recording/diff/client-difference.ts';
import { clientReport } from '../recording/diff/client-report.ts';
import { readChunks, readRecording, type Recording } from '../recording/format/reader.ts';
import { replayRecording } from '../recording/replay/replay.ts';
import { divergenceLines } from '../recording/replay/report.ts';
import { worldIn } from './matched-world.ts';
import type { MatcherResult } from './emitted.ts';
import { expectedFile, rememberedPlace, resultFile } from '../testing/test-place.ts';

/** Whether recordings may be written: all (`-u`), those that are missing, or none (CI). */
export type RecordingUpdate = 'all' | 'new' | 'none';

export async function replays(received: unknown): Promise<MatcherResult> {
  const world = worldIn(received, 'toReplay');
  const recording = await recordingOf(await world.recording());
  const { divergence } = await replayRecording(`the recording of '${world.name}'`, recording);
  if (divergence === undefined) {
    return { pass: true, message: () => `expected world '${world.name}' not to replay equal` };
  }
  const lines = divergenceLines(divergence, Date.parse(recording.header.epoch));
  return {
    pass: false,
    message: () => `expected world '${world.name}' to replay equal.\n\n${lines.join('\n')}`,
  };
}

export interface MatchOptions extends ClientDiffOptions {
  /** The name of the test runner. */
  readonly runner: string;
  readonly update: RecordingUpdate;
  /** The file of the test, if the world does not know it. */
  readonly testFile: string | undefined;
}

/** Compares the requests of the client, and what it received, with `__recordings__/<name>.jsonl` beside the test. */
export async function matchesRecording(
  received: unknown,
  name: string,
  { runner, update, testFile, ...options }: MatchOptions,
): Promise<MatcherResult> {
  const world = worldIn(received, 'toMatchRecording');
  if (!/^[\w.-]+$/.test(name)) {
    throw new TypeError(`'${name}' must have letters, digits, dots, dashes and underscores only.`);
  }
  const place = rememberedPlace(world);
  const testPath = place?.file ?? testFile;
  if (testPath === undefined) throw new Error('The file of the test is unknown.');
  const file = expectedFile(testPath, name);
  const shown = relative(process.cwd(), file);
  const text = await world.recording();
  const expected = await readIfThere(file);
  if (expected === undefined && update === 'none') {
    return {
      pass: false,
      message: () =>
        `There is no ${shown}, and recordings are not written in CI. Run the test locally, and commit the file.`,
    };
  }
  const written: MatcherResult = {
    pass: true,
    message: () => `${shown} was written from this world`,
  };
  if (expected === undefined) {
    await write(file, text);
    return written;
  }
  const diff = compareClients(expected, await recordingOf(text), options);
  if (diff.isEqual) {
    return { pass: true, message: () => `expected the client to differ from ${shown}` };
  }
  if (update === 'all') {
    await write(file, text);
    return written;
  }
  const lines = [
    `expected the client to do what ${shown} shows (-), but it did something else (+).`,
    '',
    ...clientReport(diff),
    '',
    `If that is meant, run ${runner} with -u.`,
  ];
  if (place !== undefined) {
    const result = relative(process.cwd(), resultFile(place)); // written when the test has failed
    lines.push(`All differences: npx reprise diff --client --all ${shown} ${result}`);
  }
  return { pass: false, message: () => lines.join('\n') };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function recordingOf(text: string): Promise<Recording> {
  return readChunks(bytesOf(text), 'the recording of this test');
}

async function readIfThere(file: string): Promise<Recording | undefined> {
  try {
    await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readRecording(file);
}

/** Writes a recording, and creates its folder. */
export async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Removes the recording of an earlier run, if there is one. */
export async function remove(file: string): Promise<void> {
  await rm(file, { force: true });
}
