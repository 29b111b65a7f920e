// The recording that a HAR becomes. Secrets are removed before anything is written, as when a proxy records.

import type { z } from 'zod';
import { entrySchema } from '../../recording/format/entries.ts';
import { openFileWriter, type LineWriter } from '../../recording/format/file-writer.ts';
import { headerSchema, type Header, type ProxyHeader } from '../../recording/format/header.ts';
import { proxyEntrySchema, type UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { UnsealedEntry } from '../../recording/format/entries.ts';
import { chainStart } from '../../recording/format/chain.ts';
import { openProxyWriter } from '../record/open-recording.ts';
import type { Suspects } from '../record/suspects.ts';
import type { LineMembers } from './derived-lines.ts';
import { SessionFileError } from '../session-file-error.ts';

/** The most characters of content that wait to be written. */
const waitingCharsMax = 1024 * 1024;

export interface ImportedRecording {
  /** Adds a line and returns its number. Throws SessionFileError if no recording can have it. */
  readonly append: (line: LineMembers) => number;
  readonly end: (last: Readonly<Record<string, unknown>>) => void;
  /** Ends it without its last line, as a crash would have. */
  readonly cut: () => void;
  /** Closes the file, wherever it ends. */
  readonly abort: () => void;
}

interface RecordingOptions {
  /** The name of the HAR, for messages. */
  readonly name: string;
  /** Whether the lines are those of a recording, whose tokens stay. */
  readonly isExported: boolean;
  /** Searches what is written. */
  readonly suspects: Suspects;
}

/** The header of a recording, of real services or of a world. */
export type ImportedHeader = Omit<Header, 'h'> | Omit<ProxyHeader, 'h'>;

/** Creates the file. Throws the error of the file system; an existing file is one. */
export function openImported(
  file: string,
  header: ImportedHeader,
  { name, isExported, suspects }: RecordingOptions,
): ImportedRecording {
  checkHeader(header, name);
  let failure: unknown;
  const onFailed = (error: unknown) => {
    failure = error;
  };
  const writer = openWriter(file, header, isExported, suspects, onFailed);
  const schema: z.ZodType = header.source === 'world' ? entrySchema : proxyEntrySchema;
  let waitingChars = 0;
  const flush = () => {
    waitingChars = 0;
    writer.flush();
    if (failure !== undefined) throw failure;
  };
  return {
    append(line) {
      const { n: _number, ...members } = line;
      const n = writer.entryCount() + 1;
      const result = schema.safeParse({ ...members, n, h: chainStart });
      if (!result.success) throw unfit(result.error, name, n);
      waitingChars += lengthOf(members['text']) + lengthOf(members['base64']);
      writer.append(members as unknown as UnsealedEntry & UnsealedProxyEntry);
      if (waitingChars > waitingCharsMax) flush();
      return n;
    },
    end({ entries: _entries, ...last }) {
      flush();
      writer.end(last);
    },
    cut() {
      flush();
      writer.abort();
    },
    abort: () => writer.abort(),
  };
}

function lengthOf(content: unknown): number {
  return typeof content === 'string' ? content.length : 0;
}

function openWriter(
  file: string,
  header: ImportedHeader,
  isExported: boolean,
  suspects: Suspects,
  onFailed: (error: unknown) => void,
): LineWriter<UnsealedEntry & UnsealedProxyEntry, object> {
  if (header.source === 'world') {
    return openFileWriter(file, header, onFailed, { isReplay: true }) as unknown as LineWriter<
      UnsealedEntry & UnsealedProxyEntry,
      object
    >;
  }
  return openProxyWriter(file, header, { isReplay: isExported, suspects, onFailed });
}

function checkHeader(header: ImportedHeader, name: string): void {
  const result = headerSchema.safeParse({ ...header, h: chainStart });
  if (result.success) return;
  const [issue] = result.error.issues;
  throw new SessionFileError(
    `${name} has a damaged log._reprise.header (${issue?.path.map(String).join('.')}): export it again.`,
  );
}

function unfit({ issues: [issue] }: z.ZodError, name: string, n: number): SessionFileError {
  const place = issue?.path.map(String).join('.') ?? '';
  return new SessionFileError(
    `${name} cannot be imported: its line ${n} would not fit a recording (${place}: ${issue?.message ?? ''}).`,
  );
}
