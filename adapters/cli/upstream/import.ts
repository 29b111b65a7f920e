// `reprise import`: makes a recording of a HAR.

import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { reason } from '../../stores/damage.ts';
import { readHar, type ReadHar } from '../../upstream/har/import-har.ts';
import { openImported, type ImportedHeader } from '../../upstream/har/imported-recording.ts';
import type { ImportCounts } from '../../upstream/har/step-writer.ts';
import { proxyHeader } from '../../upstream/record/open-recording.ts';
import { Suspects } from '../../upstream/record/suspects.ts';
import { SessionFileError } from '../../upstream/session-file-error.ts';
import { ownedPaths } from '../../upstream/owned-paths.ts';
import { listed } from '../../wording.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { createdFile } from '../support/created-file.ts';
import { printSuspects, sessionText, unusable } from './recorded-file.ts';
import { sizeText } from '../support/size-text.ts';
import { upstreamOf, type NamedUpstream } from './upstream-flags.ts';

export interface ImportFlags {
  /** The services that are imported; empty if they are to be found. */
  readonly upstreams: readonly NamedUpstream[];
  readonly output: string;
  readonly redact?: readonly string[];
  readonly allowMissing?: boolean;
  readonly json?: boolean;
}

/** The most origins that are listed as left out. */
const listedMax = 5;

/** Imports a HAR; resolves with the exit code. */
export async function importHar(name: string, flags: ImportFlags, host: CliHost): Promise<number> {
  const { progress, printError } = host;
  try {
    const har = await readHar(resolve(host.cwd, name), {
      name,
      upstreams: flags.upstreams.map(upstreamOf),
      paths: ownedPaths(),
      allowsMissingBodies: flags.allowMissing === true,
      onProgress: (done, total, entries) =>
        progress(`${sizeText(done)} of ${sizeText(total)}, ${entries} entries`),
    });
    try {
      const suspects = new Suspects();
      const counts = await recordingOf(har, name, suspects, flags, host);
      progress('');
      report(har, counts, flags, host);
      printSuspects(suspects.found, printError, 'import');
    } finally {
      har.close();
    }
    return exitCodes.fine;
  } catch (error) {
    progress('');
    throw asSentence(error, name);
  }
}

async function recordingOf(
  har: ReadHar,
  name: string,
  suspects: Suspects,
  { output, redact = [] }: ImportFlags,
  { cwd, now, version, progress }: CliHost,
): Promise<ImportCounts> {
  const { upstreams } = har;
  const header =
    har.header === undefined
      ? proxyHeader({ version, upstreams, recordedAt: now(), rules: redact })
      : withRules(har.header, redact);
  const file = resolve(cwd, output);
  const isExported = har.header !== undefined;
  const recording = createdFile(file, () =>
    openImported(file, header, { name, isExported, suspects }),
  );
  let isWhole = false;
  try {
    const counts = await har.writeTo(recording, (done, total) =>
      progress(`${done} of ${total} lines`),
    );
    isWhole = true;
    return counts;
  } finally {
    recording.abort();
    if (!isWhole) rmSync(file, { force: true });
  }
}

/** The header of an exported recording, with further rules of redaction. */
function withRules(header: ImportedHeader, redact: readonly string[]): ImportedHeader {
  if (redact.length === 0) return header;
  if (header.source === 'world') {
    throw new CliError(
      '--redact is for recordings of real services: worlds have their own secrets.',
    );
  }
  const { redaction } = header;
  const rules = [...new Set([...(redaction.rules ?? []), ...redact])];
  return { ...header, redaction: { ...redaction, rules } };
}

function report(
  { upstreams, leftOut }: ReadHar,
  { requests, sockets, frames }: ImportCounts,
  { output, json }: ImportFlags,
  { print }: CliHost,
): void {
  const { origins, inline } = leftOut();
  if (json === true) {
    const leftOutOf = Object.fromEntries(origins.map(({ name, count }) => [name, count]));
    const counts = { requests, sockets, frames, leftOut: { origins: leftOutOf, inline } };
    return print(JSON.stringify({ file: output, upstreams, ...counts }));
  }
  print(`Imported ${sessionText({ requests, sockets, frames })} in ${output}.`);
  for (const { service, base } of upstreams) print(`  ${service.padEnd(10)} ${base}`);
  if (origins.length > 0) {
    const texts = origins.map(({ name, count }) => `${name} (${count})`);
    print(`  left out   ${listed(texts, listedMax)}`);
  }
  if (inline > 0) print(`  left out   data:, blob: and other URLs without a host (${inline})`);
}

function asSentence(error: unknown, name: string): unknown {
  if (error instanceof SessionFileError) return unusable(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  const sentences: Readonly<Record<string, string>> = {
    ENOENT: `There is no file ${name}. Set the path of a HAR.`,
    EISDIR: `${name} is a folder, not a HAR; choose a file.`,
    EACCES: `${name} may not be read by this user; change its permissions.`,
  };
  return new CliError(
    sentences[code ?? ''] ?? `Cannot read ${name} (${reason(error)}).`,
    exitCodes.unreadable,
  );
}
