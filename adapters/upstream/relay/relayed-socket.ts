// A WebSocket between a client and its upstream: the handshake, each frame in either direction with its control frames, and the end.
// It is recorded as it passes.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { answerUpgrade } from '../../hosts/node/ws/raw-answer.ts';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { acceptSocket } from '../accept-socket.ts';
import { endConnection } from '../connection-end.ts';
import {
  asSent,
  headerPairs,
  headersByName,
  inLowerCase,
  isTextType,
  passedHeaders,
  recordedHeaders,
  withoutHeaders,
  type HeaderPair,
} from '../headers.ts';
import { headerForClient, recordedHeader } from '../linked-headers.ts';
import { recordedText, replaceLinks } from '../links.ts';
import { recordedReason, sendableReason } from '../reason.ts';
import { BodyRecorder, type Content } from './body-recorder.ts';
import type { Connector } from './connector.ts';
import type { Destination } from './destination.ts';
import { failureOf } from './failure.ts';
import { probeAtEnd } from './reset-probe.ts';
import { probe, SilenceWatch } from './silence-watch.ts';
import type { TrafficLog } from './traffic-log.ts';
import {
  closeWith,
  frameBytes,
  frameBytesMax,
  frameContent,
  openUpstream,
  waitingBytesMax,
  type SocketEnd,
} from './upstream-socket.ts';

/** The longest answer of an upstream that refuses a handshake. */
const refusalBytesMax = 1024 * 1024;

/** The reason that clients are given when the proxy stops. */
const goingAway = 'The proxy is going away.';

type Side = 'client' | 'server';

export class RelayedSocket {
  readonly #request: IncomingMessage;
  readonly #stream: Socket;
  readonly #head: Buffer;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #conn: number;
  readonly #entry: number;
  #upstream: WebSocket | undefined;
  #client: WebSocket | undefined;
  /** The connection to the upstream, once it has accepted. */
  #upstreamStream: Socket | undefined;
  /** What broke the connections: nothing if they were closed. */
  readonly #brokenBy = new Map<Side, Failure>();
  /** Of the answer to the handshake, as recorded. */
  #answerHeaders: readonly HeaderPair[] = [];
  /** Of the upstream, until it has answered the handshake. */
  #watch: SilenceWatch | undefined;
  #hasEnded = false;
  #onEnded: () => void = () => undefined;

