// `reprise export`: writes a recording as a HAR, or as a page that shows it.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportHar, type ExportCounts } from '../../upstream/har/export-har.ts';
import { withReadErrors } from '../support/read-errors.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { createdExport } from '../support/created-file.ts';
import { sessionText } from './recorded-file.ts';
import { sizeText } from '../support/size-text.ts';

export interface ExportFlags {
  readonly har?: boolean;
  readonly html?: boolean;
  readonly output?: string;
  readonly allowCut?: boolean;
  readonly json?: boolean;
}

/** The most characters that wait to be written. */
const waitingCharsMax = 1024 * 1024;

/** Exports a recording; resolves with the exit code. */
export async function exportRecording(
  recording: string,
  flags: ExportFlags,
  host: CliHost,
): Promise<number> {
  if (flags.har === flags.html) {
    const problem = flags.har === true ? 'There are two formats' : 'The format is missing';
    throw new CliError(`${problem}: set --har or --html.`);
  }
  if (flags.html === true) {
    const { exportHtml } = await import('../studio/export-html.ts'); // with the whole engine
    return exportHtml(recording, flags, host);
  }
  const output = flags.output ?? `${recording.replace(/\.jsonl$/, '')}.har`;
  const file = resolve(host.cwd, output);
  const descriptor = createdExport(file, () => openSync(file, 'wx', 0o600));
  let isWhole = false;
  try {
    const counts = await withReadErrors(() => exportInto(descriptor, recording, host));
    const { cutAfter } = counts;
    if (cutAfter !== undefined && flags.allowCut !== true) {
      throw new CliError(
        `${recording} was cut after entry ${cutAfter}: export the part that exists with --allow-cut.`,
        exitCodes.differs,
      );
    }
    isWhole = true;
    report(recording, output, counts, flags, host);
    return exitCodes.fine;
  } finally {
    host.progress('');
    closeSync(descriptor);
    if (!isWhole) rmSync(file, { force: true });
  }
}

async function exportInto(
  descriptor: number,
  recording: string,
  { cwd, version, progress }: CliHost,
): Promise<ExportCounts> {
  let waiting = '';
  const flush = () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    for (let written = 0; written < bytes.length;) {
      written += writeSync(descriptor, bytes, written);
    }
  };
  const counts = await exportHar(resolve(cwd, recording), {
    version,
    write(text) {
      waiting += text;
      if (waiting.length > waitingCharsMax) flush();
    },
    onProgress: (done, total) => progress(`${sizeText(done)} of ${sizeText(total)}`),
  });
  flush();
  return counts;
}

function report(
  recording: string,
  output: string,
  { requests, sockets, frames, cutAfter }: ExportCounts,
  { json }: ExportFlags,
  { print, printError }: CliHost,
): void {
  if (cutAfter !== undefined) {
    printError(`${recording} was cut after entry ${cutAfter}; the HAR has what precedes that.`);
  }
  if (json === true) return print(JSON.stringify({ file: output, requests, sockets, frames }));
  print(`Exported ${sessionText({ requests, sockets, frames })} in ${output}.`);
}
