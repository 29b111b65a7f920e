// Opens the file that a proxy records into.

import { randomBytes } from 'node:crypto';
import { openLineWriter, type Numbered } from '../../recording/format/file-writer.ts';
import { behaviour, formatVersion, type ProxyHeader } from '../../recording/format/header.ts';
import type { UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';
import { createRedactor } from '../../recording/redaction/redactor.ts';
import { RedactionRules } from '../redaction-rules.ts';
import type { Upstream } from '../upstreams.ts';
import { EntryRedactor } from './entry-redactor.ts';
import type { Suspects } from './suspects.ts';
import type { ProxyWriter } from './traffic-log.ts';

export interface ProxyRecordingOptions {
  readonly version: string;
  readonly upstreams: readonly Upstream[];
  readonly recordedAt: Date;
  /** What is replaced besides known secrets. */
  readonly rules: readonly string[];
  /** Searches what is written. */
  readonly suspects: Suspects;
  readonly onFailed: (error: unknown) => void;
}

/** Creates the file. Throws the error of the file system; an existing file is one. */
export function openProxyRecording(file: string, options: ProxyRecordingOptions): ProxyWriter {
  const { version, upstreams, recordedAt, rules, suspects, onFailed } = options;
  const salt = randomBytes(16).toString('hex');
  const header: Omit<ProxyHeader, 'h'> = {
    reprise: formatVersion,
    kind: 'header',
    engine: `reprise ${version}`,
    behaviour,
    source: 'proxy',
    upstreams: Object.fromEntries(upstreams.map(({ service, base }) => [service, base])),
    redaction: { salt, ...(rules.length === 0 ? {} : { rules: [...rules] }) },
    recordedAt: recordedAt.toISOString(),
  };
  const redactor = new EntryRedactor(
    createRedactor({ salt }),
    new RedactionRules(rules, salt, false),
  );
  const redact = (entry: Numbered<UnsealedProxyEntry>) => {
    const written = redactor.redacted(entry);
    suspects.search(written as Readonly<Record<string, unknown>>);
    return written;
  };
  return openLineWriter(file, header, redact, onFailed);
}
