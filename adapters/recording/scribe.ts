// Writes a recording into its file: redacts what was said, chains the lines, and hands them to the operating system. What was
// written is whole up to its last line break, whatever happens then. Where it runs is somebody else's affair; see hand.ts.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { chainStart, link, type HashName } from './chain.ts';
import type { Unplaced } from './format.ts';
import type { Header } from './header.ts';
import { createRedactor, type Secrets } from './redaction.ts';

export interface Scribe {
  /** Writes entries down. Throws what the file system says; nothing may be taken after that. */
  readonly take: (entries: readonly Unplaced[]) => void;
  /** Writes the last line and closes the file; gives the seal. */
  readonly end: (digest: string) => string;
  /** Closes the file as it is. */
  readonly close: () => void;
}

/** The most characters of lines that wait to be written together. */
const waitingCharsMax = 256 * 1024;

/**
 * Begins a new file, readable by its owner only, with its header. Throws what the file system says, also where there is a
 * file already, and leaves none behind.
 */
export function createScribe(file: string, header: Omit<Header, 'h'>): Scribe {
  const descriptor = openSync(file, 'wx', 0o600);
  const redactor = createRedactor({ salt: header.redaction.salt });
  let waiting = '';
  let previous = chainStart;
  /** The secrets of requests that are not answered yet, and of connections. */
  let asked = new Map<number, Secrets>();
  const connected = new Map<number, Secrets>();
  let isOpen = true;
  let count = 0;

  function write(line: object, name?: HashName): string {
    const { text, hash } = link(previous, line, name);
    previous = hash;
    waiting += `${text}\n`;
    if (waiting.length > waitingCharsMax) flush();
    return hash;
  }

  function flush(): void {
    const bytes = Buffer.from(waiting);
    waiting = '';
    if (!isOpen) return;
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(descriptor, bytes, written);
      }
    } catch (error) {
      close();
      throw error;
    }
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
  }

  /** The secrets of a request that is answered now. */
  function secretsOf(request: number): Secrets {
    const secrets = asked.get(request) ?? [];
    asked.delete(request);
    if (asked.size === 0) asked = new Map(); // see recorder.ts
    return secrets;
  }

  /** An entry without its secrets, whose number is `count`. */
  function redacted(entry: Unplaced): object {
    switch (entry.kind) {
      case 'http.request':
      case 'clock':
      case 'control': {
        const { wire, secrets } = redactor.request(entry);
        if (secrets.length > 0) asked.set(count, secrets);
        if (entry.base64 === undefined) return { ...entry, ...wire };
        const bytes = redactor.bytes(Buffer.from(entry.base64, 'base64'), secrets);
        return { ...entry, ...wire, base64: bytes.toString('base64') };
      }
      case 'http.answer':
        return { ...entry, ...redactor.answer(entry, secretsOf(entry.to)) };
      case 'ws.open': {
        const { wire, secrets } = redactor.request(entry);
        connected.set(entry.conn, secrets);
        if (secrets.length > 0) asked.set(count, secrets);
        return { ...entry, ...wire };
      }
      case 'ws.in':
      case 'ws.out':
        if (entry.text === undefined) return entry;
        return { ...entry, text: redactor.frame(entry.text, connected.get(entry.conn) ?? []) };
      case 'ws.close': {
        const secrets = connected.get(entry.conn) ?? [];
        connected.delete(entry.conn);
        return { ...entry, reason: redactor.frame(entry.reason, secrets) };
      }
      case 'webhook.attempt':
        return { ...entry, url: redactor.endpoint(entry.url) };
      case 'input':
        if (entry.data.kind !== 'config' && !isSubscribing(entry.data)) return entry;
        return { ...entry, data: redactor.json(entry.data) };
      case 'event':
      case 'touch':
      case 'webhook.outcome':
        return entry;
    }
  }

  function takeOne(entry: Unplaced): void {
    count += 1;
    write({ ...redacted(entry), n: count });
  }

  try {
    write(header);
    flush();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }

  return {
    take: (entries) => {
      try {
        entries.forEach(takeOne);
      } finally {
        flush(); // what is whole stays, whatever cannot be written down
      }
    },
    end: (digest) => {
      const seal = write({ kind: 'end', entries: count, digest }, 'seal');
      flush();
      close();
      return seal;
    },
    close,
  };
}

/** Where webhooks go to may hold secrets, and is in no digest. */
function isSubscribing(data: Readonly<Record<string, unknown>>): boolean {
  const command = data['command'] as { readonly type?: unknown } | undefined;
  return command?.type === 'CreateSubscription';
}
