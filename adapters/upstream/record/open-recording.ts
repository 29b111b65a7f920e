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
  return openProxyWriter(file, proxyHeader(options), options);
}

/** The header of a new recording. */
export function proxyHeader({
  version,
  upstreams,
  recordedAt,
  rules,
}: Omit<ProxyRecordingOptions, keyof OpenOptions>): Omit<ProxyHeader, 'h'> {
  const salt = randomBytes(16).toString('hex');
  return {
    reprise: formatVersion,
    kind: 'header',
    engine: `reprise ${version}`,
    behaviour,
    source: 'proxy',
    upstreams: Object.fromEntries(upstreams.map(({ service, base }) => [service, base])),
    redaction: { salt, ...(rules.length === 0 ? {} : { rules: [...rules] }) },
    recordedAt: recordedAt.toISOString(),
  };
}

/** As `openProxyRecording`, for a file that begins with all of another recording. */
export function continueProxyRecording(
  file: string,
  { header, entries }: Pick<Recording<ProxyLines>, 'header' | 'entries'>,
  options: OpenOptions,
): ProxyWriter {
  const { h: _h, ...first } = header;
  const writer = openProxyWriter(file, first, { ...options, redactedCount: entries.length });
  for (const { n: _number, h: _hash, ...entry } of entries) {
    writer.append(entry);
  }
  writer.flush();
  return writer;
}

interface HeaderedOptions extends OpenOptions {
  /** The first entries that come from a recording, without secrets. */
  readonly redactedCount?: number;
  /** Whether the entries come from a recording with the same salt, whose tokens stay. */
  readonly isReplay?: boolean;
}

/** As `openProxyRecording`, for a file with this header. */
export function openProxyWriter(
  file: string,
  header: Omit<ProxyHeader, 'h'>,
  { suspects, onFailed, redactedCount = 0, isReplay = false }: HeaderedOptions,
): ProxyWriter {
  const { salt, rules = [] } = header.redaction;
  const redactor = new EntryRedactor(
    createRedactor({ salt, isReplay }),
    new RedactionRules(rules, salt, isReplay),
  );
  const redact = (entry: Numbered<UnsealedProxyEntry>) => {
    if (entry.n <= redactedCount) return entry;
    const written = redactor.redacted(entry);
    suspects.search(written as Readonly<Record<string, unknown>>);
    return written;
  };
  return openLineWriter(file, header, redact, onFailed);
}
