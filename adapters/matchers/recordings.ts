// The matchers of recordings: whether what happened replays equal, and whether the client did what a stored recording shows.

import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import { shellWord } from '../shell-quotes.ts';
import { compareClients } from '../recording/diff/client-difference.ts';
import type { ComparisonOptions } from '../recording/diff/compared-items.ts';
import { clientReport } from '../recording/diff/client-report.ts';
import { textOf } from '../recording/differences/text.ts';
import { RecordingError } from '../recording/format/recording-error.ts';
import { readChunks, readRecording, type Recording } from '../recording/format/reader.ts';
import { replayRecording } from '../recording/replay/replay.ts';
import { divergenceLines } from '../recording/replay/report.ts';
import { worldIn } from './matched-world.ts';
import type { MatcherResult } from './emitted.ts';
import { expectedFile, hasEnded, rememberedFiles, write } from '../testing/test-place.ts';
import type { TestWorld, WorldChange } from '../testing/index.ts';

/** Whether recordings may be written: all (`-u`), those that are missing, or none (CI). */
export type RecordingUpdate = 'all' | 'new' | 'none';

/** Without a flag: missing recordings are written, but not in CI, which sets CI to any text. */
export const updateWithoutFlag = (): RecordingUpdate =>
  (process.env['CI'] ?? '') === '' ? 'new' : 'none';

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

/** Whether a world ends in the same way with something changed. */
export async function endsEqual(
  received: unknown,
  change: WorldChange | readonly WorldChange[],
): Promise<MatcherResult> {
  const world = worldIn(received, 'toEndEqualIf');
  const { isEqual, report } = await world.whatIf(change);
  if (isEqual) {
    return { pass: true, message: () => `expected world '${world.name}' to end in another way` };
  }
  const message = `expected world '${world.name}' to end in the same way, but it does not.\n\n${report}`;
  return { pass: false, message: () => message };
}

const optionsSchema = z.strictObject({
  ignore: z
    .array(
      z
        .string()
        .regex(/^[^.]+(\.[^.]+)*$/, 'must be names joined by dots, such as body.refId or *.refId'),
    )
    .exactOptional(),
}) satisfies z.ZodType<ComparisonOptions>;
const nameSchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^(?!\.+$)[\w.-]{1,200}$/,
      'must be 1 to 200 letters, digits, dots, dashes or underscores, and more than dots',
    ),
});

export interface MatchRun {
  /** The command that runs tests, without a file. */
  readonly runner: string;
  readonly update: RecordingUpdate;
  /** The file of the test, if the world does not know it. */
  readonly testFile: string | undefined;
}

/**
 * Compares the requests of the client, and what it received, with `__recordings__/<name>.jsonl` beside the test. Rejects with
 * OptionsError for another name or other options than ComparisonOptions.
 */
export async function matchesRecording(
  received: unknown,
  given: unknown,
  givenOptions: unknown,
  { runner, update, testFile }: MatchRun,
): Promise<MatcherResult> {
  const world = worldIn(received, 'toMatchRecording');
  const { name } = checkedOptions(nameSchema, { name: given }, 'toMatchRecording');
  const options = checkedOptions(optionsSchema, givenOptions ?? {}, 'toMatchRecording');
  const files = rememberedFiles(world);
  const testPath = files?.test ?? testFile;
  if (testPath === undefined) throw new Error('The file of the test is unknown.');
  const file = expectedFile(testPath, name);
  const shown = relative(process.cwd(), file);
  if (files !== undefined) checkOwner(file, files.owner);
  // Behind the file: -u takes what follows it for a value.
  const updating = `${runner} ${shellWord(relative(process.cwd(), testPath))} -u`;
  const text = await world.recording();
  const expected = await readIfThere(shown);
  if (expected === undefined && update === 'none') {
    return {
      pass: false,
      message: () =>
        `There is no ${shown}, and recordings are not written in CI. Run the test locally, and commit the file.`,
    };
  }
  if (expected === undefined || (expected instanceof RecordingError && update === 'all')) {
    return written(world, file, text);
  }
  if (expected instanceof RecordingError) {
    const message = `${expected.message} To write it again: ${updating}`;
    return { pass: false, message: () => message };
  }
  const diff = compareClients(expected, await recordingOf(text), options);
  if (diff.isEqual) {
    return { pass: true, message: () => `expected the client to differ from ${shown}` };
  }
  if (update === 'all') return written(world, file, text);
  const lines = [
    `expected the client to do what ${shown} shows (-), but it did something else (+).`,
    '',
    ...textOf(clientReport(diff)),
    '',
    `If that is meant: ${updating}`,
  ];
  if (files !== undefined) {
    const result = relative(process.cwd(), files.result); // written when the test has failed
    const flags = (options.ignore ?? []).flatMap((path) => ['--ignore', path]);
    const words = ['diff', '--client', '--all', ...flags, shown, result];
    lines.push(`All differences: npx reprise ${words.map(shellWord).join(' ')}`);
  }
  return { pass: false, message: () => lines.join('\n') };
}

/** Writes a recording, unless the test is over: one that has timed out goes on, with a part of its conversation. */
async function written(world: TestWorld, file: string, text: string): Promise<MatcherResult> {
  const shown = relative(process.cwd(), file);
  if (hasEnded(world)) {
    const message = `${shown} was not written: the test is over, or its world '${world.name}' is gone.`;
    return { pass: false, message: () => message };
  }
  await write(file, text);
  return { pass: true, message: () => `${shown} was written from this world` };
}

/** Which test of this process has a recording, by its file. */
const owners = new Map<string, string>();

/** Throws if another test has the recording: each would overwrite that of the other. */
function checkOwner(file: string, test: string): void {
  const owner = owners.get(file) ?? test;
  owners.set(file, owner);
  if (owner === test) return;
  const shown = relative(process.cwd(), file);
  throw new Error(`${shown} is the recording of another test already. Use another name.`);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function recordingOf(text: string): Promise<Recording> {
  return readChunks(bytesOf(text), 'the recording of this test');
}

/** A stored recording, or what is wrong with it; undefined if there is none. */
async function readIfThere(file: string): Promise<Recording | RecordingError | undefined> {
  if (!existsSync(file)) return undefined;
  try {
    const recording = await readRecording(file);
    if (recording.ending.kind === 'whole') return recording;
    return new RecordingError(`${file} was cut: it has no end line.`, file, 'end');
  } catch (error) {
    if (error instanceof RecordingError) return error;
    throw error;
  }
}
