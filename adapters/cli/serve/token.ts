// The token of the control plane, as the environment sets it.

import { CliError } from '../support/errors.ts';

/** Undefined if it is not set. Throws CliError if it is not valid. */
export function tokenOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = env['REPRISE_TOKEN'];
  if (token === undefined || /^\S{8,200}$/.test(token)) return token;
  throw new CliError(
    'REPRISE_TOKEN must have 8 to 200 characters, without spaces; leave it unset for a random token.',
  );
}
