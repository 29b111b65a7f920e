// `reprise whatif`: the consequences of changes to a recording.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { changeText, EditError, type RecordingChange } from '../../recording/edit/change.ts';
import type { ReportLine } from '../../recording/differences/text.ts';
import { RewriteError } from '../../recording/replay/rewriter.ts';
import { consequenceReport } from '../../recording/whatif/report.ts';
import { sameEndsText } from '../../recording/whatif/same-ends.ts';
import { alternativeOf, type Alternative } from '../../recording/whatif/alternative.ts';
import type { EntryNumbers } from '../../recording/whatif/entry-numbers.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { coloursFor } from '../support/terminal-text.ts';
import { changesIn, openAskedRecording } from './asked-recording.ts';
import { paintedLines } from './diff-text.ts';
import { withReadErrors } from '../support/read-errors.ts';

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
  const asked = await openAskedRecording(file, flags, host);
  const onProgress = (part: number, whole: number) => {
    if (whole > 0) progress(`retelling ${file}  ${Math.floor((100 * part) / whole)} %`);
  };
  const options = { file: output, writtenBy: `reprise ${version}`, onProgress };
  const { numbers, note, recording } = asked;
  let found: Alternative;
  try {
    const own = await withEditErrors(flags, undefined, async () => changesIn(asked, changes));
    found = await withReadErrors(() =>
      withEditErrors(flags, numbers, () => alternativeOf(asked.file, recording, own, options)),
    );
  } finally {
    asked.close();
  }
  const groups = numbers?.groupsInGiven(found.groups, changes) ?? found.groups;
  const result = { ...found, groups };
  progress('');
  const isSame = result.groups.length === 0 && result.digests[0] === result.digests[1];
  const isEqual = isSame && !(result.isOtherNow && changes.length === 0);
  if (flags.json === true) print(JSON.stringify(jsonOf(result, isEqual, note)));
  else {
    const lines = reportOf(file, result, {
      isEqual,
      isFull: flags.all === true,
      changes: changes.map((change) => changeText(change)),
      ...(note === undefined ? {} : { note }),
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

async function withEditErrors<Value>(
  flags: AlternativeFlags,
  numbers: EntryNumbers | undefined,
  act: () => Promise<Value>,
): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof EditError) {
      throw new CliError(numbers?.messageInGiven(error.message) ?? error.message);
    }
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
  readonly changes: readonly string[];
  readonly note?: string;
  readonly output?: string;
}

function reportOf(
  file: string,
  { groups, isOtherNow, stopped, digests, before }: Alternative,
  { isEqual, isFull, changes, note, output }: ReportOptions,
): readonly ReportLine[] {
  const hasChanges = changes.length > 0;
  const epochMs = Date.parse(before.recording.header.epoch);
  const lines: ReportLine[] = [];
  if (note !== undefined) lines.push({ tone: 'note', text: note });
  if (isOtherNow && !hasChanges) {
    const text = `${file} does not replay equal by itself, though nothing was changed: reprise replay ${file} shows how.`;
    lines.push({ tone: 'plain', text });
  } else if (isOtherNow) {
    const text = `note: ${file} does not replay equal by itself (reprise replay shows how): it is compared with how it happens now.`;
    lines.push({ tone: 'note', text });
  }
  const same = sameEndsText({ groups, digests }, hasChanges);
  if (same !== undefined && (isEqual || hasChanges)) lines.push({ tone: 'plain', text: same });
  lines.push(
    ...consequenceReport(groups, { epochMs, isFull, changes, hasEventEntries: note === undefined }),
  );
  if (stopped !== undefined) {
    const text = `Entry ${stopped.entry} could not be executed any more: ${stopped.message}`;
    lines.push({ tone: 'note', text });
  }
  if (output !== undefined) {
    lines.push({ tone: 'note', text: `The alternative is ${output}.` });
  }
  return lines;
}

function jsonOf(
  { groups, isOtherNow, stopped, digests }: Alternative,
  isEqual: boolean,
  note: string | undefined,
): object {
  return {
    equal: isEqual,
    ...(note === undefined ? {} : { note }),
    digests,
    isOtherNow,
    groups,
    ...(stopped === undefined ? {} : { stopped }),
  };
}
