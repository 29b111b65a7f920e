// Turns the errors that end a replay against `--against` into sentences.

import { trimEndOf } from '../../../core/index.ts';
import { RepriseError } from '../../client/index.ts';
import {
  MissingSecretError,
  MuteTargetError,
  NoPublicKeyError,
  RefusedKeyError,
  SilentTargetError,
  UnknownWorldError,
} from '../../retell/target-errors.ts';
import { CliError } from '../support/errors.ts';

/** Says that a server has stopped answering; undefined if the error is another one. */
export function stopOf(error: unknown, url: string): string | undefined {
  const place = placeOf(error);
  return place === undefined ? undefined : `${url} stopped answering${place}.`;
}

function placeOf(error: unknown): string | undefined {
  if (error instanceof SilentTargetError) return ` at entry ${error.entry} (${error.message})`;
  if (error instanceof RepriseError && error.code === 'unreachable') {
    return ` (${trimEndOf(error.message, '.')})`;
  }
  return error instanceof NoPublicKeyError && error.status === undefined ? '' : undefined;
}

/** A sentence for the operator; the error itself if it is of the program. */
export function usageError(error: unknown, url: string): unknown {
  if (error instanceof MissingSecretError) {
    const name = error.flag.replace('--', 'REPRISE_').replaceAll('-', '_').toUpperCase();
    const user = error.user === undefined ? '' : ` for ${error.user}`;
    return new CliError(
      `Recordings have no secrets, and ${url} needs one of the ${error.service}${user}: set ${error.flag}, or ${name}.`,
    );
  }
  if (error instanceof RefusedKeyError) {
    const user = error.user === undefined ? '' : ` for ${error.user}`;
    return new CliError(
      `${url} refuses the key of the ${error.service}${user} (${error.status}): set ${error.flag} to one that it knows.`,
    );
  }
  if (error instanceof NoPublicKeyError) {
    return new CliError(
      `${url} gives no key to encrypt the secret of --entity-secret with (status ${error.status}).`,
    );
  }
  if (error instanceof MuteTargetError) {
    const seconds = error.waitedMs / 1_000;
    return new CliError(
      `Cannot use ${url} of --against: it accepts connections, and has not answered within ${seconds} s (--wait).`,
    );
  }
  if (error instanceof RepriseError || error instanceof UnknownWorldError) {
    return new CliError(`Cannot use ${url} of --against: ${error.message}`);
  }
  return error;
}
