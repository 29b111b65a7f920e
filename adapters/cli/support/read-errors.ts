// Turns errors of reading recordings into those of verbs.

import { RecordingError } from '../../recording/format/recording-error.ts';
import { CliError, exitCodes } from './errors.ts';
import { escapeControlChars } from './terminal-text.ts';

/** Converts errors of reading recordings to CliError, with their exit code. */
export async function withReadErrors<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CliError(escapeControlChars(error.message), exitCodes.unreadable);
  }
}
