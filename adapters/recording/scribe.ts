// Writes a recording into its file: redacts what was said, chains the lines, and hands them to the operating system. What was
// written is whole up to its last line break, whatever happens then. Where it runs is somebody else's affair; see hand.ts.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { keepText, membersOf, type HashName } from './chain.ts';
import type { Draft } from './draft.ts';
import { putAnswer, putEvent, putRequest } from './entry-text.ts';
import type { EntryOf, RequestEntry, Unplaced } from './format.ts';
import type { Header } from './header.ts';
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

/** What is written as an object that is put in order. */
type OtherDraft = Exclude<Draft, { kind: 'event' | 'http.answer' | RequestEntry['kind'] }>;

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

  function end(name?: HashName): string {
    const hash = lines.end(name);
    if (lines.length() > waitingBytesMax) flush();
    return hash;
  }

  function write(line: object, name?: HashName): string {
    const [before, after] = membersOf(line, name);
    lines.begin();
    lines.put(before);
    lines.cut();
    lines.put(after);
    return end(name);
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

  function takeEvent(draft: Extract<Draft, { kind: 'event' }>): void {
    lines.begin();
    putEvent(lines, count, draft);
    end();
  }

  function takeRequest(draft: Unplaced<RequestEntry>): void {
    const { wire, secrets } = redactor.request(draft);
    keepText(wire.headers);
    if (secrets.length > 0) asked.set(count, secrets);
    const bytes = draft.base64 === undefined ? undefined : Buffer.from(draft.base64, 'base64');
    lines.begin();
    putRequest(lines, count, draft, wire, bytes && redactor.bytes(bytes, secrets));
    end();
  }

  function takeAnswer(draft: Unplaced<EntryOf<'http.answer'>>): void {
    const shown = redactor.answer(draft, secretsOf(draft.to));
    lines.begin();
    putAnswer(lines, count, draft, shown);
    end();
  }

  /** An entry of the other kinds without its secrets. */
  function redacted(draft: OtherDraft): object {
    switch (draft.kind) {
      case 'ws.open': {
        const { wire, secrets } = redactor.request(draft);
        connected.set(draft.conn, secrets);
        if (secrets.length > 0) asked.set(count, secrets);
        return { ...draft, ...wire };
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
    switch (draft.kind) {
      case 'event':
        return takeEvent(draft);
      case 'http.request':
      case 'clock':
      case 'control':
        return takeRequest(draft);
      case 'http.answer':
        return takeAnswer(draft);
      case 'ws.open':
      case 'ws.in':
      case 'ws.out':
      case 'ws.close':
      case 'webhook.attempt':
      case 'webhook.outcome':
      case 'input':
      case 'touch':
        write({ n: count, ...redacted(draft) });
    }
  }

  try {
    write(header);
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
