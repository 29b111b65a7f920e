// Passes a WebSocket on to its upstream: the handshake, each frame in either direction with its control frames, and the end.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { answerUpgrade } from '../../hosts/node/ws/raw-answer.ts';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { recordedText, replaceLinks } from '../links.ts';
import { BodyRecorder, type Content } from './body-recorder.ts';
import type { Connector } from './connector.ts';
import { failureOf } from './failure.ts';
import {
  asSent,
  headerPairs,
  inLowerCase,
  isTextType,
  passedHeaders,
  recordedHeaders,
  withoutHeaders,
} from '../headers.ts';
import type { Destination } from './destination.ts';
import type { TrafficLog } from './traffic-log.ts';
import {
  closeWith,
  frameBytes,
  frameBytesMax,
  frameContent,
  openUpstream,
  waitingBytesMax,
} from './upstream-socket.ts';

/** The longest answer of an upstream that refuses a handshake. */
const refusalBytesMax = 1024 * 1024;

/** The reason that clients are given when the proxy stops. */
const goingAway = 'The proxy is going away.';

type Side = 'client' | 'server';

export class SocketRelay {
  readonly #log: TrafficLog;
  readonly #connector: Connector;
  readonly #open = new Set<RelayedSocket>();

  constructor(log: TrafficLog, connector: Connector) {
    this.#log = log;
    this.#connector = connector;
  }

  relay(request: IncomingMessage, stream: Duplex, head: Buffer, to: Destination): void {
    const relayed = new RelayedSocket(request, stream as Socket, head, to, this.#log);
    this.#open.add(relayed);
    stream.once('close', () => {
      // Its end is recorded in a later turn, or at the stop of the proxy.
      relayed.whenEnded(() => this.#open.delete(relayed));
    });
    relayed.connect(this.#connector);
  }

  /** Closes all sockets, on both sides. */
  close(): void {
    for (const relayed of this.#open) relayed.close();
  }
}

class RelayedSocket {
  readonly #request: IncomingMessage;
  readonly #stream: Socket;
  readonly #head: Buffer;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #conn: number;
  readonly #entry: number;
  #upstream: WebSocket | undefined;
  #client: WebSocket | undefined;
  #answerHeaders: readonly (readonly [string, string])[] = [];
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

  connect(connector: Connector): void {
    try {
      this.#upstream = openUpstream(this.#request, this.#to, connector, { autoPong: false });
    } catch {
      return this.#refuse(400, 'The handshake names a subprotocol that is none.');
    }
    this.#upstream
      .once('upgrade', ({ rawHeaders }) => {
        this.#answerHeaders = passedHeaders(rawHeaders, true);
      })
      .once('open', () => this.#accept())
      .once('unexpected-response', (_request, answer) => {
        this.#passRefusal(answer).catch(() => this.#fail('malformed'));
      })
      .on('error', (error) => this.#fail(failureOf(error)));
    this.#stream.on('error', () => this.#stream.destroy());
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
    else if (this.#stream.destroyed) this.#end('client', 1006, '');
    else this.#end('server', 1001, goingAway);
    this.#client?.close(1001, goingAway);
    this.#upstream?.close(1001);
  }

  /** The upstream has accepted: so does the proxy. */
  #accept(): void {
    const upstream = this.#upstream;
    if (upstream === undefined || this.#stream.destroyed) return upstream?.terminate();
    const server = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: frameBytesMax,
      handleProtocols: () => (upstream.protocol === '' ? false : upstream.protocol),
    });
    server.on('headers', (lines) => {
      lines.push(...this.#answerHeaders.map(([name, value]) => `${name}: ${value}`));
    });
    const chosen = upstream.protocol === '' ? {} : { 'Sec-WebSocket-Protocol': upstream.protocol };
    this.#log.append({
      kind: 'http.answer',
      to: this.#entry,
      status: 101,
      headers: { ...recordedHeaders(this.#answerHeaders, asSent), ...chosen },
    });
    server.handleUpgrade(this.#request, this.#stream, this.#head, (client) => {
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
    from.on('error', () => undefined); // its close follows
    from.once('close', (code, reason) => {
      this.#end(by, code, reason.toString('utf8'));
      closeWith(to, code, reason);
    });
  }

  #end(by: Side, code: number, reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#log.append({ kind: 'ws.close', conn: this.#conn, by, code, reason });
    this.#onEnded();
  }

  /** There was no connection: its client sees one that was reset. */
  #fail(failure: Failure): void {
    if (this.#hasEnded || this.#client !== undefined) return;
    this.#hasEnded = true;
    this.#log.append({ kind: 'http.failure', to: this.#entry, failure });
    this.#onEnded();
    if (failure === 'cancelled') this.#upstream?.terminate();
    else this.#stream.resetAndDestroy();
  }

  #refuse(status: number, message: string): void {
    this.#hasEnded = true;
    answerUpgrade(this.#request, this.#stream, {
      status,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message }),
    });
  }

  /** Passes on the answer of an upstream that does not become a WebSocket. */
  async #passRefusal(answer: IncomingMessage): Promise<void> {
    const { base } = this.#to.upstream;
    const { statusCode: status = 502, rawHeaders } = answer;
    if (status < 100 || status > 999) throw new RangeError(`${status} is no status`);
    const headers = passedHeaders(rawHeaders);
    const type = answer.headers['content-type'];
    let body = '';
    try {
      for await (const chunk of answer) {
        body += (chunk as Buffer).toString('latin1');
        if (body.length > refusalBytesMax) break;
      }
    } catch {
      return this.#fail('reset');
    }
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const recorded = recordedHeaders(headers, asSent);
    const content = new BodyRecorder(
      {
        entry: (whole) => {
          this.#log.append({
            kind: 'http.answer',
            to: this.#entry,
            status,
            headers: recorded,
            ...whole,
          });
        },
        part: () => undefined,
      },
      { isText: isTextType(type), isStream: false },
    );
    content.push(recordedText(body, base));
    content.end();
    const linked = replaceLinks(body, base, this.#to.base);
    answerUpgrade(this.#request, this.#stream, {
      status,
      headers: recordedHeaders(withoutHeaders(headers, ['content-length']), asSent),
      bytes: Buffer.from(linked, 'latin1'),
    });
  }
}
