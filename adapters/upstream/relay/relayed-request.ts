// A request on its way to an upstream: its headers, and its content with the links of the upstream. It is recorded as it passes.

import type { IncomingMessage } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import {
  headerPairs,
  inLowerCase,
  isTextType,
  passedHeaders,
  recordedHeaders,
  withoutHeaders,
} from '../headers.ts';
import { headerForServer } from '../linked-headers.ts';
import { LinkFinder, recordedPiece, recordedText, replaceLinks, type LinkPiece } from '../links.ts';
import { BodyRecorder, type MessageEntries } from './body-recorder.ts';
import { webhookPath, type Destination } from './destination.ts';
import type { TrafficLog } from './traffic-log.ts';

/** The longest body of a request in which links are replaced: its length must be known before it is sent. */
const linkedBodyBytesMax = 1024 * 1024;
/** Requests that may be sent twice (RFC 9110 section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export class RelayedRequest {
  readonly method: string;
  /** Whether it may be sent twice. */
  readonly isSafe: boolean;
  readonly #message: IncomingMessage;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #recorder: BodyRecorder;
  /** What has come of a body that is sent as a whole, as Latin-1. */
  #whole = '';
  #entry = 0;
  #isAwaited: () => boolean = () => false;

  constructor(message: IncomingMessage, to: Destination, log: TrafficLog) {
    this.#message = message;
    this.#to = to;
    this.#log = log;
    this.method = message.method ?? 'GET';
    this.isSafe = safeMethods.has(this.method);
    this.#recorder = new BodyRecorder(this.#entries(), {
      isText: isTextType(message.headers['content-type']),
      isStream: false,
    });
  }

  /** The number of its entry; 0 before it is recorded. */
  get entry(): number {
    return this.#entry;
  }

  /**
   * What is sent of a body: a short text as a whole, with the links of the upstream; any other body as it comes.
   * Rejects if the client leaves.
   */
  async content(body: Readable): Promise<string | Readable> {
    const { headers } = this.#message;
    const length = Number(headers['content-length'] ?? 0);
    const isStreamed = headers['transfer-encoding'] !== undefined || length > linkedBodyBytesMax;
    if (isStreamed || !isTextType(headers['content-type'])) return body;
    for await (const chunk of body) this.#whole += (chunk as Buffer).toString('latin1');
    const linked = this.#recordWhole();
    this.#recorder.end();
    return linked;
  }

  /** Whether the upstream waits for more of it, and the client has not sent that. */
  get isAwaited(): boolean {
    return this.#isAwaited();
  }

  /** Sends a body on as it comes. `onPassed`: called for each chunk. */
  pass(body: Readable, sending: Writable, onPassed: () => void): void {
    this.#isAwaited = () => !body.readableEnded && !sending.writableNeedDrain;
    const isLinked = isTextType(this.#message.headers['content-type']) && !this.#isWebhook;
    const finder = isLinked ? new LinkFinder(this.#to.base) : undefined;
    const record = (pieces: readonly LinkPiece[], bytes: number) =>
      this.#record(pieces.map(recordedPiece).join(''), bytes);
    body.on('data', (chunk: Buffer) => {
      onPassed();
      const text = chunk.toString('latin1');
      if (finder === undefined) this.#record(text, chunk.length);
      else record(finder.push(text), chunk.length);
    });
    body.once('end', () => {
      if (finder !== undefined) record(finder.end(), 0);
      this.#recorder.end();
      onPassed();
    });
    body.on('error', () => undefined); // its client is gone: the answer has its own handler
    body.pipe(sending);
    // What the client still sends is read: else the system would reset a connection that is to be closed.
    sending.once('close', () => body.unpipe(sending).resume());
  }

  /** The headers for the upstream. `body`: one that is sent as a whole. */
  headers(host: string, body: string | undefined): readonly (readonly [string, string])[] {
    const { rawHeaders, headers } = this.#message;
    const passed = withoutHeaders(passedHeaders(rawHeaders), [
      'host',
      'accept-encoding',
      ...(body === undefined ? [] : ['content-length']),
    ]);
    const { base: known, upstream } = this.#to;
    const linked = passed.map(
      ([name, value]) => [name, headerForServer(name, value, known, upstream.base)] as const,
    );
    const isChunked = body === undefined && headers['transfer-encoding'] !== undefined;
    const hasBody = body !== undefined && (body !== '' || headers['content-length'] !== undefined);
    return [
      ['Host', host],
      ...linked,
      // A recording has texts in which secrets and links can be found, so nothing is compressed.
      ['Accept-Encoding', 'identity'],
      ...(hasBody ? [['Content-Length', String(body.length)] as const] : []),
      ...(isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
      ['Connection', this.isSafe ? 'keep-alive' : 'close'],
    ];
  }

  /** Writes its entry now, if it is not written yet: an answer may come before the end of its request. */
  begin(): void {
    this.#recorder.begin();
  }

  /** Records what has come. Nothing follows. */
  cut(): void {
    this.#recordWhole();
    this.#recorder.cut();
  }

  /** Records the body that is sent as a whole, as far as it has come, and returns it with the links of the upstream. */
  #recordWhole(): string {
    const text = this.#whole;
    this.#whole = '';
    const { base, upstream } = this.#to;
    const linked = this.#isWebhook ? text : replaceLinks(text, base, upstream.base);
    this.#record(recordedText(linked, upstream.base), text.length);
    if (this.#isWebhook) return text;
    // The service posts its webhooks to the proxy, whose address the client has given it.
    return replaceLinks(linked, upstream.base + webhookPath, base + webhookPath);
  }

  #record(text: string, bytes: number): void {
    this.#log.countBytes(bytes);
    if (text !== '') this.#recorder.push(text);
  }

  #entries(): MessageEntries {
    const { rawHeaders } = this.#message;
    const headers = recordedHeaders(headerPairs(rawHeaders), inLowerCase);
    return {
      entry: (content) => {
        const { kind, upstream, url, place } = this.#to;
        const service = kind === 'http.request' ? { service: upstream.service } : {};
        const request = { ...({ kind, ...service } as { kind: 'http.request'; service: string }) };
        this.#entry = this.#log.append(
          { ...request, method: this.method, url, headers, ...content },
          place,
        );
      },
      part: (content) => {
        this.#log.append({ kind: 'http.part', to: this.#entry, ...content });
      },
    };
  }

  /** The bytes of webhooks stay, because services sign them. */
  get #isWebhook(): boolean {
    return this.#to.kind === 'webhook.request';
  }
}
