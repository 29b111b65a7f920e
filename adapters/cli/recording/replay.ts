// `reprise replay`: executes recordings again and reports differences.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  readAnyRecording,
  readRecording,
  type Ending,
  type Recording,
} from '../../recording/format/reader.ts';
import { RecordingError } from '../../recording/format/recording-error.ts';
import type { StateDifference } from '../../recording/replay/divergence.ts';
import { groupLines } from '../../recording/replay/group-report.ts';
import { replayRecording, type ReplayOptions } from '../../recording/replay/replay.ts';
import { divergenceLines, divergenceSentence } from '../../recording/replay/report.ts';
import { RewriteError } from '../../recording/replay/rewriter.ts';
import { updateRecording, type UpdatedRecording } from '../../recording/replay/update.ts';
import { annotationText, isAnnotated } from './annotations.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { junit, type Case } from './junit.ts';
import { recordingFiles } from './recording-files.ts';
import { openLiveReplay, type LiveReplayFlags, type LiveReplay } from '../retell/live-replay.ts';
import { openSimulatedReplay } from '../retell/simulated-replay.ts';
import { annotationsOf } from './replay-annotations.ts';
import {
  dataLines,
  differenceLines,
  outcomeLines,
  sameCauses,
  summaryOf,
  type ReplayOutcome,
  type SameAs,
} from './replay-text.ts';
import type { CliHost } from '../support/cli-host.ts';
import { withProgressLines } from '../support/progress-lines.ts';

export interface ReplayFlags extends LiveReplayFlags {
  readonly all?: boolean;
  readonly allowCut?: boolean;
  readonly github?: boolean;
  readonly html?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly synthesise?: boolean;
  readonly update?: boolean;
}

/** Replays all of them; resolves with the exit code of the worst. */
export async function replay(
  named: readonly string[],
  flags: ReplayFlags,
  host: CliHost,
): Promise<number> {
  const { cwd, print, printError } = host;
  const shown = withProgressLines(host);
  if (flags.update === true && flags.allowCut === true) {
    throw new CliError('--update needs whole recordings: omit --allow-cut.');
  }
  const files = recordingFiles(cwd, named);
  checkFlags(flags, files.length);
  const stopping = new AbortController();
  const isLive = flags.against !== undefined || flags.simulate === true;
  if (isLive) void host.stopped().then(() => stopping.abort(new StoppedReplayError()));
  const outcomes: ReplayOutcome[] = [];
  let live: LiveReplay | undefined;
  let stopped: CliError | undefined;
  try {
    live = await openedLive(flags, { ...shown, signal: stopping.signal }, files.length);
    if (files.length > 1) await checkAllSecrets(files, live, host);
    for (const file of files) {
      const outcome = await replayOne(file, flags, { ...shown, signal: stopping.signal }, live);
      outcomes.push(outcome);
      // Differences are printed at the end, grouped by cause.
      if (flags.json !== true && outcome.result !== 'different')
        outcomeLines(outcome).forEach(print);
    }
  } catch (error) {
    if (!(error instanceof StoppedReplayError)) throw error;
    shown.progress('');
    const file = files[outcomes.length] ?? '';
    const message = `Stopped while performing ${file}: nothing is written.`;
    stopped = new CliError(message, exitCodes.differs);
  } finally {
    await live?.close();
  }
  const sameAs = flags.all === true ? () => undefined : sameCauses(outcomes);
  if (stopped !== undefined) {
    if (flags.json !== true) differenceLines(outcomes, sameAs).forEach(print);
    throw stopped;
  }
  const pages = await pagesOf(outcomes, sameAs, flags, host);
  if (isAnnotated(flags.github, host)) {
    const write = flags.json === true ? printError : print;
    for (const annotation of outcomes.flatMap(annotationsOf)) {
      write(annotationText(annotation, host));
    }
  }
  if (flags.junit !== undefined) writeReport(resolve(cwd, flags.junit), outcomes, sameAs);
  const exitCode = exitCodeOf(outcomes);
  if (flags.json === true) {
    const replays = outcomes.map((outcome) => jsonOf(outcome, sameAs));
    print(JSON.stringify({ equal: exitCode === exitCodes.fine, replays }));
    pages.forEach(printError);
  } else {
    differenceLines(outcomes, sameAs).forEach(print);
    pages.forEach(print);
    if (outcomes.length > 1) print(summaryOf(outcomes));
  }
  return exitCode;
}

