// Writes a recording into its file: redacts what was said, chains the lines, and hands them to the operating system. What was
// written is whole up to its last line break, whatever happens then. Where it runs is somebody else's affair; see hand.ts.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { chainStart, keepText, membersOf, type HashName } from './chain.ts';
import type { Draft } from './draft.ts';
import type { Header } from './format.ts';
import { createLineBuffer } from './line-buffer.ts';
import { createRedactor, type Secrets } from './redaction.ts';

export interface Scribe {
  /** Writes entries down, and changes them meanwhile. Throws what the file system says; nothing may be taken after that. */
  readonly take: (drafts: readonly Draft[]) => void;
  /** Writes the last line and closes the file; gives the seal. */
  readonly end: (digest: string) => string;
  /** Closes the file as it is. */
  readonly close: () => void;
}

/** What may wait to be written. */
const waitingBytesMax = 256 * 1024;

/**
 * Begins a new file, readable by its owner only, with its header. Throws what the file system says, also where there is a
 * file already, and leaves none behind.
 */
export function createScribe(file: string, header: Omit<Header, 'h'>): Scribe {
  const descriptor = openSync(file, 'wx', 0o600);
  const redactor = createRedactor({ salt: header.redaction.salt });
  const lines = createLineBuffer();
  /** The secrets of requests that are not answered yet, and of connections. */
  let asked = new Map<number, Secrets>();
  const connected = new Map<number, Secrets>();
  let isOpen = true;
  let count = 0;
  let hash = chainStart;

  function write([before, after]: readonly [string, string], name?: HashName): void {
    hash = lines.add(hash, before, after, name);
    if (lines.length() > waitingBytesMax) flush();
  }

  function flush(): void {
    const bytes = lines.take();
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

  /** The entry without its secrets, as an object that nobody else has. */
  function redacted(draft: Exclude<Draft, { kind: 'event' }>): object {
    switch (draft.kind) {
      case 'http.request':
      case 'clock':
      case 'control':
      case 'ws.open': {
        const { wire, secrets } = redactor.request(draft);
        keepText(wire.headers);
        if (draft.kind === 'ws.open') connected.set(draft.conn, secrets);
        if (secrets.length > 0) asked.set(count, secrets);
        if (draft.kind === 'ws.open' || draft.base64 === undefined) {
          return Object.assign(draft, wire);
        }
        const bytes = redactor.bytes(Buffer.from(draft.base64, 'base64'), secrets);
        return Object.assign(draft, wire, { base64: bytes.toString('base64') });
      }
      case 'http.answer': {
        return Object.assign(draft, redactor.answer(draft, secretsOf(draft.to)));
      }
      case 'ws.in':
      case 'ws.out':
        if (draft.text === undefined) return draft;
        return { ...draft, text: redactor.frame(draft.text, connected.get(draft.conn) ?? []) };
      case 'ws.close': {
        const secrets = connected.get(draft.conn) ?? [];
        connected.delete(draft.conn);
        return { ...draft, reason: redactor.frame(draft.reason, secrets) };
      }
      case 'webhook.attempt':
        return { ...draft, url: redactor.endpoint(draft.url) };
      case 'input':
        if (draft.data.kind !== 'config' && !isSubscribing(draft.data)) return draft;
        return { ...draft, data: redactor.json(draft.data) };
      case 'touch':
      case 'webhook.outcome':
        return draft;
    }
  }

  function takeOne(draft: Draft): void {
    count += 1;
    if (draft.kind === 'event') return write(eventMembers(draft, count));
    const line: { n?: number } = redacted(draft);
    line.n = count;
    write(membersOf(line));
  }

  try {
    write(membersOf(header));
    flush();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }

  return {
    take: (drafts) => {
      try {
        drafts.forEach(takeOne);
      } finally {
        flush(); // what is whole stays, whatever cannot be written down
      }
    },
    end: (digest) => {
      write(membersOf({ kind: 'end', entries: count, digest }, 'seal'), 'seal');
      flush();
      close();
      return hash;
    },
    close,
  };
}

/** Where webhooks go to may hold secrets, and is in no digest. */
function isSubscribing(data: Readonly<Record<string, unknown>>): boolean {
  const command = data['command'] as { readonly type?: unknown } | undefined;
  return command?.type === 'CreateSubscription';
}

/** The members of an event's line on both sides of the chain hash: its canonical text has them in this order already. */
function eventMembers(
  { text, position }: Extract<Draft, { kind: 'event' }>,
  n: number,
): readonly [string, string] {
  // Nothing inside of a string or of the data can look like this and be the last one.
  const cut = text.lastIndexOf(`,"position":${position},"stream":`);
  return [text.slice(1, cut), `"kind":"event","n":${n},${text.slice(cut + 1, -1)}`];
}
