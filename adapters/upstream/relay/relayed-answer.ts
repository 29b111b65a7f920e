// The answer of an upstream on its way to a client, with the links of the proxy. It is recorded as it passes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import {
  asSent,
  isStreamType,
  isTextType,
  passedHeaders,
  recordedHeaders,
  withoutHeaders,
} from '../headers.ts';
import { headerForClient, recordedHeader } from '../linked-headers.ts';
import { linkedPiece, LinkFinder, recordedPiece, type LinkPiece } from '../links.ts';
import { recordedReason, sendableReason } from '../reason.ts';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { AnswerWriter, type AnswerHead } from './answer-writer.ts';
import { ArrivedContent } from './arrived-content.ts';
import { BodyRecorder, type MessageEntries } from './body-recorder.ts';
import type { Destination } from './destination.ts';
import type { RelayedRequest } from './relayed-request.ts';
import type { TrafficLog } from './traffic-log.ts';

/** The longest answer that keeps its length, if it comes at once. */
const heldAnswerBytesMax = 16 * 1024;

export class RelayedAnswer {
  /** Whether each of its chunks counts, and it may have no end of its own. */
  readonly isStream: boolean;
  readonly #message: IncomingMessage;
  readonly #request: RelayedRequest;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #recorder: BodyRecorder;
  /** If its links are replaced. */
  readonly #finder: LinkFinder | undefined;
  /** As recorded. */
  readonly #headers: readonly (readonly [string, string])[];
  /** Decompressed. */
  readonly #content: ArrivedContent | Readable;
  readonly #response: ServerResponse;
  #writer: AnswerWriter | undefined;
  #entry = 0;
  #rest = '';
  #isHeldBack = false;
  #failure: Failure | undefined;

  /** Throws RangeError for a status that is none. */
  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    request: RelayedRequest,
    to: Destination,
    log: TrafficLog,
  ) {
    const { statusCode: status = 0, headers } = message;
    if (status < 100 || status > 999) throw new RangeError(`${status} is no status`);
    this.#message = message;
    this.#response = response;
    this.#request = request;
    this.#to = to;
    this.#log = log;
    const { 'content-type': type, 'content-encoding': encoding } = headers;
    const hasBody = mayHaveBody(request.method, status);
    // The bytes of webhooks stay, because services sign them.
    const isLinked = hasBody && isTextType(type) && to.kind !== 'webhook.request';
    this.isStream = isStreamType(type);
    const server = { base: to.upstream.base, url: to.url };
    this.#headers = passedHeaders(message.rawHeaders).map(
      ([name, value]) => [name, recordedHeader(name, value, server)] as const,
    );
    this.#recorder = new BodyRecorder(this.#entries(), {
      isText: isTextType(type),
      isStream: this.isStream,
    });
    this.#content = hasBody ? decoded(message, encoding) : new ArrivedContent(message);
    if (isLinked) this.#finder = new LinkFinder(to.upstream.base);
  }

  /** The number of its entry; 0 before it is recorded. */
  get entry(): number {
    return this.#entry;
  }

  /** Passes the head on. Throws if HTTP has no form for it. */
  begin(): void {
    const isLinked = this.#finder !== undefined;
    const length = Number(this.#message.headers['content-length'] ?? Number.NaN);
    this.#writer = new AnswerWriter(
      this.#response,
      this.#head({ isLinked, isDecoded: !(this.#content instanceof ArrivedContent) }),
      isLinked && !this.isStream && length <= heldAnswerBytesMax,
    );
  }

  /** The connection to its upstream has failed: `pass` rejects after what has come before. */
  breakOff(failure: Failure): void {
    if (this.#message.complete) return;
    this.#failure = failure;
    if (this.#content instanceof ArrivedContent) this.#content.drain();
  }

  /** What broke it off, if the connection has said so. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Whether more of it waits until the client reads. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  /**
   * Passes the content on. `onPassed`: called for each chunk that the client has read. Returns whether all of it has passed: `hasEnded`
   * stops it. Rejects if it breaks off.
   */
  async pass(hasEnded: () => boolean, onPassed: () => void): Promise<boolean> {
    for await (const chunk of this.#content) {
      if (hasEnded()) return false;
      this.#isHeldBack = true;
      await this.#writer?.write(this.#replaced(chunk as Buffer));
      this.#isHeldBack = false;
      onPassed();
    }
    // Node takes a reset for the end of an answer without a length.
    if (this.#failure !== undefined) throw new Error('The connection broke off.');
    return !hasEnded();
  }

  /** All content has passed. */
  end(): void {
    void this.#writer?.write(this.#restOfLinks());
    this.#recorder.end();
    this.#writer?.end();
  }

  /** Records what has come. Nothing follows. */
  cut(): void {
    this.#rest = this.#restOfLinks();
    this.#recorder.cut();
  }

  /** Sends what has come and was held. */
  release(): void {
    void this.#writer?.write(this.#rest);
    this.#writer?.release();
  }

  /** A chunk for the client, in Latin-1; it is recorded. */
  #replaced(chunk: Buffer): string {
    const text = chunk.toString('latin1');
    if (this.#finder !== undefined) {
      return this.#recordPieces(this.#finder.push(text), chunk.length);
    }
    this.#record(text, chunk.length);
    return text;
  }

  /** For the client: the end of the answer, which could have been the beginning of a link. */
  #restOfLinks(): string {
    return this.#finder === undefined ? '' : this.#recordPieces(this.#finder.end(), 0);
  }

  #recordPieces(pieces: readonly LinkPiece[], bytes: number): string {
    this.#record(pieces.map(recordedPiece).join(''), bytes);
    return pieces.map((piece) => linkedPiece(piece, this.#to.base)).join('');
  }

  #record(text: string, bytes: number): void {
    this.#log.countBytes(bytes);
    if (text !== '') this.#recorder.push(text);
  }

  #head({
    isLinked,
    isDecoded,
  }: {
    readonly isLinked: boolean;
    readonly isDecoded: boolean;
  }): AnswerHead {
    const { statusCode: status = 502, statusMessage } = this.#message;
    const dropped = [
      ...(isLinked || isDecoded ? ['content-length'] : []),
      ...(isDecoded ? ['content-encoding'] : []),
    ];
    const headers = withoutHeaders(this.#headers, dropped).map(
      ([name, value]) => [name, headerForClient(name, value, this.#to.base)] as const,
    );
    return { status, message: sendableReason(status, statusMessage), headers };
  }

  #entries(): MessageEntries {
    const { statusCode: status = 0, statusMessage } = this.#message;
    const head = {
      status,
      ...recordedReason(status, statusMessage),
      headers: recordedHeaders(this.#headers, asSent),
    };
    return {
      entry: (content) => {
        const to = this.#request.entry;
        this.#entry = this.#log.append({ kind: 'http.answer', to, ...head, ...content });
      },
      part: (content) => {
        this.#log.append({ kind: 'http.part', to: this.#entry, ...content });
      },
    };
  }
}

function mayHaveBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

/** The content of an answer, although it is compressed. */
function decoded(answer: IncomingMessage, encoding: string | undefined): ArrivedContent | Readable {
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return new ArrivedContent(answer);
  return pipeline(answer, decoder, () => undefined);
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