type StoppableReplayHost = CliHost & { readonly signal: AbortSignal };

/** A signal came during the replay against a server or in a fresh world. */
class StoppedReplayError extends Error {
  override readonly name = 'StoppedReplayError';
}

/** Writes what `--html` asks for; resolves with sentences that name the files. */
async function pagesOf(
  outcomes: readonly ReplayOutcome[],
  sameAs: SameAs,
  { html }: ReplayFlags,
  host: CliHost,
): Promise<readonly string[]> {
  const causes = outcomes.filter(
    (outcome) => outcome.result === 'different' && sameAs(outcome) === undefined,
  );
  if (html === undefined || causes.length === 0) return [];
  const { writeDifferences } = await import('./replay-html.ts');
  return writeDifferences(html, causes, host);
}

/** Before the first of several recordings is performed. Those that cannot be read are reported in their turn. */
async function checkAllSecrets(
  files: readonly string[],
  live: LiveReplay | undefined,
  { cwd }: CliHost,
): Promise<void> {
  if (live?.checkSecrets === undefined) return;
  for (const file of files) {
    const recording = await readAnyRecording(resolve(cwd, file)).catch(() => undefined);
    if (recording !== undefined) await live.checkSecrets(recording);
  }
}

/** Undefined for a replay in this process, of everything. */
async function openedLive(
  flags: ReplayFlags,
  host: StoppableReplayHost,
  fileCount: number,
): Promise<LiveReplay | undefined> {
  const { signal } = host;
  const use = { signal, isInForks: fileCount > 1 };
  if (flags.against !== undefined) return openLiveReplay(flags.against, flags, host, use);
  return flags.simulate === true ? openSimulatedReplay(flags, host) : undefined;
}

/** Throws CliError for flags that do not belong together. */
function checkFlags(flags: ReplayFlags, count: number): void {
  const { against, html, simulate, output, synthesise, update } = flags;
  const isLive = against !== undefined || simulate === true;
  const problems: readonly (readonly [boolean, string])[] = [
    [
      against !== undefined && simulate === true,
      '--against is a server, and --simulate a world in this process: set one of them.',
    ],
    [
      !isLive && output !== undefined,
      '-o keeps what --against or --simulate has answered: set one of them, too.',
    ],
    [
      isLive && synthesise === true,
      '--synthesise is for replays of everything: leave it out, or --against and --simulate.',
    ],
    [
      isLive && html !== undefined,
      '--html shows replays of everything: leave it out, or --against and --simulate.',
    ],
    [
      simulate === true && update === true,
      '--update accepts the answers of a server: set --against, or leave it out.',
    ],
    [
      output !== undefined && update === true,
      '-o creates a file, and --update replaces one: set one of them.',
    ],
    [
      output !== undefined && count > 1,
      `-o is one file, and there are ${count} recordings: replay them one by one.`,
    ],
  ];
  const problem = problems.find(([isThere]) => isThere);
  if (problem !== undefined) throw new CliError(problem[1]);
}

