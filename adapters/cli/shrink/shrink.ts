// `reprise shrink`: finds the smallest recording that still fails by a rule, a command, or a live server.

import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { readAnyRecording } from '../../recording/format/reader.ts';
import { RewriteError } from '../../recording/replay/rewriter.ts';
import type { CandidateFile } from '../../shrink/candidates.ts';
import {
  TestEndedError,
  NotFailingError,
  shrinkRecording,
  type Shrunk,
} from '../../shrink/shrink.ts';
import { newOutput } from '../retell/live-replay.ts';
import { withReadErrors } from '../support/read-errors.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { withProgressLines } from '../support/progress-lines.ts';
import { createdFile } from '../support/created-file.ts';
import { failureTestOf, type FailureTest, type FailureFlags } from './failure-test.ts';
import { countsOf, shrunkJson, shrunkText } from './shrunk-text.ts';

export interface ShrinkFlags extends FailureFlags {
  readonly output?: string;
  readonly allowCut?: boolean;
  readonly json?: boolean;
}

/** Prints from what to what it was shrunk; resolves with the exit code. */
export async function shrink(file: string, flags: ShrinkFlags, host: CliHost): Promise<number> {
  const { cwd, print, version } = host;
  const { progress } = withProgressLines(host);
  const output = flags.output ?? join(dirname(file), `${basename(file, '.jsonl')}.small.jsonl`);
  const stopping = new AbortController();
  void host.stopped().then(() => stopping.abort(new StoppedError()));
  const test = await unlessStopped(file, () =>
    failureTestOf(flags, { ...host, signal: stopping.signal }),
  );
  const folder = mkdtempSync(join(tmpdir(), 'reprise-shrink-'));
  try {
    newOutput(output, cwd);
    const given = { file: resolve(cwd, file), recording: await readWhole(file, flags, host) };
    const found = await shrunkBy(test, file, () =>
      shrinkRecording(given, {
        folder,
        writtenBy: `reprise ${version}`,
        fails: (candidate) => test.fails(candidate),
        keepsIds: flags.against !== undefined && given.recording.header.source === 'proxy',
        signal: stopping.signal,
        onCandidate: ({ entries, of, candidates }) =>
          progress(`shrinking ${file}  ${entries} of ${of} entries left, candidate ${candidates}`),
      }),
    );
    progress('');
    const doubt = test.doubt();
    const ended = found.ended ?? (doubt === undefined ? undefined : new TestEndedError(doubt));
    const shrunk = ended === undefined ? found : { ...found, ended };
    const counts = {
      before: countsOf(given.recording),
      after: countsOf(shrunk.smallest.recording),
    };
    const isSmaller = shrunk.smallest.file !== given.file;
    if (isSmaller || shrunk.ended === undefined) keep(shrunk.smallest, output, cwd);
    const report = { shrunk, counts, output, isKept: isSmaller || shrunk.ended === undefined };
    if (flags.json === true) print(JSON.stringify(shrunkJson(report)));
    else print(shrunkText(report));
    return shrunk.ended === undefined ? exitCodes.fine : exitCodes.differs;
  } finally {
    progress('');
    stopping.abort(new StoppedError());
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A signal came. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

function keep({ file }: CandidateFile, output: string, cwd: string): void {
  createdFile(output, () => copyFileSync(file, resolve(cwd, output), constants.COPYFILE_EXCL));
}

async function readWhole(
  file: string,
  { allowCut = false }: ShrinkFlags,
  { cwd }: CliHost,
): Promise<AnyRecording> {
  const recording = await withReadErrors(() => readAnyRecording(resolve(cwd, file)));
  const { ending } = recording;
  if (ending.kind === 'cut' && !allowCut) {
    throw new CliError(
      `${file} was cut after entry ${ending.entries}: it has no end line. Shrink the existing part with --allow-cut.`,
      exitCodes.differs,
    );
  }
  return recording;
}

/** Turns a signal into one sentence. */
async function unlessStopped<Value>(file: string, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    throw new CliError(
      `Stopped before ${file} was known to fail: nothing is written.`,
      exitCodes.differs,
    );
  }
}

/** Turns what ends a search before it has found anything into one sentence. */
async function shrunkBy(
  { failure, notFailing }: FailureTest,
  file: string,
  search: () => Promise<Shrunk>,
): Promise<Shrunk> {
  try {
    return await unlessStopped(file, () => withReadErrors(search));
  } catch (error) {
    if (error instanceof TestEndedError) throw new CliError(error.message);
    if (error instanceof NotFailingError) {
      throw new CliError(
        error.isOtherNow
          ? `${file} ${failure} as it was recorded, but not as it replays now (reprise replay shows what differs): there is nothing to shrink.`
          : `${file} ${notFailing}: there is nothing to shrink.`,
      );
    }
    if (error instanceof RewriteError) {
      throw new CliError(`Cannot write a candidate into ${tmpdir()} (${error.message}).`);
    }
    throw error;
  }
}
