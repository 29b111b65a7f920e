// Passes a request on to its upstream and the answer back, both as they come, and records them.

import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable, Writable } from 'node:stream';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import {
  linkedPiece,
  LinkFinder,
  recordedPiece,
  recordedText,
  replaceLinks,
  type LinkPiece,
} from '../links.ts';
import { breakOff } from '../break-off.ts';
import { AnswerWriter, type AnswerHead } from './answer-writer.ts';
import { BodyRecorder, type MessageEntries } from './body-recorder.ts';
import type { Connector } from './connector.ts';
import type { Destination } from './destination.ts';
import { failureOf } from './failure.ts';
import {
  asSent,
  headerPairs,
  inLowerCase,
  isStreamType,
  isTextType,
  passedHeaders,
  recordedHeaders,
  withoutHeaders,
} from '../headers.ts';
import type { TrafficLog } from './traffic-log.ts';

/** The longest body of a request in which links are replaced: its length must be known before it is sent. */
const linkedBodyBytesMax = 1024 * 1024;
/** The longest answer that keeps its length, if it comes at once. */
const heldAnswerBytesMax = 16 * 1024;
/** Requests that may be sent twice (RFC 9110 section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export class HttpRelay {
  readonly #log: TrafficLog;
  readonly #connector: Connector;
  readonly #open = new Set<Exchange>();

  constructor(log: TrafficLog, connector: Connector) {
    this.#log = log;
    this.#connector = connector;
  }

  /** `body`: of a request that was read before. */
  relay(
    request: IncomingMessage,
    response: ServerResponse,
    to: Destination,
    body: Readable = request,
  ): void {
    const exchange = new Exchange(request, response, to, this.#log);
    this.#open.add(exchange);
    let openSides = 2; // an answer may end before its request
    const onClosed = () => {
      openSides -= 1;
      if (openSides > 0) return;
      exchange.close();
      this.#open.delete(exchange);
    };
    response.once('close', onClosed);
    body.once('close', onClosed);
    exchange.send(body, this.#connector);
  }

  /** Ends the answers that are streams: they may have no end of their own. */
  closeStreams(): void {
    for (const exchange of this.#open) if (exchange.isStream) exchange.close();
  }

  /** Ends all exchanges that are under way; what has passed is recorded. */
  close(): void {
    for (const exchange of this.#open) exchange.close();
    this.#open.clear();
  }
}

/** One request and its answer. */
class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #sent: BodyRecorder;
  /** What has come of a body that is sent as a whole, as Latin-1. */
  #whole = '';
  #received: BodyRecorder | undefined;
  /** Of the answer, if its links are replaced. */
  #finder: LinkFinder | undefined;
  #writer: AnswerWriter | undefined;
  /** Whether the answer is a stream. */
  isStream = false;
  #sending: ClientRequest | undefined;
  #requestEntry = 0;
  #answerEntry = 0;
  #hasEnded = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    to: Destination,
    log: TrafficLog,
  ) {
    this.#request = request;
    this.#response = response;
    this.#to = to;
    this.#log = log;
    this.#sent = new BodyRecorder(this.#requestEntries(), {
      isText: isTextType(request.headers['content-type']),
      isStream: false,
    });
  }

  send(body: Readable, connector: Connector): void {
    this.#response.once('close', () => this.#fail('cancelled'));
    this.#linked(body)
      .then((linked) => {
        if (!this.#hasEnded) this.#dispatch(linked, connector);
      })
      .catch(() => this.#fail('malformed'));
  }

  /** Ends the exchange if it is under way. */
  close(): void {
    if (!this.#hasEnded) {
      this.#fail('cancelled');
      breakOff(this.#response);
    }
    this.#sent.cut();
  }

  #dispatch(body: string | Readable, connector: Connector, isRetry = false): void {
    const base = new URL(this.#to.upstream.base);
    const send = base.protocol === 'https:' ? requestHttps : requestHttp;
    const { method = 'GET' } = this.#request;
    const isSafe = safeMethods.has(method);
    const sending = send({
      ...connector.options(base, isSafe ? 'kept' : 'fresh'),
      method,
      path: this.#to.target,
      headers: this.#headers(base, typeof body === 'string' ? body : undefined).flat(),
    });
    this.#sending = sending;
    sending.once('response', (answer) => {
      this.#answer(answer).catch(() => {
        this.#fail('malformed');
        answer.destroy();
      });
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#hasEnded) return;
      // The upstream has closed a connection that waited for a next request. Only safe requests use one.
      const isStale = isSafe && sending.reusedSocket && error.code === 'ECONNRESET' && !isRetry;
      if (isStale && typeof body === 'string') this.#dispatch(body, connector, true);
      else this.#fail(failureOf(error));
    });
    if (typeof body === 'string') sending.end(body, 'latin1');
    else this.#pass(body, sending);
  }

  /** A short text as a whole, with the links of the upstream; any other body as it comes. */
  async #linked(body: Readable): Promise<string | Readable> {
    const { headers } = this.#request;
    const length = Number(headers['content-length'] ?? 0);
    const isStreamed = headers['transfer-encoding'] !== undefined || length > linkedBodyBytesMax;
    if (isStreamed || !isTextType(headers['content-type'])) return body;
    try {
      for await (const chunk of body) this.#whole += (chunk as Buffer).toString('latin1');
    } catch {
      this.#fail('cancelled');
    }
    if (this.#hasEnded) return '';
    const linked = this.#recordWhole();
    this.#sent.end();
    return linked;
  }

  /** Records the body that is sent as a whole, as far as it has come, and returns it with the links of the upstream. */
  #recordWhole(): string {
    const text = this.#whole;
    this.#whole = '';
    const { base, upstream } = this.#to;
    const linked = this.#isWebhook ? text : replaceLinks(text, base, upstream.base);
    this.#record(this.#sent, recordedText(linked, upstream.base), text.length);
    return linked;
  }

  /** Sends a body on as it comes. */
  #pass(body: Readable, sending: Writable): void {
    const isLinked = isTextType(this.#request.headers['content-type']) && !this.#isWebhook;
    const finder = isLinked ? new LinkFinder(this.#to.base) : undefined;
    const record = (pieces: readonly LinkPiece[], bytes: number) =>
      this.#record(this.#sent, pieces.map(recordedPiece).join(''), bytes);
    body.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (finder === undefined) this.#record(this.#sent, text, chunk.length);
      else record(finder.push(text), chunk.length);
    });
    body.once('end', () => {
      if (finder !== undefined) record(finder.end(), 0);
      this.#sent.end();
    });
    pipeline(body, sending, () => undefined); // the error of either has its own handler
  }

  #headers(base: URL, body: string | undefined): readonly (readonly [string, string])[] {
    const { rawHeaders } = this.#request;
    const passed = withoutHeaders(passedHeaders(rawHeaders), [
      'host',
      'accept-encoding',
      ...(body === undefined ? [] : ['content-length']),
    ]);
    const { base: known, upstream } = this.#to;
    const linked = passed.map(
      ([name, value]) => [name, replaceLinks(value, known, upstream.base)] as const,
    );
    const isChunked =
      body === undefined && this.#request.headers['transfer-encoding'] !== undefined;
    const hasBody =
      body !== undefined && (body !== '' || this.#request.headers['content-length'] !== undefined);
    return [
      ['Host', base.host],
      ...linked,
      // A recording has texts in which secrets and links can be found, so nothing is compressed.
      ['Accept-Encoding', 'identity'],
      ...(hasBody ? [['Content-Length', String(body.length)] as const] : []),
      ...(isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
      ['Connection', safeMethods.has(this.#request.method ?? 'GET') ? 'keep-alive' : 'close'],
    ];
  }

  async #answer(answer: IncomingMessage): Promise<void> {
    this.#sent.begin(); // an answer may come before the end of its request
    const { statusCode: status = 0 } = answer;
    if (status < 100 || status > 999) throw new RangeError(`${status} is no status`);
    const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
    const hasBody = mayHaveBody(this.#request.method ?? 'GET', status);
    const isLinked = hasBody && isTextType(type) && !this.#isWebhook;
    this.isStream = isStreamType(type);
    this.#received = new BodyRecorder(this.#answerEntries(answer), {
      isText: isTextType(type),
      isStream: this.isStream,
    });
    const content = hasBody ? decoded(answer, encoding) : answer;
    if (isLinked) this.#finder = new LinkFinder(this.#to.upstream.base);
    const length = Number(answer.headers['content-length'] ?? Number.NaN);
    const head = this.#headOf(answer, { isLinked, isDecoded: content !== answer });
    const writer = new AnswerWriter(
      this.#response,
      head,
      isLinked && !this.isStream && length <= heldAnswerBytesMax,
    );
    this.#writer = writer;
    try {
      for await (const chunk of content) {
        if (this.#hasEnded) return;
        await writer.write(this.#replaced(chunk as Buffer));
      }
    } catch (error) {
      return this.#fail(answer.complete ? failureOf(error as Error) : 'reset');
    }
    if (this.#hasEnded) return;
    void writer.write(this.#restOfLinks());
    this.#received.end();
    this.#hasEnded = true;
    writer.end();
  }

  /** A chunk for the client, in Latin-1; it is recorded. */
  #replaced(chunk: Buffer): string {
    const text = chunk.toString('latin1');
    if (this.#finder !== undefined) {
      return this.#recordPieces(this.#finder.push(text), chunk.length);
    }
    if (this.#received !== undefined) this.#record(this.#received, text, chunk.length);
    return text;
  }

  /** For the client: the end of the answer, which could have been the beginning of a link. */
  #restOfLinks(): string {
    return this.#finder === undefined ? '' : this.#recordPieces(this.#finder.end(), 0);
  }

  #recordPieces(pieces: readonly LinkPiece[], bytes: number): string {
    const recorded = pieces.map(recordedPiece).join('');
    if (this.#received !== undefined) this.#record(this.#received, recorded, bytes);
    return pieces.map((piece) => linkedPiece(piece, this.#to.base)).join('');
  }

  #record(body: BodyRecorder, text: string, bytes: number): void {
    this.#log.countBytes(bytes);
    if (text !== '') body.push(text);
  }

  #headOf(
    { statusCode: status = 502, statusMessage: message = '', rawHeaders }: IncomingMessage,
    { isLinked, isDecoded }: { readonly isLinked: boolean; readonly isDecoded: boolean },
  ): AnswerHead {
    const dropped = [
      ...(isLinked || isDecoded ? ['content-length'] : []),
      ...(isDecoded ? ['content-encoding'] : []),
    ];
    const headers = withoutHeaders(passedHeaders(rawHeaders), dropped).map(
      ([name, value]) => [name, this.#linkedHeader(name, value)] as const,
    );
    return { status, message, headers };
  }

  #linkedHeader(name: string, value: string): string {
    if (name.toLowerCase() === 'set-cookie') return value.replace(/;\s*domain=[^;]*/i, '');
    return replaceLinks(value, this.#to.upstream.base, this.#to.base);
  }

  #requestEntries(): MessageEntries {
    const { method = 'GET', rawHeaders } = this.#request;
    const headers = recordedHeaders(headerPairs(rawHeaders), inLowerCase);
    return {
      entry: (content) => {
        const { kind, upstream, url, place } = this.#to;
        const service = kind === 'http.request' ? { service: upstream.service } : {};
        const request = { ...({ kind, ...service } as { kind: 'http.request'; service: string }) };
        this.#requestEntry = this.#log.append(
          { ...request, method, url, headers, ...content },
          place,
        );
      },
      part: (content) => {
        this.#log.append({ kind: 'http.part', to: this.#requestEntry, ...content });
      },
    };
  }

  #answerEntries({ statusCode: status = 0, rawHeaders }: IncomingMessage): MessageEntries {
    const { base } = this.#to.upstream;
    const headers = recordedHeaders(
      passedHeaders(rawHeaders).map(([name, value]) => [name, recordedText(value, base)] as const),
      asSent,
    );
    return {
      entry: (content) => {
        const to = this.#requestEntry;
        this.#answerEntry = this.#log.append({
          kind: 'http.answer',
          to,
          status,
          headers,
          ...content,
        });
      },
      part: (content) => {
        this.#log.append({ kind: 'http.part', to: this.#answerEntry, ...content });
      },
    };
  }

  /** Ends the exchange on both sides; its client sees a connection that was reset. */
  #fail(failure: Failure): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#recordWhole();
    this.#sent.cut();
    const rest = this.#restOfLinks();
    this.#received?.cut();
    this.#log.append({
      kind: 'http.failure',
      to: this.#answerEntry === 0 ? this.#requestEntry : this.#answerEntry,
      failure,
    });
    void this.#writer?.write(rest);
    this.#writer?.release();
    if (failure === 'cancelled') this.#sending?.destroy();
    else breakOff(this.#response);
  }

  /** The bytes of webhooks stay, because services sign them. */
  get #isWebhook(): boolean {
    return this.#to.kind === 'webhook.request';
  }
}

function mayHaveBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

/** The content of an answer, although it is compressed. */
function decoded(answer: IncomingMessage, encoding: string | undefined): Readable {
  const decoder = decoderOf(encoding);
  return decoder === undefined ? answer : pipeline(answer, decoder, () => undefined);
}

function decoderOf(encoding = ''): Transform | undefined {
  switch (encoding.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
