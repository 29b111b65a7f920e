// Opens the file that a proxy records into.

import { randomBytes } from 'node:crypto';
import { openLineWriter } from '../../recording/format/file-writer.ts';
import { behaviour, formatVersion, type ProxyHeader } from '../../recording/format/header.ts';
import { createRedactor } from '../../recording/redaction/redactor.ts';
import type { Upstream } from '../upstreams.ts';
import { EntryRedactor } from './entry-redactor.ts';
import type { ProxyWriter } from './traffic-log.ts';

export interface ProxyRecordingOptions {
  readonly version: string;
  readonly upstreams: readonly Upstream[];
  readonly recordedAt: Date;
  readonly onFailed: (error: unknown) => void;
}

/** Creates the file. Throws the error of the file system; an existing file is one. */
export function openProxyRecording(file: string, options: ProxyRecordingOptions): ProxyWriter {
  const { version, upstreams, recordedAt, onFailed } = options;
  const salt = randomBytes(16).toString('hex');
  const header: Omit<ProxyHeader, 'h'> = {
    reprise: formatVersion,
    kind: 'header',
    engine: `reprise ${version}`,
    behaviour,
    source: 'proxy',
    upstreams: Object.fromEntries(upstreams.map(({ service, base }) => [service, base])),
    redaction: { salt },
    recordedAt: recordedAt.toISOString(),
  };
  const redactor = new EntryRedactor(createRedactor({ salt }));
  return openLineWriter(file, header, (entry) => redactor.redacted(entry), onFailed);
}
