// Writes the steps of a HAR into a recording. The lines of an exported recording keep their numbers if all of them are there; others
// are numbered as they come.

import { derivedFrame, opcodes, patched, type LineMembers } from './derived-lines.ts';
import { exportedLines } from './exported-lines.ts';
import {
  answerNumber,
  foreignAnswer,
  foreignRequest,
  headNumber,
  isSocket,
} from './foreign-lines.ts';
import type { HarMessage } from './har-format.ts';
import { steps, type HarIndex, type IndexedEntry, type Step } from './har-index.ts';
import type { HarServices } from './har-services.ts';
import type { ImportedRecording } from './imported-recording.ts';

/** What of a HAR was imported. */
export interface ImportCounts {
  readonly requests: number;
  readonly sockets: number;
  readonly frames: number;
}

type Bases = Readonly<Record<string, string>>;

/** The lines of entries that are in memory, by the bytes of their entries: an answer mostly comes soon after its request. */
const cachedBytesMax = 16 * 1024 * 1024;

/** The lines of an entry besides its frames. */
interface EntryLines {
  readonly request: readonly LineMembers[];
  readonly answer: readonly LineMembers[];
  readonly exported: readonly LineMembers[];
}

/** An entry of which some lines have been written. */
interface OpenEntry {
  /** The numbers of its lines, by those that they have in the entry. */
  readonly numbers: Map<number, number>;
  conn: number;
  stepsLeft: number;
  /** Whether its service is not imported. */
  readonly isLeftOut: boolean;
}

export class StepWriter {
  readonly #index: HarIndex;
  readonly #services: HarServices;
  readonly #isWhole: boolean;
  readonly #open = new Map<number, OpenEntry>();
  readonly #cached = new Map<number, { readonly lines: EntryLines; readonly bytes: number }>();
  #cachedBytes = 0;
  #connections = 0;
  #requests = 0;
  #frames = 0;

  /** `isWhole`: whether the lines keep their numbers. */
  constructor(index: HarIndex, services: HarServices, isWhole: boolean) {
    this.#index = index;
    this.#services = services;
    this.#isWhole = isWhole;
  }

  get counts(): ImportCounts {
    return { requests: this.#requests, sockets: this.#connections, frames: this.#frames };
  }

  write(step: Step, recording: ImportedRecording): void {
    const { kind, entry, range } = step;
    if (kind === steps.line) return void recording.append(this.#index.readLine(range));
    const open = this.#opened(entry);
    if (!open.isLeftOut) this.#writeOf(open, step, recording);
    open.stepsLeft -= 1;
    if (open.stepsLeft > 0) return;
    this.#open.delete(entry);
    this.#forget(entry);
  }

  #writeOf(open: OpenEntry, step: Step, recording: ImportedRecording): void {
    const { kind, key, entry, range } = step;
    if (kind === steps.message) {
      this.#frames += 1;
      const line = this.#frame(this.#index.readMessage(range, entry), open, step);
      recording.append(this.#isWhole ? line : { ...line, conn: open.conn });
    } else {
      const lines = this.#linesOf(entry);
      for (const line of linesAt(kind, lines)) {
        const at = kind < steps.exported ? { at: key } : {};
        this.#append({ ...line, ...at }, open, recording);
      }
    }
  }

  #append(line: LineMembers, open: OpenEntry, recording: ImportedRecording): void {
    const { kind, to, conn, after, n: given } = line;
    const isHead = kind !== 'http.answer' && to === undefined && kind !== 'ws.close';
    if (isHead && kind === 'ws.open') {
      this.#connections += 1;
      open.conn = this.#isWhole ? Number(conn) : this.#connections;
    } else if (isHead) this.#requests += 1;
    const head = open.numbers.get(headNumber);
    const linked = {
      ...line,
      ...(to === undefined ? {} : { to: open.numbers.get(Number(to)) ?? head }),
      ...(conn === undefined ? {} : { conn: open.conn }),
      ...(typeof after === 'number' ? { after: this.#index.rankOf(after) } : {}),
    };
    const n = recording.append(this.#isWhole ? line : linked);
    if (isHead) open.numbers.set(headNumber, n);
    if (isHead || kind === 'http.answer') {
      open.numbers.set(Number(given ?? (isHead ? headNumber : answerNumber)), n);
    }
  }

  #frame(message: HarMessage, { conn }: OpenEntry, { key }: Step): LineMembers {
    if (message._reprise !== null && message._reprise !== undefined) {
      return patched({ ...derivedFrame(message), conn }, message._reprise);
    }
    const isEnd = message.type === 'error' || message.opcode === opcodes.close;
    return { ...(isEnd ? closeOf(message) : derivedFrame(message)), at: key, conn };
  }

  #opened(entry: number): OpenEntry {
    let open = this.#open.get(entry);
    if (open === undefined) {
      const { stepCount, isExported, service } = this.#index.entry(entry);
      const isLeftOut = !isExported && this.#services.at(service) === undefined;
      open = { numbers: new Map(), conn: 0, stepsLeft: stepCount, isLeftOut };
      this.#open.set(entry, open);
    }
    return open;
  }

  #linesOf(number: number): EntryLines {
    const cached = this.#cached.get(number);
    if (cached !== undefined) return cached.lines;
    const range = this.#index.entry(number);
    const lines = this.#readLines(number, range);
    const bytes = range.end - range.start - messageBytes(range);
    this.#cached.set(number, { lines, bytes });
    this.#cachedBytes += bytes;
    for (const old of this.#cached.keys()) {
      if (this.#cachedBytes <= cachedBytesMax) break;
      this.#forget(old);
    }
    return lines;
  }

  #forget(entry: number): void {
    this.#cachedBytes -= this.#cached.get(entry)?.bytes ?? 0;
    this.#cached.delete(entry);
  }

  #readLines(number: number, { isExported, service, messageCount }: IndexedEntry): EntryLines {
    const entry = this.#index.readEntry(number);
    const { header } = this.#index.origin ?? {};
    if (isExported) {
      const upstreams = header?.source === 'proxy' ? header['upstreams'] : undefined;
      const exported = exportedLines(entry, upstreams as Bases | undefined);
      return { request: [], answer: [], exported };
    }
    const upstream = this.#services.at(service);
    if (upstream === undefined) return { request: [], answer: [], exported: [] };
    const isOfSocket = isSocket(entry, messageCount);
    return {
      request: foreignRequest(entry, upstream, isOfSocket),
      answer: foreignAnswer(entry, upstream, isOfSocket),
      exported: [],
    };
  }
}

function linesAt(kind: number, lines: EntryLines): readonly LineMembers[] {
  if (kind === steps.request) return lines.request;
  if (kind === steps.answer) return lines.answer;
  return lines.exported.slice(kind - steps.exported, kind - steps.exported + 1);
}

function messageBytes({ messages }: IndexedEntry): number {
  return messages === undefined ? 0 : messages.end - messages.start;
}

/** The end of a connection: a close frame has a code and a reason, or nothing. */
function closeOf({ type, data }: HarMessage): LineMembers {
  if (type === 'error') return { kind: 'ws.close', by: 'server', code: 1006, reason: '' };
  const bytes = Buffer.from(data, 'base64');
  const code = bytes.length < 2 ? 1005 : bytes.readUInt16BE(0);
  const by = type === 'send' ? 'client' : 'server';
  return { kind: 'ws.close', by, code, reason: bytes.toString('utf8', 2) };
}
