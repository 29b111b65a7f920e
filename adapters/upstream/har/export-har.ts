// Writes the exchanges and sockets of a recording as a HAR, one after another. What HAR cannot express is in `_reprise`, so that an
// import gives the same recording.

import { nextLoopTurn } from '../../host-timers.ts';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { ContentWriter, type PieceNote } from './content-writer.ts';
import {
  derivedFrame,
  derivedLine,
  harHeaders,
  linkedHeaders,
  opcodes,
  patchOf,
  socketUrl,
  type EntryHead,
  type LineMembers,
  type LinkBase,
} from './derived-lines.ts';
import { reasonOf } from '../reason.ts';
import { nameOfFailure } from './failure-names.ts';
import type { HarMessage } from './har-format.ts';
import { contents, indexLines, roles, type RecordedLines } from './recorded-lines.ts';

/** Stands for the address of webhooks, which a recording does not have. */
export const webhookBase = 'http://webhook.invalid';

/** The lines after which the event loop goes on: garbage is collected then. */
const linesOfTurn = 64;

export interface ExportOptions {
  /** For the name of the program that wrote it. */
  readonly version: string;
  readonly write: (text: string) => void;
  readonly onProgress?: (bytesDone: number, bytesTotal: number) => void;
}

export interface ExportCounts {
  readonly requests: number;
  readonly sockets: number;
  readonly frames: number;
  /** The number of lines of a recording that was cut. */
  readonly cutAfter: number | undefined;
}

/** Exports a recording, of a proxy or of a world. Rejects with RecordingError. */
export async function exportHar(
  file: string,
  { version, write, onProgress = () => undefined }: ExportOptions,
): Promise<ExportCounts> {
  const lines = await indexLines(file, onProgress);
  try {
    const writer = new HarWriter(lines, write);
    const creator = { name: 'Reprise', version };
    write(`{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[`);
    await writer.entries();
    write('\n],"_reprise":{');
    await writer.origin();
    write('}}}\n');
    const cutAfter = lines.ending.kind === 'cut' ? lines.count : undefined;
    return { ...writer.counts, cutAfter };
  } finally {
    lines.close();
  }
}

class HarWriter {
  readonly #lines: RecordedLines;
  readonly #write: (text: string) => void;
  #requests = 0;
  #sockets = 0;
  #frames = 0;
  #linesRead = 0;

  constructor(lines: RecordedLines, write: (text: string) => void) {
    this.#lines = lines;
    this.#write = write;
  }

  get counts(): Omit<ExportCounts, 'cutAfter'> {
    return { requests: this.#requests, sockets: this.#sockets, frames: this.#frames };
  }

  async entries(): Promise<void> {
    let isFirst = true;
    for (const numbers of this.#lines.exchanges()) {
      this.#write(isFirst ? '\n' : ',\n');
      isFirst = false;
      await this.#entry(new Exchange(numbers, this.#lines));
    }
  }

  /** What precedes and follows the entries in the recording, and the lines that are of none. */
  async origin(): Promise<void> {
    const { header, ending } = this.#lines;
    const { h: _chain, ...first } = header;
    this.#write(`"header":${JSON.stringify(first)}`);
    if (ending.kind === 'whole') {
      const { kind: _kind, seal: _seal, ...last } = ending.end;
      this.#write(`,"end":${JSON.stringify(last)}`);
    }
    if (header.source === 'proxy') return;
    this.#write(',"lines":[');
    let isFirst = true;
    for (const n of this.#lines.inside()) {
      const { h: _hash, ...line } = await this.#read(n);
      this.#write(`${isFirst ? '\n' : ',\n'}${JSON.stringify(line)}`);
      isFirst = false;
    }
    this.#write('\n]');
  }

  async #entry(exchange: Exchange): Promise<void> {
    const { header } = this.#lines;
    const upstreams = header.source === 'proxy' ? header.upstreams : {};
    const place: LinkBase = {
      base: baseOf(exchange.head, upstreams),
      hasPlaceholders: header.source === 'proxy',
    };
    const head = entryHead(exchange, place);
    const isSocket = exchange.head['kind'] === 'ws.open';
    if (isSocket) this.#sockets += 1;
    else this.#requests += 1;
    const startedDateTime = new Date(head.startedMs).toISOString();
    this.#write(`{"startedDateTime":"${startedDateTime}","time":${head.time},"request":{`);
    const pieces = new Map<number, PieceNote>();
    this.#request(exchange, head, place, pieces);
    this.#write('},"response":{');
    this.#response(exchange, head, place, pieces);
    const timings = { send: 0, wait: head.time, receive: 0 };
    this.#write(`},"cache":{},"timings":${JSON.stringify(timings)}`);
    if (isSocket) {
      this.#write(',"_resourceType":"websocket","_webSocketMessages":[');
      await this.#messages(exchange);
      this.#write(']');
    }
    const lines: object[] = [];
    for (const n of exchange.others) {
      const { kind, service, origin, ...line } = await this.#read(n);
      const { text: _text, base64: _base64, ...members } = line;
      const derived = derivedLine(String(kind), head, place);
      const { length, ...piece } = pieces.get(n) ?? { length: 0 };
      const isPart = exchange.isInParts(n);
      lines.push({
        kind,
        ...(service === undefined ? {} : { service }),
        ...(origin === undefined ? {} : { origin }),
        ...patchOf(members, derived),
        ...(isPart ? { length } : {}),
        ...piece,
      });
    }
    this.#write(`,"_reprise":${JSON.stringify({ lines })}}`);
  }

