// Writes a recording file: numbers entries, removes their secrets, chains the lines and passes those of one event-loop turn
// to the operating system together. The file is intact up to its last line break, whatever happens afterwards.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { InPieces } from '../../../core/index.ts';
import { loopPhases } from '../../loop-phases.ts';
import { chainStart, link, type HashName } from './chain.ts';
import type { LastState } from './end-line.ts';
import type { UnsealedEntry } from './entries.ts';
import type { Header } from './header.ts';
import { secretCommands } from '../redaction/names.ts';
import {
  createRedactor,
  type RawWireRequest,
  type Redactor,
  type Secrets,
} from '../redaction/redactor.ts';

/** Writes entries of one kind of recording, and an end line with these members. */
export interface LineWriter<Entry, Last> {
  /** The number of entries so far. */
  readonly entryCount: () => number;
  /** How many of them are written, and cannot change any more. */
  readonly writtenCount: () => number;
  /** Adds an entry and returns its number. It is in the file before any response of this event-loop turn is sent. */
  readonly append: (entry: Entry) => number;
  /** Writes all appended entries. */
  readonly flush: () => void;
  /** Writes the end line, closes the file and returns the seal. Throws the error of the file system. */
  readonly end: (lastState: Last) => string;
  /** Writes all appended entries and closes the file without an end line. Never throws. */
  readonly abort: () => void;
}

export interface RecordingWriter extends LineWriter<UnsealedEntry, LastState> {
  /** Redacts a request with a long body before its entry is appended. */
  readonly prepare: (request: RawWireRequest) => InPieces<void>;
  /** As `prepare`, for the next frame of a connection. */
  readonly prepareFrame: (conn: number, text: string) => InPieces<void>;
}

export interface FileWriterOptions {
  /** Whether the entries come from a recording with the same salt, whose tokens stay. */
  readonly isReplay?: boolean;
  /** Called after lines were passed to the operating system. */
  readonly onWritten?: () => void;
}

/** An entry with its number. */
export type Numbered<Entry> = Entry & { readonly n: number };

/** The most entries that wait for the end of the turn. */
const pendingMax = 1_000;
/** The most characters of lines in memory. */
const bufferedCharsMax = 256 * 1024;

/** Writes the recording of a world, as `openLineWriter` does. */
export function openFileWriter(
  file: string,
  header: Omit<Header, 'h'>,
  onFailed: (error: unknown) => void,
  { isReplay = false, onWritten }: FileWriterOptions = {},
): RecordingWriter {
  const redactor = createRedactor({ salt: header.redaction.salt, isReplay });
  const { redact, prepareFrame } = createEntryRedactor(redactor);
  const lines = openLineWriter<UnsealedEntry, LastState>(file, header, redact, onFailed, onWritten);
  return {
    ...lines,
    prepare: (request) => redactor.prepare(request),
    *prepareFrame(conn, text) {
      lines.flush(); // the secrets of the connection are known
      yield* prepareFrame(conn, text);
    },
  };
}

/**
 * Creates a file, readable by its owner only, and writes the header. Throws the error of the file system (an existing file
 * is one) and leaves no new file then. Calls `onFailed` once if an entry cannot be written, and ignores all later entries.
 *
 * It writes in this thread: handing entries to a worker was measured to cost as much as writing them.
 */
export function openLineWriter<Entry extends object, Last extends object>(
  file: string,
  header: object,
  redact: (entry: Numbered<Entry>) => object,
  onFailed: (error: unknown) => void,
  onWritten: () => void = () => undefined,
): LineWriter<Entry, Last> {
  const descriptor = openSync(file, 'wx', 0o600);
  let count = 0;
  let pending: Numbered<Entry>[] = [];
  let isFlushScheduled = false;
  let buffered = '';
  let previous = chainStart;
  let isOpen = true;
  let failure: unknown;

  function addLine(line: object, name?: HashName): string {
    const { text, hash } = link(previous, line, name);
    previous = hash;
    buffered += `${text}\n`;
    if (buffered.length > bufferedCharsMax) writeBuffered();
    return hash;
  }

  function writeBuffered(): void {
    const bytes = Buffer.from(buffered);
    buffered = '';
    for (let written = 0; written < bytes.length;) {
      written += writeSync(descriptor, bytes, written);
    }
    if (bytes.length > 0) onWritten();
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
  }

  function flush(): void {
    isFlushScheduled = false;
    const entries = pending;
    pending = [];
    if (!isOpen || failure !== undefined) return;
    try {
      try {
        for (const entry of entries) addLine(redact(entry));
      } finally {
        writeBuffered(); // entries before one that cannot be printed
      }
    } catch (error) {
      failure = error;
      onFailed(error);
    }
  }

  try {
    addLine(header);
    writeBuffered();
  } catch (error) {
    close();
    rmSync(file, { force: true });
    throw error;
  }

  return {
    entryCount: () => count,
    writtenCount: () => count - pending.length,
    append(entry) {
      count += 1;
      pending.push({ n: count, ...entry });
      if (pending.length >= pendingMax) flush();
      else if (!isFlushScheduled) {
        isFlushScheduled = true;
        loopPhases.onRecordPhase(flush);
      }
      return count;
    },
    flush,
    end(lastState) {
      flush();
      if (failure !== undefined) throw failure;
      const seal = addLine({ kind: 'end', entries: count, ...lastState }, 'seal');
      writeBuffered();
      close();
      return seal;
    },
    abort() {
      flush();
      try {
        close();
      } catch {
        // the file cannot be written either way
      }
    },
  };
}

