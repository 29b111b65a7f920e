// Goes on with a WebSocket at another server, from the first frame that its recording does not have. The server is sent all data frames
// of the client before that one; what it answers to them is dropped, because the client has the answers of the recording. The socket
// is recorded whole, as between the client and the server alone.

import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { asSent, headerPairs, inLowerCase, passedHeaders, recordedHeaders } from '../headers.ts';
import type { Connector } from '../relay/connector.ts';
import type { Destination } from '../relay/destination.ts';
import { failureOf } from '../relay/failure.ts';
import type { TrafficLog } from '../relay/traffic-log.ts';
import {
  closeWith,
  type ConnectedSocket,
  type SocketEnd,
  frameBytes,
  frameContent,
  openUpstream,
  waitingBytesMax,
} from '../relay/upstream-socket.ts';
import type { ClientFrame } from './client-frames.ts';

/** A played socket whose client has sent a frame that is not in the recording. */
export interface LeftSocket {
  readonly client: ConnectedSocket;
  /** The data frames before that one. */
  readonly frames: readonly ClientFrame[];
  readonly missed: ClientFrame;
  /** The number of data frames that the client was played. */
  readonly playedCount: number;
  /** Resolves once the client has them. */
  readonly whenPlayed: Promise<void>;
}

/** The reason that clients are given when the player stops. */
const goingAway = 'The player is going away.';

export class SocketTakeover {
  readonly #client: WebSocket;
  readonly #connected: ConnectedSocket;
  readonly #log: TrafficLog;
  readonly #whenPlayed: Promise<void>;
  /** Frames of the client before the missed one, until they are sent. */
  #before: readonly ClientFrame[];
  /** Frames of the client from the missed one on, until the server has answered those before. */
  #waiting: ClientFrame[] | undefined;
  #server: WebSocket | undefined;
  /** Undefined before the server has accepted. */
  #conn: number | undefined;
  #hasEnded = false;

  /** From now on it receives the frames of the client. */
  constructor(left: LeftSocket, log: TrafficLog) {
    const { client, frames, missed, whenPlayed } = left;
    this.#client = client.socket;
    this.#connected = client;
    this.#log = log;
    this.#whenPlayed = whenPlayed;
    this.#before = frames;
    this.#waiting = [missed];
    this.#client.removeAllListeners('message');
    this.#client.on('message', (data, isBinary) => {
      const frame = { data: frameBytes(data), isBinary };
      // Those that were on their way when the client was paused.
      if (this.#waiting === undefined) this.#sendOn(frame);
      else this.#waiting.push(frame);
    });
    this.#client.once('close', (code, reason) => {
      this.#end('client', { code, reason });
      if (this.#server !== undefined)
        closeWith({ socket: this.#server, stream: undefined }, { code, reason });
    });
    this.#client.pause();
  }

  /**
   * Resolves once the client goes on with the server. Rejects with a sentence if the server does not accept it. `awaitAnswers` is called
   * once the server was sent the frames before the missed one, and before any frame of it.
   */
  async goOn(
    request: IncomingMessage,
    to: Destination,
    connector: Connector,
    awaitAnswers: (server: WebSocket) => Promise<void>,
  ): Promise<void> {
    await this.#whenPlayed;
    if (this.#client.readyState !== WebSocket.OPEN) return;
    await this.#connect(request, to, connector, awaitAnswers);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const frame of waiting) this.#sendOn(frame);
    this.#client.resume();
  }

  close(): void {
    this.#end('server', { code: 1001, reason: goingAway });
    this.#client.close(1001, goingAway);
    this.#server?.close(1001);
  }

  #connect(
    request: IncomingMessage,
    to: Destination,
    connector: Connector,
    awaitAnswers: (server: WebSocket) => Promise<void>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const refused = (why: string) =>
        reject(new Error(`${to.upstream.base} does not take over the WebSocket: ${why}.`));
      const server = openUpstream(request, to, connector);
      this.#server = server;
      let rawHeaders: readonly string[] = [];
      let failure: Failure | undefined;
      server
        .once('upgrade', (answer) => {
          ({ rawHeaders } = answer);
          answer.socket.on('error', (error) => (failure = failureOf(error)));
        })
        .once('open', () => {
          this.#recordOpening(request, to, rawHeaders);
          for (const frame of this.#before) this.#sendOn(frame);
          this.#before = [];
          resolve(awaitAnswers(server)); // a greeting may come with the handshake
        })
        .once('unexpected-response', (_request, { statusCode }) => {
          refused(`it answers with ${statusCode}`);
          server.terminate();
        })
        .on('error', (error) => refused(failureOf(error)))
        .on('message', (data, isBinary) => this.#receive(data, isBinary))
        .once('close', (code, reason) => {
          if (this.#conn === undefined) return; // it has not accepted
          const end = {
            code,
            reason,
            ...(code === 1006 && failure !== undefined ? { failure } : {}),
          };
          this.#end('server', end);
          this.#client.resume();
          closeWith(this.#connected, end);
        });
    });
  }

  #recordOpening(request: IncomingMessage, to: Destination, rawHeaders: readonly string[]): void {
    const log = this.#log;
    this.#conn = log.nextConnection();
    const entry = log.append(
      {
        kind: 'ws.open',
        conn: this.#conn,
        service: to.upstream.service,
        url: to.url,
        headers: recordedHeaders(headerPairs(request.rawHeaders), inLowerCase),
      },
      to.place,
    );
    const protocol = this.#server?.protocol ?? '';
    log.append({
      kind: 'http.answer',
      to: entry,
      status: 101,
      headers: {
        ...recordedHeaders(passedHeaders([...rawHeaders], true), asSent),
        ...(protocol === '' ? {} : { 'Sec-WebSocket-Protocol': protocol }),
      },
    });
  }

  /** A frame of the client, for the server. */
  #sendOn(frame: ClientFrame): void {
    this.#record('ws.in', frame);
    if (this.#server !== undefined) pass(frame, this.#client, this.#server);
  }

  /** A frame of the server, for the client. */
  #receive(data: RawData, isBinary: boolean): void {
    const frame = { data: frameBytes(data), isBinary };
    this.#record('ws.out', frame);
    if (this.#waiting === undefined && this.#server !== undefined) {
      pass(frame, this.#server, this.#client);
    }
  }

  #record(kind: 'ws.in' | 'ws.out', { data, isBinary }: ClientFrame): void {
    if (this.#hasEnded || this.#conn === undefined) return;
    this.#log.append({ kind, conn: this.#conn, ...frameContent(data, isBinary) });
    this.#log.countBytes(data.length);
  }

  #end(by: 'client' | 'server', { reason, ...end }: SocketEnd): void {
    if (this.#hasEnded || this.#conn === undefined) return;
    this.#hasEnded = true;
    this.#log.append({ kind: 'ws.close', conn: this.#conn, by, ...end, reason: String(reason) });
  }
}

/** One side is not read while much waits to be sent to the other. */
function pass({ data, isBinary }: ClientFrame, from: WebSocket, to: WebSocket): void {
  if (to.readyState !== WebSocket.OPEN) return;
  to.send(data, { binary: isBinary }, () => {
    if (to.bufferedAmount <= waitingBytesMax) from.resume();
  });
  if (to.bufferedAmount > waitingBytesMax) from.pause();
}