  constructor(
    request: IncomingMessage,
    stream: Socket,
    head: Buffer,
    to: Destination,
    log: TrafficLog,
  ) {
    this.#request = request;
    this.#stream = stream;
    this.#head = head;
    this.#to = to;
    this.#log = log;
    this.#conn = log.nextConnection();
    const { rawHeaders } = request;
    this.#entry = log.append(
      {
        kind: 'ws.open',
        conn: this.#conn,
        service: to.upstream.service,
        url: to.url,
        headers: recordedHeaders(headerPairs(rawHeaders), inLowerCase),
      },
      to.place,
    );
  }

  /** `silentMsMax`: how long the upstream may take to answer. */
  connect(connector: Connector, silentMsMax: number): void {
    this.#stream.on('error', (error) => {
      this.#brokenBy.set('client', failureOf(error));
      this.#stream.destroy();
    });
    if (this.#stream.destroyed) return this.#fail('cancelled');
    let wasReset = false;
    try {
      this.#upstream = openUpstream(this.#request, this.#to, connector, {
        autoPong: false,
        onReset: () => (wasReset = true),
      });
    } catch {
      return this.#refuse('The handshake names a subprotocol that is none.');
    }
    probeAtEnd(this.#stream, () => this.#brokenBy.set('client', 'reset'));
    this.#watch = new SilenceWatch(
      silentMsMax,
      () => false,
      () => this.#fail('timeout'),
    );
    this.#upstream
      .once('upgrade', ({ rawHeaders, socket }) => {
        probe(socket);
        this.#upstreamStream = socket;
        socket.on('error', (error) => this.#brokenBy.set('server', failureOf(error)));
        probeAtEnd(socket, () => this.#brokenBy.set('server', 'reset'));
        this.#answerHeaders = this.#recordedPairs(passedHeaders(rawHeaders, true));
      })
      .once('open', () => this.#accept())
      .once('unexpected-response', (_request, answer) => {
        this.#passRefusal(answer, () => wasReset).catch(() => this.#fail('malformed'));
      })
      .on('error', (error) => this.#fail(wasReset ? 'reset' : failureOf(error)));
    this.#stream.once('close', () => {
      if (this.#client === undefined) this.#fail('cancelled');
    });
  }

  /** Calls back once the end is recorded, at once if it is. */
  whenEnded(act: () => void): void {
    if (this.#hasEnded) act();
    else this.#onEnded = act;
  }

  close(): void {
    if (this.#client === undefined) this.#stream.destroy();
    else if (this.#stream.destroyed) this.#end('client', { code: 1006, reason: '' });
    else this.#end('server', { code: 1001, reason: goingAway });
    this.#client?.close(1001, goingAway);
    this.#upstream?.close(1001);
  }

  #recordedPairs(headers: readonly HeaderPair[]): readonly HeaderPair[] {
    const { upstream, url } = this.#to;
    return headers.map(([name, value]) => [
      name,
      recordedHeader(name, value, { base: upstream.base, url }),
    ]);
  }

  /** Recorded headers as those of the client. */
  #linkedPairs(recorded: readonly HeaderPair[]): readonly HeaderPair[] {
    return recorded.map(([name, value]) => [name, headerForClient(name, value, this.#to.base)]);
  }

  /** The upstream has accepted: so does the proxy. */
  #accept(): void {
    const upstream = this.#upstream;
    if (upstream === undefined || this.#stream.destroyed) return upstream?.terminate();
    this.#watch?.stop();
    const { protocol } = upstream;
    const chosen = protocol === '' ? {} : { 'Sec-WebSocket-Protocol': protocol };
    this.#log.append({
      kind: 'http.answer',
      to: this.#entry,
      status: 101,
      headers: { ...recordedHeaders(this.#answerHeaders, asSent), ...chosen },
    });
    const upgrade = { request: this.#request, stream: this.#stream, head: this.#head };
    const headers = this.#linkedPairs(this.#answerHeaders);
    const options = { autoPong: false, maxPayload: frameBytesMax };
    acceptSocket(upgrade, { protocol, headers }, options, (client) => {
      this.#client = client;
      this.#pass(client, upstream, 'client');
      this.#pass(upstream, client, 'server');
    });
  }

  #pass(from: WebSocket, to: WebSocket, by: Side): void {
    const kind = by === 'client' ? 'ws.in' : 'ws.out';
    const record = (frame: Content & { readonly control?: 'ping' | 'pong' }) => {
      if (!this.#hasEnded) this.#log.append({ kind, conn: this.#conn, ...frame });
    };
    const resume = () => {
      if (to.bufferedAmount <= waitingBytesMax) from.resume();
    };
    from.on('message', (data, isBinary) => {
      const bytes = frameBytes(data);
      record(frameContent(bytes, isBinary));
      this.#log.countBytes(bytes.length);
      to.send(bytes, { binary: isBinary }, resume);
      if (to.bufferedAmount > waitingBytesMax) from.pause();
    });
    from.on('ping', (data) => {
      record({ control: 'ping', ...frameContent(data, true) });
      if (to.readyState === WebSocket.OPEN) to.ping(data);
    });
    from.on('pong', (data) => {
      record({ control: 'pong', ...frameContent(data, true) });
      if (to.readyState === WebSocket.OPEN) to.pong(data);
    });
    from.on('error', () => this.#brokenBy.set(by, 'malformed')); // its close follows
    from.once('close', (code, reason) => {
      const failure = this.#brokenBy.get(by);
      const broken = code === 1006 && failure !== undefined ? { failure } : {};
      const end = { code, reason: reason.toString('utf8'), ...broken };
      this.#end(by, end);
      closeWith({ socket: to, stream: by === 'client' ? this.#upstreamStream : this.#stream }, end);
    });
  }

  #end(by: Side, end: SocketEnd): void {
    if (this.#hasEnded) return;
    const reason = String(end.reason);
    this.#log.append({ kind: 'ws.close', conn: this.#conn, by, ...end, reason });
    this.#finish();
  }

  /** There was no connection: its client sees one that was closed or reset, as that of the upstream. */
  #fail(failure: Failure): void {
    if (this.#hasEnded || this.#client !== undefined) return;
    this.#log.append({ kind: 'http.failure', to: this.#entry, failure });
    this.#finish();
    this.#upstream?.terminate();
    if (failure !== 'cancelled') endConnection(this.#stream, failure);
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#watch?.stop();
    this.#onEnded();
  }

  /** Answers in place of the upstream, which cannot be sent such a handshake. */
  #refuse(message: string): void {
    const status = 400;
    const headers = { 'Content-Type': 'application/json' };
    const text = JSON.stringify({ message });
    this.#log.append({ kind: 'http.answer', to: this.#entry, status, headers, text });
    this.#finish();
    answerUpgrade(this.#request, this.#stream, { status, headers, body: text });
  }

  /** Passes on the answer of an upstream that does not become a WebSocket. */
  async #passRefusal(answer: IncomingMessage, wasReset: () => boolean): Promise<void> {
    const { base } = this.#to.upstream;
    const { statusCode: status = 502, statusMessage, rawHeaders } = answer;
    if (status < 100 || status > 999) throw new RangeError(`${status} is no status`);
    const headers = this.#recordedPairs(passedHeaders(rawHeaders));
    const type = answer.headers['content-type'];
    let body = '';
    try {
      for await (const chunk of answer) {
        this.#watch?.restart();
        body += (chunk as Buffer).toString('latin1');
        if (body.length > refusalBytesMax) break;
      }
    } catch (error) {
      return this.#fail(wasReset() ? 'reset' : failureOf(error as Error));
    }
    if (this.#hasEnded) return;
    let answerEntry = 0;
    const content = new BodyRecorder(
      {
        entry: (whole) => {
          answerEntry = this.#log.append({
            kind: 'http.answer',
            to: this.#entry,
            status,
            ...recordedReason(status, statusMessage),
            headers: recordedHeaders(headers, asSent),
            ...whole,
          });
        },
        part: (part) => {
          this.#log.append({ kind: 'http.part', to: answerEntry, ...part });
        },
      },
      { isText: isTextType(type), isStream: false },
    );
    content.push(recordedText(body, base));
    content.end();
    this.#finish();
    answerUpgrade(this.#request, this.#stream, {
      status,
      reason: sendableReason(status, statusMessage),
      headers: headersByName(withoutHeaders(this.#linkedPairs(headers), ['content-length'])),
      bytes: Buffer.from(replaceLinks(body, base, this.#to.base), 'latin1'),
    });
  }
}