interface EntryRedactor extends Pick<RecordingWriter, 'prepareFrame'> {
  readonly redact: (entry: Numbered<UnsealedEntry>) => object;
}

/** Removes the secrets of entries, which come in their order: answers and frames may repeat those of earlier entries. */
function createEntryRedactor(redactor: Redactor): EntryRedactor {
  /** By the number of the request; removed with its answer. */
  let ofRequests = new Map<number, Secrets>();
  const ofConnections = new Map<number, Secrets>();
  /** By the number of the connection; removed with its next frame. */
  const preparedFrames = new Map<number, { readonly text: string; readonly redacted: string }>();

  function takeSecretsOf(request: number): Secrets {
    const secrets = ofRequests.get(request) ?? [];
    ofRequests.delete(request);
    if (ofRequests.size === 0) ofRequests = new Map(); // see recorder.ts
    return secrets;
  }

  function* prepareFrame(conn: number, text: string): InPieces<void> {
    const redacted = yield* redactor.frameInPieces(text, ofConnections.get(conn) ?? []);
    preparedFrames.set(conn, { text, redacted });
  }

  function redactedFrame(conn: number, text: string): string {
    const prepared = preparedFrames.get(conn);
    preparedFrames.delete(conn);
    if (prepared?.text === text) return prepared.redacted;
    return redactor.frame(text, ofConnections.get(conn) ?? []);
  }

  function redact(entry: Numbered<UnsealedEntry>): object {
    switch (entry.kind) {
      case 'http.request':
      case 'clock':
      case 'control': {
        const { wire, secrets } = redactor.request(entry);
        if (secrets.length > 0) ofRequests.set(entry.n, secrets);
        if (entry.base64 === undefined) return { ...entry, ...wire };
        const bytes = redactor.bytes(Buffer.from(entry.base64, 'base64'), secrets);
        return { ...entry, ...wire, base64: bytes.toString('base64') };
      }
      case 'http.answer':
        return { ...entry, ...redactor.answer(entry, takeSecretsOf(entry.to)) };
      case 'ws.open': {
        const { wire, secrets } = redactor.request(entry);
        ofConnections.set(entry.conn, secrets);
        if (secrets.length > 0) ofRequests.set(entry.n, secrets);
        return { ...entry, ...wire };
      }
      case 'ws.in':
        if (entry.text === undefined) return entry;
        return { ...entry, text: redactedFrame(entry.conn, entry.text) };
      case 'ws.out':
        if (entry.text === undefined) return entry;
        return { ...entry, text: redactor.frame(entry.text, ofConnections.get(entry.conn) ?? []) };
      case 'ws.close': {
        const secrets = ofConnections.get(entry.conn) ?? [];
        ofConnections.delete(entry.conn);
        preparedFrames.delete(entry.conn);
        return { ...entry, reason: redactor.frame(entry.reason, secrets) };
      }
      case 'webhook.attempt':
        return { ...entry, url: redactor.endpoint(entry.url) };
      case 'input':
        if (entry.data.kind !== 'config' && !isSecretCommand(entry.data)) return entry;
        return { ...entry, data: redactor.json(entry.data) };
      case 'event':
      case 'touch':
      case 'webhook.outcome':
        return entry;
    }
  }

  return { redact, prepareFrame };
}

function isSecretCommand(data: Readonly<Record<string, unknown>>): boolean {
  const { type } = (data['command'] ?? {}) as { readonly type?: unknown };
  return typeof type === 'string' && secretCommands.has(type);
}
