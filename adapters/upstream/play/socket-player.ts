// Plays a recorded socket to a live client.

import { WebSocket } from 'ws';
import { messageOf } from '../../wording.ts';
import { ClientFrames, clientFramesBytesMax, type ClientFrame } from './client-frames.ts';
import type { LiveRedactor } from './live-redactor.ts';
import { frameMissText } from './miss-text.ts';
import { PacedQueue } from './pace.ts';
import { SocketScript, type TakenFrame } from './socket-script.ts';
import type { LeftSocket } from './socket-takeover.ts';
import { closeWith, type ConnectedSocket } from '../relay/upstream-socket.ts';
import { bytesOf } from '../../recording/format/recorded-content.ts';
import type { RecordedFrame, RecordedSocket } from '../traffic.ts';
import type { AnswerContext } from './answer-player.ts';

/** The most characters of the reason of a close frame. */
const reasonCharsMax = 120;

const cutSentence = 'The recording ends here, before the end of the WebSocket.';
const tooMuchSentence = `No server can take over: the client has sent more than ${clientFramesBytesMax / 1024 / 1024} MiB, the most that is stored.`;

/** What may go on with a socket of which a frame is not in its recording. */
export interface SocketSuccessors {
  /** Chooses another recorded socket at the same path and query, the first that is like the live one so far. Returns whether there is one. */
  readonly choose: (isLike: (recorded: RecordedSocket) => boolean) => boolean;
  /** A server, if there is one. Rejects with a sentence if it does not go on. */
  readonly takeOver: ((left: LeftSocket) => Promise<void>) | undefined;
  /** Called with each frame that is not in the recording; `isForwarded`: a server goes on. */
  readonly onMiss: (text: string, isForwarded?: boolean) => void;
}

/** Plays until either side closes. */
export function playSocket(...how: ConstructorParameters<typeof SocketPlayer>): void {
  new SocketPlayer(...how).start();
}

class SocketPlayer {
  readonly #client: ConnectedSocket;
  readonly #socket: WebSocket;
  #script: SocketScript;
  readonly #queue: PacedQueue;
  readonly #context: AnswerContext;
  readonly #redactor: LiveRedactor;
  readonly #successors: SocketSuccessors;
  /** What the client has sent, for a server that takes over. */
  #sent: ClientFrames | undefined;
  /** The number of data frames that were due. */
  #playedCount = 0;
  #hasMissed = false;

  constructor(
    client: ConnectedSocket,
    recorded: RecordedSocket,
    context: AnswerContext,
    redactor: LiveRedactor,
    successors: SocketSuccessors,
  ) {
    this.#client = client;
    this.#socket = client.socket;
    this.#script = new SocketScript(recorded, context.values);
    this.#queue = new PacedQueue(context.speed);
    this.#context = context;
    this.#redactor = redactor;
    this.#successors = successors;
    if (successors.takeOver !== undefined) this.#sent = new ClientFrames();
  }

  start(): void {
    this.#socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    this.#socket.on('error', () => undefined); // its close follows
    this.#socket.once('close', () => this.#queue.stop());
    this.#sendDue();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasMissed) return;
    const taken = isBinary ? data.length : this.#redactor.frame(data.toString('utf8'));
    const miss = this.#script.receive(taken);
    if (miss === undefined || this.#takesOther(taken)) {
      this.#sent?.add({ data, isBinary });
      return this.#sendDue();
    }
    const text = frameMissText(isBinary ? `of ${data.length} bytes` : String(taken), miss);
    this.#leave({ data, isBinary }, text);
  }

  /** Goes on with another recorded socket that has the frames of the client up to this one, if there is one. */
  #takesOther(taken: TakenFrame): boolean {
    return this.#successors.choose((recorded) => {
      const script = this.#script.continuedBy(recorded);
      if (script === undefined || script.receive(taken) !== undefined) return false;
      this.#script = script;
      return true;
    });
  }

  /** Goes on with a server from a frame that is not in the recording, or ends. */
  #leave(missed: ClientFrame, text: string): void {
    const { takeOver, onMiss } = this.#successors;
    const isOpen = this.#socket.readyState === WebSocket.OPEN;
    if (takeOver === undefined || !isOpen) return this.#fail(text);
    const frames = this.#sent?.all;
    if (frames === undefined) return this.#fail(`${text} ${tooMuchSentence}`);
    this.#hasMissed = true;
    this.#sent = undefined;
    onMiss(text, true);
    const whenPlayed = new Promise<void>((resolve) => this.#queue.add(0, resolve));
    const left = { client: this.#client, frames, missed, playedCount: this.#playedCount };
    takeOver({ ...left, whenPlayed }).catch((error: unknown) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return;
      this.#fail(messageOf(error));
      this.#socket.resume(); // to read the client's close frame
    });
  }

  #sendDue(): void {
    for (const { frame, afterMs } of this.#script.due()) {
      this.#queue.add(afterMs, () => this.#send(frame));
      if (frame.kind === 'data') this.#playedCount += 1;
    }
    if (this.#script.isCut) this.#queue.add(0, () => this.#fail(cutSentence));
  }

  #send(frame: RecordedFrame): void {
    switch (frame.kind) {
      case 'close':
        return closeWith(this.#client, frame);
      case 'ping':
        return this.#socket.ping(bytesOf(frame));
      case 'pong':
        return; // the host answers the pings of the live client
      case 'data':
        if (frame.text === undefined) this.#socket.send(bytesOf(frame));
        else this.#socket.send(this.#context.values.asLive(frame.text));
    }
  }

  #fail(text: string): void {
    this.#hasMissed = true;
    this.#successors.onMiss(text);
    this.#queue.stop();
    this.#socket.close(1008, text.slice(0, reasonCharsMax).replaceAll(/[^ -~]/g, '?'));
  }
}
