// `reprise check`: holds recordings against the specification, rule by rule.

import { resolve } from 'node:path';
import { allRules, RecordingCheck, type CheckReport } from '../../recording/check/check.ts';
import { openAnyRecording } from '../../recording/format/reader.ts';
import { RecordingError } from '../../recording/format/recording-error.ts';
import { noneNamedLike } from '../../wording.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { countLines, fileLines, ruleLines, type CheckOutcome } from './check-text.ts';
import { recordingFiles } from './recording-files.ts';

export interface CheckFlags {
  readonly allowCut?: boolean;
  readonly json?: boolean;
  readonly list?: boolean;
  readonly rule?: readonly string[];
}

/** Checks all of them; resolves with the exit code of the worst. */
export async function check(
  named: readonly string[],
  { allowCut = false, json = false, list = false, rule }: CheckFlags,
  host: CliHost,
): Promise<number> {
  const { cwd, print } = host;
  const rules = rule === undefined ? allRules : rule.map(ruleNamed);
  if (list) {
    if (json) print(JSON.stringify({ rules }));
    else ruleLines(rules).forEach(print);
    return exitCodes.fine;
  }
  if (named.length === 0) {
    throw new CliError('Name a recording, or a folder with recordings (*.jsonl) below it.');
  }
  const names = rules.map(({ name }) => name);
  const outcomes: CheckOutcome[] = [];
  for (const file of recordingFiles(cwd, named)) {
    const outcome = await checkFile(file, { names, allowCut }, host);
    outcomes.push(outcome);
    if (!json) fileLines(outcome).forEach(print);
  }
  if (json) {
    const isKept = outcomes.every(({ result }) => result === 'kept');
    print(JSON.stringify({ isKept, files: outcomes }));
  } else countLines(rules, outcomes).forEach(print);
  return exitCodeOf(outcomes);
}

function ruleNamed(name: string): (typeof allRules)[number] {
  const found = allRules.find((rule) => rule.name === name);
  if (found !== undefined) return found;
  throw new CliError(
    noneNamedLike(
      'rule',
      name,
      allRules.map((rule) => rule.name),
    ),
  );
}

async function checkFile(
  file: string,
  { names, allowCut }: { readonly names: readonly string[]; readonly allowCut: boolean },
  { cwd, progress }: CliHost,
): Promise<CheckOutcome> {
  const onProgress = (part: number, whole: number) => {
    if (whole > 0) progress(`checking ${file}  ${Math.floor((100 * part) / whole)} %`);
  };
  try {
    const reader = await openAnyRecording(resolve(cwd, file), { onProgress });
    const running = new RecordingCheck(reader.header, names);
    for await (const batch of reader.batches) for (const entry of batch) running.add(entry);
    const { ending } = reader;
    if (ending.kind === 'cut' && !allowCut) {
      const message = `The recording was cut after entry ${ending.entries}: it has no end line. Check the existing part with --allow-cut.`;
      return { file, result: 'cut', message, rules: [] };
    }
    const { rules, isKept }: CheckReport = running.end();
    const cut = ending.kind === 'cut' ? { cutAfter: ending.entries } : {};
    return { file, result: isKept ? 'kept' : 'broken', ...cut, rules };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { file, result: 'unreadable', message: error.message, rules: [] };
  } finally {
    progress('');
  }
}

function exitCodeOf(outcomes: readonly CheckOutcome[]): number {
  const has = (wanted: CheckOutcome['result']) => outcomes.some(({ result }) => result === wanted);
  if (has('unreadable')) return exitCodes.unreadable;
  if (has('broken')) return exitCodes.broken;
  return has('cut') ? exitCodes.differs : exitCodes.fine;
}
