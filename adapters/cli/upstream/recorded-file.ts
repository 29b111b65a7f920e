// A recording that a verb creates, and the summary that is printed at its end.

import { counted } from '../../recording/differences/text.ts';
import { reason } from '../../stores/damage.ts';
import type { Suspect } from '../../upstream/record/suspects.ts';
import type { SessionFileError, SessionFileFault } from '../../upstream/session-file-error.ts';
import type { TrafficCounts } from '../../upstream/relay/traffic-log.ts';
import { sizeText } from '../support/size-text.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';

const codeOfFault: Readonly<Record<SessionFileFault, number>> = {
  file: exitCodes.unreadable,
  use: exitCodes.usage,
  cut: exitCodes.differs,
};

/** The error of a file that cannot be used. `remedy`: what to do with one that was cut. */
export function unusable({ message, fault }: SessionFileError, remedy = ''): CliError {
  return new CliError(fault === 'cut' ? `${message}: ${remedy}` : message, codeOfFault[fault]);
}

/** The error of a recording of which no more can be written. */
export function unwritable(file: string, error: unknown): CliError {
  return new CliError(
    `Cannot write ${file} any more (${reason(error)}). It is readable up to its last whole line.`,
    exitCodes.unreadable,
  );
}

/** The recording may be committed: its reader decides. `verb`: what creates it again. */
export function printSuspects(
  found: readonly Suspect[],
  printError: CliHost['printError'],
  verb = 'record',
): void {
  if (found.length === 0) return;
  printError(`These values look like secrets. If one is, ${verb} again with --redact:`);
  for (const { n, path } of found) printError(`  entry ${n}  ${path}`);
}

export function countsText({ requests, frames, bytes }: TrafficCounts): string {
  return `${counted(requests, 'request')}, ${counted(frames, 'frame')}, ${sizeText(bytes)}`;
}

/** The number of items in a recording. */
export function sessionText({
  requests,
  sockets,
  frames,
}: {
  readonly requests: number;
  readonly sockets: number;
  readonly frames: number;
}): string {
  return [counted(requests, 'request'), counted(sockets, 'socket'), counted(frames, 'frame')].join(
    ', ',
  );
}
