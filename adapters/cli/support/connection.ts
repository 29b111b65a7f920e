// Connections to upstreams, by the flags of a verb.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reason } from '../../stores/damage.ts';
import { upstreamFlaw } from '../../upstream/relay/check-upstream.ts';
import type { Connector } from '../../upstream/relay/connector.ts';
import { CliError } from './errors.ts';

/** Rejects with CliError if the URL of a flag cannot be used. */
export async function checkUpstream(
  base: string,
  flag: string,
  connector: Connector,
): Promise<void> {
  const flaw = await upstreamFlaw(base, connector);
  if (flaw !== undefined) throw new CliError(`Cannot use ${base} of ${flag}: ${flaw}.`);
}

/** The certificate in the file of `--ca`, as PEM. */
export function authorityIn(file: string | undefined, cwd: string): string | undefined {
  if (file === undefined) return undefined;
  try {
    return new X509Certificate(readFileSync(resolve(cwd, file))).toString();
  } catch (error) {
    throw new CliError(
      `Cannot read a certificate from ${file} (${reason(error)}). Set --ca to a PEM file.`,
    );
  }
}