  #request(exchange: Exchange, { request }: EntryHead, place: LinkBase, pieces: Pieces): void {
    const { method, url, headers } = request;
    const queryString = [...new URLSearchParams(queryOf(url))].map(([name, value]) => ({
      name,
      value,
    }));
    const members = { method, url, httpVersion: 'HTTP/1.1', cookies: [], headers, queryString };
    this.#write(`${membersText(members)},"headersSize":-1`);
    const numbers = exchange.requestLines;
    const content = this.#contentWriter(numbers, place);
    if (numbers.every((n) => this.#lines.contentOf(n) === contents.none)) {
      this.#write(',"bodySize":0');
    } else {
      const mimeType = headerIn(headers, 'content-type') ?? '';
      this.#write(`,"postData":{"mimeType":${JSON.stringify(mimeType)},"text":"`);
      this.#content(numbers, content, pieces);
      this.#write(`"${content.isText ? '' : ',"_encoding":"base64"'}},"bodySize":${content.size}`);
    }
  }

  #response(exchange: Exchange, { response }: EntryHead, place: LinkBase, pieces: Pieces): void {
    const { status, statusText, headers, error } = response;
    const members = { status, statusText, httpVersion: 'HTTP/1.1', cookies: [], headers };
    const mimeType = headerIn(headers, 'content-type') ?? 'x-unknown';
    this.#write(`${membersText(members)},"content":{"mimeType":${JSON.stringify(mimeType)}`);
    const numbers = exchange.answerLines;
    const content = this.#contentWriter(numbers, place);
    this.#write(',"text":"');
    this.#content(numbers, content, pieces);
    this.#write(`"${content.isText ? '' : ',"encoding":"base64"'},"size":${content.size}}`);
    const rest = {
      redirectURL: headerIn(headers, 'location') ?? '',
      headersSize: -1,
      bodySize: exchange.answer === undefined ? -1 : content.size,
      ...(error === undefined ? {} : { _error: error }),
    };
    this.#write(`,${membersText(rest)}`);
  }

  /** A line; the event loop goes on after some of them. */
  async #read(n: number): Promise<LineMembers> {
    this.#linesRead += 1;
    if (this.#linesRead % linesOfTurn === 0) await nextLoopTurn();
    return this.#lines.read(n);
  }

  #contentWriter(numbers: readonly number[], place: LinkBase): ContentWriter {
    return new ContentWriter(
      numbers.map((n) => this.#lines.contentOf(n)),
      place,
      this.#write,
    );
  }

  #content(numbers: readonly number[], content: ContentWriter, pieces: Pieces): void {
    for (const n of numbers) pieces.set(n, content.add(this.#lines.read(n)));
    content.end();
  }

  async #messages(exchange: Exchange): Promise<void> {
    const conn = exchange.head['conn'];
    let isFirst = true;
    for (const n of exchange.frames()) {
      this.#frames += 1;
      const { h: _hash, ...line } = await this.#read(n);
      const message = messageOf(line);
      const _reprise = patchOf(line, { ...derivedFrame(message), conn });
      this.#write(`${isFirst ? '\n' : ',\n'}${JSON.stringify({ ...message, _reprise })}`);
      isFirst = false;
    }
  }
}

