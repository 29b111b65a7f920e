// Opens the file that a proxy records into.

import { randomBytes } from 'node:crypto';
import { openLineWriter, type Numbered } from '../../recording/format/file-writer.ts';
import { behaviour, formatVersion, type ProxyHeader } from '../../recording/format/header.ts';
import type { UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { ProxyLines, Recording } from '../../recording/format/reader.ts';
import { createRedactor } from '../../recording/redaction/redactor.ts';
import { RedactionRules } from '../redaction-rules.ts';
import type { Upstream } from '../upstreams.ts';
import { EntryRedactor } from './entry-redactor.ts';
import type { Suspects } from './suspects.ts';
import type { ProxyWriter } from '../relay/traffic-log.ts';

export interface ProxyRecordingOptions extends OpenOptions {
  readonly version: string;
  readonly upstreams: readonly Upstream[];
  readonly recordedAt: Date;
  /** What is replaced besides known secrets. */
  readonly rules: readonly string[];
}

/** What is shared by all recordings of proxies. */
interface OpenOptions {
  /** Searches what is written. */
  readonly suspects: Suspects;
  readonly onFailed: (error: unknown) => void;
}

/** Creates the file. Throws the error of the file system; an existing file is one. */
export function openProxyRecording(file: string, options: ProxyRecordingOptions): ProxyWriter {
  const { version, upstreams, recordedAt, rules } = options;
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
  return openWriter(file, header, 0, options);
}

/** As `openProxyRecording`, for a file that begins with all of another recording. */
export function continueProxyRecording(
  file: string,
  { header, entries }: Pick<Recording<ProxyLines>, 'header' | 'entries'>,
  options: OpenOptions,
): ProxyWriter {
  const { h: _h, ...first } = header;
  const writer = openWriter(file, first, entries.length, options);
  for (const { n: _number, h: _hash, ...entry } of entries) {
    writer.append(entry);
  }
  writer.flush();
  return writer;
}

/** The first `redactedCount` entries come from a recording, without secrets. */
function openWriter(
  file: string,
  header: Omit<ProxyHeader, 'h'>,
  redactedCount: number,
  { suspects, onFailed }: OpenOptions,
): ProxyWriter {
  const { salt, rules = [] } = header.redaction;
  const redactor = new EntryRedactor(
    createRedactor({ salt }),
    new RedactionRules(rules, salt, false),
  );
  const redact = (entry: Numbered<UnsealedProxyEntry>) => {
    if (entry.n <= redactedCount) return entry;
    const written = redactor.redacted(entry);
    suspects.search(written as Readonly<Record<string, unknown>>);
    return written;
  };
  return openLineWriter(file, header, redact, onFailed);
}