async function replayOne(
  file: string,
  { all = false, allowCut = false, synthesise = false, update = false }: ReplayFlags,
  host: StoppableReplayHost,
  live: LiveReplay | undefined,
): Promise<ReplayOutcome> {
  const { cwd, now, progress, signal, version } = host;
  const startedMs = now().getTime();
  const done = (rest: Omit<ReplayOutcome, 'file' | 'seconds'>): ReplayOutcome => {
    progress('');
    return { file, seconds: (now().getTime() - startedMs) / 1_000, ...rest };
  };
  const reportTo = (action: string) => (part: number, whole: number) => {
    signal.throwIfAborted();
    if (whole > 0) progress(`${action} ${file}  ${Math.floor((100 * part) / whole)} %`);
  };
  try {
    const reading = { onProgress: reportTo('reading') };
    const cut = (ending: Ending<unknown>): ReplayOutcome | undefined => {
      if (ending.kind === 'whole' || allowCut) return undefined;
      const message = `The recording was cut after entry ${ending.entries}: it has no end line. Replay the existing part with --allow-cut.`;
      return done({ result: 'cut', message, entry: ending.entries });
    };
    if (live !== undefined) {
      signal.throwIfAborted();
      const recording = await readAnyRecording(resolve(cwd, file), reading);
      return cut(recording.ending) ?? done(await live.replay(file, recording));
    }
    const recording = await readRecording(resolve(cwd, file), reading);
    const { ending, header } = recording;
    const isCut = cut(ending);
    if (isCut !== undefined) return isCut;
    const options = { isAudioComputed: synthesise, onProgress: reportTo('replaying') };
    const {
      replay: replayed,
      isUpdated,
      reason,
    } = update
      ? await updateRecording(resolve(cwd, file), recording, {
          ...options,
          writtenBy: `reprise ${version}`,
        })
      : await justReplayed(file, recording, { ...options, isAll: all });
    const { divergence, groups, stopped } = replayed;
    if (divergence === undefined) return done({ result: 'equal', replay: replayed });
    const epochMs = Date.parse(header.epoch);
    const notUpdated = reason === undefined ? [] : [`Not updated. ${reason}`];
    const stop = stopped === undefined || reason !== undefined ? [] : [stopText(stopped)];
    const lines =
      all && groups !== undefined
        ? groupLines(groups, epochMs)
        : divergenceLines(divergence, epochMs);
    const details = [...lines, ...stop, ...notUpdated];
    const message = divergenceSentence(divergence, epochMs);
    const result = isUpdated ? 'updated' : 'different';
    return done({ result, replay: replayed, message, details, epochMs });
  } catch (error) {
    if (error instanceof RewriteError) {
      throw new CliError(`Cannot update ${file} (${error.message}). It is as it was.`);
    }
    if (!(error instanceof RecordingError)) throw error;
    const { message, place } = error;
    const entry = typeof place === 'number' ? { entry: place } : {};
    return done({ result: 'unreadable', message, ...entry });
  }
}

async function justReplayed(
  file: string,
  recording: Recording,
  options: ReplayOptions,
): Promise<UpdatedRecording> {
  return { replay: await replayRecording(file, recording, options), isUpdated: false };
}

function stopText({ entry, message }: StateDifference): string {
  return `After these, entry ${entry} could not be executed: ${message}`;
}

function exitCodeOf(outcomes: readonly ReplayOutcome[]): number {
  const has = (...results: readonly ReplayOutcome['result'][]) =>
    outcomes.some(({ result }) => results.includes(result));
  if (has('unreadable')) return exitCodes.unreadable;
  return has('different', 'cut') ? exitCodes.differs : exitCodes.fine;
}

function jsonOf(outcome: ReplayOutcome, sameAs: SameAs): object {
  const { file, result, seconds, message, replay: replayed, compared } = outcome;
  const first = sameAs(outcome);
  return {
    file,
    result,
    seconds,
    ...(message === undefined ? {} : { message }),
    ...(first === undefined ? {} : { sameAs: first.file }),
    ...replayed,
    ...compared,
  };
}

function writeReport(file: string, outcomes: readonly ReplayOutcome[], sameAs: SameAs): void {
  const cases = outcomes.map((outcome): Case => {
    const { file: name, seconds, message, details, result } = outcome;
    if (result === 'equal') return { name, seconds };
    const text = message ?? result;
    const first = sameAs(outcome);
    const lines = [
      ...dataLines(outcome.replay).map((line) => line.trim()),
      ...(first === undefined
        ? (details ?? [text])
        : [text, `The same cause as in ${first.file}.`]),
    ];
    return { name, seconds, failure: { message: text, details: lines.join('\n') } };
  });
  try {
    writeFileSync(file, junit('reprise replay', cases));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `Cannot write ${file} (${why}). Set --junit to a file in a writable folder.`,
    );
  }
}
