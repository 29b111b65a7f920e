// `reprise replay`: does recordings again and says whether everything is as it was.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRecording } from '../recording/reader.ts';
import { RecordingError } from '../recording/recording-error.ts';
import { replayRecording, type Replay } from '../recording/replay.ts';
import { divergenceLines, divergenceSentence } from '../recording/report.ts';
import { CliError, exitCodes } from './errors.ts';
import { junit, type Case } from './junit.ts';
import { recordingFiles } from './recording-files.ts';
import type { Surroundings } from './serve.ts';

export interface ReplayFlags {
  readonly allowCut?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
}

/** What came of one file. */
interface Outcome {
  readonly file: string;
  readonly result: 'equal' | 'different' | 'cut' | 'unreadable' | 'broken';
  readonly seconds: number;
  readonly replay?: Replay;
  readonly message?: string;
  readonly details?: readonly string[];
}

/** Replays all of them; resolves with the exit code of the worst. */
export async function replay(
  named: readonly string[],
  flags: ReplayFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { cwd, print } = surroundings;
  const outcomes: Outcome[] = [];
  for (const file of recordingFiles(cwd, named)) {
    const outcome = await replayOne(file, flags, surroundings);
    outcomes.push(outcome);
    if (flags.json !== true) linesOf(outcome).forEach(print);
  }
  if (flags.junit !== undefined) writeReport(resolve(cwd, flags.junit), outcomes);
  const exitCode = exitCodeOf(outcomes);
  if (flags.json === true) {
    print(JSON.stringify({ equal: exitCode === exitCodes.fine, replays: outcomes.map(jsonOf) }));
  } else if (outcomes.length > 1) {
    print(summaryOf(outcomes));
  }
  return exitCode;
}

async function replayOne(
  file: string,
  { allowCut = false }: ReplayFlags,
  { cwd, now, progress }: Surroundings,
): Promise<Outcome> {
  const startedMs = now().getTime();
  const done = (rest: Omit<Outcome, 'file' | 'seconds'>): Outcome => {
    progress('');
    return { file, seconds: (now().getTime() - startedMs) / 1_000, ...rest };
  };
  const tell = (what: string) => (part: number, whole: number) => {
    if (whole > 0) progress(`${what} ${file}  ${Math.floor((100 * part) / whole)} %`);
  };
  try {
    const recording = await readRecording(resolve(cwd, file), { onProgress: tell('reading') });
    const { ending, header } = recording;
    if (ending.kind === 'cut' && !allowCut) {
      const message = `It was cut behind entry ${ending.entries}: the recording did not come to its end. --allow-cut replays what is there.`;
      return done({ result: 'cut', message });
    }
    const onProgress = tell('replaying');
    const replayed = await replayRecording(file, recording, { onProgress });
    const { divergence, broken, brokenAt, seed } = replayed;
    if (broken !== undefined) {
      const where = brokenAt === undefined ? '' : ` at entry ${brokenAt}`;
      const message = `${broken} This was${where}, seed '${seed}'. Unless the recording was edited by hand, it is a bug of Reprise: please report it with the recording.`;
      return done({ result: 'broken', replay: replayed, message });
    }
    if (divergence === undefined) return done({ result: 'equal', replay: replayed });
    const details = divergenceLines(divergence, Date.parse(header.epoch));
    const message = divergenceSentence(divergence);
    return done({ result: 'different', replay: replayed, message, details });
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return done({ result: 'unreadable', message: error.message });
  }
}

function linesOf({
  file,
  result,
  replay: replayed,
  message = '',
  details,
}: Outcome): readonly string[] {
  const indented = (details ?? [message]).map((line) => `  ${line}`);
  switch (result) {
    case 'equal': {
      const cut =
        replayed?.ending.kind === 'cut'
          ? `  It was cut behind entry ${replayed.ending.entries}; all that is there is equal.`
          : undefined;
      return [`equal      ${file}`, ...countLines(replayed), ...(cut === undefined ? [] : [cut])];
    }
    case 'different':
      return [`different  ${file}`, ...indented, ...countLines(replayed)];
    case 'cut':
      return [`cut        ${file}`, ...indented];
    case 'unreadable':
      return [`unreadable ${file}`, ...indented];
    case 'broken':
      return [`broken     ${file}`, ...indented];
  }
}

function countLines(replayed: Replay | undefined): readonly string[] {
  if (replayed === undefined) return [];
  const { compared, digest, divergence } = replayed;
  const { inputs, exchanges, answers, headers, events, frames, webhooks } = compared;
  const equal = divergence === undefined ? 'all equal' : 'equal up to there';
  const parts = [
    `${inputs} inputs`,
    `${exchanges} exchanges`,
    `${answers} answers with ${headers} headers`,
    `${events} events`,
    ...(frames === 0 ? [] : [`${frames} frames`]),
    ...(webhooks === 0 ? [] : [`${webhooks} webhooks`]),
  ];
  return [`  ${parts.join(', ')}, ${equal}`, `  digest ${digest}`];
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const kinds = ['equal', 'different', 'cut', 'unreadable', 'broken'] as const;
  const parts = kinds.flatMap((kind) => (count(kind) === 0 ? [] : [`${count(kind)} ${kind}`]));
  return `${outcomes.length} recordings: ${parts.join(', ')}`;
}

function exitCodeOf(outcomes: readonly Outcome[]): number {
  const has = (...results: readonly Outcome['result'][]) =>
    outcomes.some(({ result }) => results.includes(result));
  if (has('broken')) return exitCodes.broken;
  if (has('unreadable')) return exitCodes.unreadable;
  return has('different', 'cut') ? exitCodes.differs : exitCodes.fine;
}

function jsonOf({ file, result, seconds, message, replay: replayed }: Outcome): object {
  return { file, result, seconds, ...(message === undefined ? {} : { message }), ...replayed };
}

function writeReport(file: string, outcomes: readonly Outcome[]): void {
  const cases = outcomes.map(({ file: name, seconds, message, details, result }): Case => {
    if (result === 'equal') return { name, seconds };
    const text = message ?? result;
    return { name, seconds, failure: { message: text, details: (details ?? [text]).join('\n') } };
  });
  try {
    writeFileSync(file, junit('reprise replay', cases));
  } catch (error) {
    throw new CliError(`Cannot write ${file} (${error instanceof Error ? error.message : ''}).`);
  }
}
