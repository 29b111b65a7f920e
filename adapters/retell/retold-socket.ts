// A WebSocket of a live replay: sends the recorded frames of the client, and waits for those that the server had sent.

import { WebSocket } from 'ws';
import { isRecord, parsed } from '../recording/format/json-values.ts';
import { closeWith, frameBytes, frameBytesMax } from '../upstream/relay/upstream-socket.ts';
import { roundTrip } from '../upstream/round-trip.ts';
import { bytesOf, type RecordedContent } from '../recording/format/recorded-content.ts';
import { ReceivedMessages, type WaitFor } from './received-messages.ts';
import type { CalledRequest, LiveAnswer } from './http-call.ts';
import type { LearnedValues } from './learned-values.ts';

export interface SocketOptions {
  readonly base: string;
  readonly url: string;
  readonly headers: CalledRequest['headers'];
  readonly protocols: readonly string[];
  readonly learned: LearnedValues;
}

const audio = 'audio';
/** How long the server may take to answer a close frame. */
const closingMsMax = 5_000;

export class RetoldSocket {
  readonly #socket: WebSocket;
  readonly #received: ReceivedMessages;
  readonly #answered: Promise<Pick<LiveAnswer, 'status' | 'failure'>>;
  #lastKind = '';
  #lastRecordedKind = '';

  constructor({ base, url, headers, protocols, learned }: SocketOptions) {
    this.#received = new ReceivedMessages(learned);
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}${url}`, [...protocols], {
      finishRequest(handshake) {
        for (const [name, values] of Object.entries(headers)) handshake.setHeader(name, values);
        handshake.end();
      },
      perMessageDeflate: false,
      maxPayload: frameBytesMax,
    });
    this.#socket = socket;
    socket.on('error', () => undefined); // what has come is in the recording
    socket.on('message', (data, isBinary) =>
      this.#add(isBinary ? undefined : frameBytes(data).toString('utf8')),
    );
    socket.on('close', () => this.#received.end());
    this.#answered = new Promise((resolve) => {
      socket.once('open', () => resolve({ status: 101 }));
      socket.once('unexpected-response', (_request, { statusCode }) => {
        resolve(statusCode === undefined ? {} : { status: statusCode });
        socket.terminate();
      });
      socket.once('close', () => resolve({ failure: 'closed' })); // also after an error
    });
  }

  /** Resolves with how the handshake was answered, once it is open, or will never be. */
  answered(): Promise<Pick<LiveAnswer, 'status' | 'failure'>> {
    return this.#answered;
  }

  /** Gives up a handshake that is not answered. */
  abandon(): void {
    this.#socket.terminate();
  }

  /** What is sent after the server has closed the socket is lost, as it was then. */
  send(kind: 'data' | 'ping' | 'pong', content: RecordedContent): void {
    if (this.#socket.readyState !== WebSocket.OPEN || kind === 'pong') return;
    if (kind === 'ping') this.#socket.ping(bytesOf(content));
    else this.#socket.send(content.text ?? bytesOf(content));
  }

  close(code: number, reason: string): void {
    closeWith({ socket: this.#socket, stream: undefined }, { code, reason });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Resolves once what either side has sent is at the other one. */
  roundTrip(): Promise<void> {
    return roundTrip(this.#socket);
  }

  /** Waits for the end of one that is being closed. One that is open is left to the proxy, which closes it on both sides. */
  async end(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSING) return;
    await this.ends((awaited) => awaited(closingMsMax));
    this.#socket.terminate();
  }

  /**
   * Whether a frame of the server has come in time. A run of audio is one frame: how it is cut, and how long it is, is up to the server.
   */
  async comes({ text }: RecordedContent, wait: WaitFor): Promise<boolean> {
    const kind = kindOf(text);
    const isGoingOn = kind === audio && this.#lastRecordedKind === audio;
    this.#lastRecordedKind = kind;
    return isGoingOn || this.#received.comes(kind, text ?? '', wait);
  }

  /** Whether it is closed in time. */
  ends(wait: WaitFor): Promise<boolean> {
    return this.#received.ends(wait);
  }

  #add(text: string | undefined): void {
    const kind = kindOf(text);
    const isGoingOn = kind === audio && this.#lastKind === audio;
    this.#lastKind = kind;
    if (!isGoingOn) this.#received.add(kind, text ?? '');
  }
}

/** The type of a message, or the form of a frame. */
function kindOf(text: string | undefined): string {
  if (text === undefined) return audio;
  const value = parsed(text);
  return isRecord(value) && typeof value['type'] === 'string' ? `type ${value['type']}` : 'text';
}