type Pieces = Map<number, PieceNote>;

/** The lines of a request with its answer, or of a socket. */
class Exchange {
  readonly head: LineMembers;
  readonly answer: LineMembers | undefined;
  readonly failure: LineMembers | undefined;
  readonly requestLines: readonly number[];
  readonly answerLines: readonly number[];
  /** All lines but frames. */
  readonly others: readonly number[];
  readonly frames: () => Iterable<number>;

  constructor(numbers: Iterable<number>, lines: RecordedLines) {
    const others: number[] = [];
    for (const n of numbers) if (lines.roleOf(n) !== roles.frame) others.push(n);
    const ofRoles = (...wanted: readonly number[]) =>
      others.filter((n) => wanted.includes(lines.roleOf(n)));
    const first = (role: number) => {
      const n = ofRoles(role)[0];
      return n === undefined ? undefined : lines.read(n);
    };
    this.others = others;
    this.head = lines.read(others[0] ?? 0);
    this.answer = first(roles.answer);
    this.failure = first(roles.failure);
    this.requestLines = ofRoles(roles.head, roles.requestPart);
    this.answerLines = ofRoles(roles.answer, roles.answerPart);
    this.frames = function* frames() {
      for (const n of numbers) if (lines.roleOf(n) === roles.frame) yield n;
    };
  }

  /** Whether a line has a part of the content of its message. */
  isInParts(n: number): boolean {
    return [this.requestLines, this.answerLines].some(
      (numbers) => numbers.length > 1 && numbers.includes(n),
    );
  }
}

function entryHead({ head, answer, failure }: Exchange, place: LinkBase): EntryHead {
  const startedMs = Number(head['at']);
  const endedMs = Number((answer ?? failure ?? head)['at']);
  const local = String(head['url']);
  const { kind, method } = head;
  const isSocket = kind === 'ws.open';
  const status = Number(answer?.['status'] ?? 0);
  const reason = answer?.['reason'];
  return {
    startedMs,
    time: endedMs - startedMs,
    request: {
      method: typeof method === 'string' ? method : isSocket ? 'GET' : 'POST',
      url: `${isSocket ? socketUrl(place.base) : place.base}${local}`,
      headers: harHeaders(head['headers']),
    },
    response: {
      status,
      statusText:
        typeof reason === 'string' ? reason : answer === undefined ? '' : reasonOf(status),
      headers: linkedHeaders(answer?.['headers'], place),
      error: failure === undefined ? undefined : nameOfFailure(failure['failure'] as Failure),
    },
  };
}

/** Where the service of a message is: at an upstream, at a world, or nowhere if its URL is whole. */
function baseOf(
  { kind, service, origin }: LineMembers,
  upstreams: Readonly<Record<string, string>>,
): string {
  if (kind === 'webhook.request') return webhookBase;
  if (kind === 'webhook.attempt') return '';
  return typeof origin === 'string' ? origin : (upstreams[String(service)] ?? '');
}

function messageOf({ kind, at, text, base64, control }: LineMembers): HarMessage {
  const isText = typeof text === 'string';
  const opcode =
    control === 'ping'
      ? opcodes.ping
      : control === 'pong'
        ? opcodes.pong
        : isText
          ? opcodes.text
          : opcodes.binary;
  return {
    type: kind === 'ws.in' ? 'send' : 'receive',
    time: Number(at) / 1_000,
    opcode,
    data: isText ? text : String(base64),
  };
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

function headerIn(headers: EntryHead['request']['headers'], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** The members of an object as JSON, without its braces. */
function membersText(members: object): string {
  return JSON.stringify(members).slice(1, -1);
}
