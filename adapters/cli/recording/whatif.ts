// `reprise whatif`: what would have followed if something in a recording had been otherwise.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EditError, type RecordingChange } from '../../recording/edit/change.ts';
import { readAnyRecording, type Recording } from '../../recording/format/reader.ts';
import type { ReportLine } from '../../recording/differences/text.ts';
import { RewriteError } from '../../recording/replay/rewriter.ts';
import { consequenceReport } from '../../recording/whatif/report.ts';
import { alternativeOf, type Alternative } from '../../recording/whatif/alternative.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { coloursFor } from '../support/terminal-text.ts';
import { paintedLines } from './diff-text.ts';
import { withReadErrors } from './inspect.ts';

export interface AlternativeFlags {
  readonly set?: readonly RecordingChange[];
  readonly drop?: readonly RecordingChange[];
  readonly insert?: readonly RecordingChange[];
  readonly move?: readonly RecordingChange[];
  readonly seed?: readonly RecordingChange[];
  readonly fault?: readonly RecordingChange[];
  readonly output?: string;
  readonly all?: boolean;
  readonly allowCut?: boolean;
  readonly json?: boolean;
  readonly color?: boolean;
}

/** Prints the consequences; resolves with the exit code. */
export async function whatif(
  file: string,
  flags: AlternativeFlags,
  host: CliHost,
): Promise<number> {
  const { cwd, print, progress, version } = host;
  const changes = changesOf(flags);
  const output = flags.output === undefined ? undefined : resolve(cwd, flags.output);
  if (output !== undefined && existsSync(output)) {
    throw new CliError(
      `${flags.output} exists already, and recordings are never overwritten. Set another file, or remove this one.`,
    );
  }
  const recording = await readWorld(file, flags, host);
  const onProgress = (part: number, whole: number) => {
    if (whole > 0) progress(`retelling ${file}  ${Math.floor((100 * part) / whole)} %`);
  };
  const options = { file: output, writtenBy: `reprise ${version}`, onProgress };
  const result = await withReadErrors(() =>
    withEditErrors(flags, () => alternativeOf(file, recording, changes, options)),
  );
  progress('');
  const isEqual = result.groups.length === 0 && result.digests[0] === result.digests[1];
  if (flags.json === true) print(JSON.stringify(jsonOf(result, isEqual)));
  else {
    const lines = reportOf(file, result, {
      isEqual,
      isFull: flags.all === true,
      ...outputOf(flags),
    });
    print(paintedLines(lines, coloursFor(flags.color, host)).join('\n'));
  }
  return isEqual ? exitCodes.fine : exitCodes.differs;
}

function changesOf(flags: AlternativeFlags): readonly RecordingChange[] {
  const { set = [], drop = [], insert = [], move = [], seed = [], fault = [] } = flags;
  return [...seed, ...set, ...fault, ...move, ...insert, ...drop];
}

function outputOf({ output }: AlternativeFlags): { readonly output?: string } {
  return output === undefined ? {} : { output };
}

async function readWorld(
  file: string,
  { allowCut = false }: AlternativeFlags,
  { cwd }: CliHost,
): Promise<Recording> {
  const recording = await withReadErrors(() => readAnyRecording(resolve(cwd, file)));
  if (recording.header.source === 'proxy') {
    throw new CliError(
      `${file} is a recording of real services, which cannot be asked what if: reprise replay --simulate ${file} -o <new file> tells it to a world of Reprise, and writes a recording that can.`,
    );
  }
  const world = recording as Recording;
  if (world.ending.kind === 'cut' && !allowCut) {
    throw new CliError(
      `${file} was cut after entry ${world.ending.entries}: it has no end line. Retell the existing part with --allow-cut.`,
      exitCodes.differs,
    );
  }
  return world;
}

async function withEditErrors<Value>(
  flags: AlternativeFlags,
  act: () => Promise<Value>,
): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof EditError) throw new CliError(error.message);
    if (error instanceof RewriteError) {
      const where = flags.output ?? 'the temporary folder';
      throw new CliError(
        `Cannot write ${where} (${error.message}). Set a file in a writable folder.`,
      );
    }
    throw error;
  }
}

interface ReportOptions {
  readonly isEqual: boolean;
  readonly isFull: boolean;
  readonly output?: string;
}

function reportOf(
  file: string,
  { groups, isOtherNow, stopped, digests, before }: Alternative,
  { isEqual, isFull, output }: ReportOptions,
): readonly ReportLine[] {
  const epochMs = Date.parse(before.recording.header.epoch);
  const lines: ReportLine[] = [];
  if (isOtherNow) {
    const text = `note: ${file} does not replay equal by itself (reprise replay shows how): it is compared with how it happens now.`;
    lines.push({ tone: 'note', text });
  }
  if (isEqual)
    lines.push({ tone: 'plain', text: 'Nothing differs: what was changed has no consequence.' });
  else if (groups.length === 0) {
    const text = `Nothing ends differently. Events differ: the digest was ${digests[0]}, is ${digests[1]}.`;
    lines.push({ tone: 'plain', text });
  }
  lines.push(...consequenceReport(groups, { epochMs, isFull }));
  if (stopped !== undefined) {
    const text = `Entry ${stopped.entry} could not be executed any more: ${stopped.message}`;
    lines.push({ tone: 'note', text });
  }
  if (output !== undefined) {
    lines.push({ tone: 'note', text: `The alternative is ${output}.` });
  }
  return lines;
}

function jsonOf({ groups, isOtherNow, stopped, digests }: Alternative, isEqual: boolean): object {
  return {
    equal: isEqual,
    digests,
    isOtherNow,
    groups,
    ...(stopped === undefined ? {} : { stopped }),
  };
}
