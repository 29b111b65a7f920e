// Exports a recording as a HAR, and imports a HAR.

import { closeSync, openSync, writeSync } from 'node:fs';
import { ownedPaths } from '../../../adapters/upstream/owned-paths.ts';
import { exportHar, type ExportCounts } from '../../../adapters/upstream/har/export-har.ts';
import { readHar, type ImportOptions } from '../../../adapters/upstream/har/import-har.ts';
import { openImported } from '../../../adapters/upstream/har/imported-recording.ts';
import type { ImportCounts } from '../../../adapters/upstream/har/step-writer.ts';
import { proxyHeader } from '../../../adapters/upstream/record/open-recording.ts';
import { Suspects } from '../../../adapters/upstream/record/suspects.ts';

export async function exportTo(har: string, recording: string): Promise<ExportCounts> {
  const descriptor = openSync(har, 'wx');
  try {
    const write = (text: string) => void writeSync(descriptor, text);
    return await exportHar(recording, { version: '1.2.3', write });
  } finally {
    closeSync(descriptor);
  }
}

export async function importTo(
  recording: string,
  har: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportCounts> {
  const read = await readHar(har, {
    name: 'web.har',
    upstreams: [],
    paths: ownedPaths(),
    allowsMissingBodies: false,
    ...options,
  });
  try {
    const { upstreams } = read;
    const recordedAt = new Date(0);
    const header =
      read.header ?? proxyHeader({ version: '1.2.3', upstreams, recordedAt, rules: [] });
    const imported = openImported(recording, header, {
      name: 'web.har',
      isExported: read.header !== undefined,
      suspects: new Suspects(),
    });
    try {
      return await read.writeTo(imported);
    } finally {
      imported.abort();
    }
  } finally {
    read.close();
  }
}
