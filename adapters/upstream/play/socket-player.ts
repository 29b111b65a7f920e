// Plays a recorded socket to a live client.

import type { RawData, WebSocket } from 'ws';
import type { LiveRedactor } from './live-redactor.ts';
import { frameMissText } from './miss-text.ts';
import { PacedQueue } from './pace.ts';
import { SocketScript } from './socket-script.ts';
import { bytesOf, type RecordedFrame, type RecordedSocket } from '../traffic.ts';
import type { AnswerContext } from './answer-player.ts';

/** The most characters of the reason of a close frame. */
const reasonCharsMax = 120;

const cutSentence = 'The recording ends here, before the end of the WebSocket.';

/** Plays until either side closes. `onMiss`: called with each frame that is not in the recording. */
export function playSocket(...how: ConstructorParameters<typeof SocketPlayer>): void {
  new SocketPlayer(...how).start();
}

class SocketPlayer {
  readonly #socket: WebSocket;
  readonly #script: SocketScript;
  readonly #queue: PacedQueue;
  readonly #context: AnswerContext;
  readonly #redactor: LiveRedactor;
  readonly #onMiss: (text: string) => void;
  #hasMissed = false;

  constructor(
    socket: WebSocket,
    recorded: RecordedSocket,
    context: AnswerContext,
    redactor: LiveRedactor,
    onMiss: (text: string) => void,
  ) {
    this.#socket = socket;
    this.#script = new SocketScript(recorded, context.values);
    this.#queue = new PacedQueue(context.speed);
    this.#context = context;
    this.#redactor = redactor;
    this.#onMiss = onMiss;
  }

  start(): void {
    this.#socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#socket.on('error', () => undefined); // its close follows
    this.#socket.once('close', () => this.#queue.stop());
    this.#sendDue();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#hasMissed) return;
    const bytes = data as Buffer;
    const text = isBinary ? '' : this.#redactor.frame(bytes.toString('utf8'));
    const miss = isBinary
      ? this.#script.receiveBytes(bytes.length)
      : this.#script.receiveText(text);
    if (miss === undefined) this.#sendDue();
    else this.#fail(frameMissText(isBinary ? `of ${bytes.length} bytes` : text, miss));
  }

  #sendDue(): void {
    for (const { frame, afterMs } of this.#script.due()) {
      this.#queue.add(afterMs, () => this.#send(frame));
    }
    if (this.#script.isCut) this.#queue.add(0, () => this.#fail(cutSentence));
  }

  #send(frame: RecordedFrame): void {
    switch (frame.kind) {
      case 'close':
        return this.#close(frame.code, frame.reason);
      case 'ping':
        return this.#socket.ping(bytesOf(frame));
      case 'pong':
        return; // the host answers the pings of the live client
      case 'data':
        if (frame.text === undefined) this.#socket.send(bytesOf(frame));
        else this.#socket.send(this.#context.values.asLive(frame.text));
    }
  }

  #close(code: number, reason: string): void {
    if (code === 1005) this.#socket.close();
    else if (code === 1006) this.#socket.terminate();
    else this.#socket.close(code, reason);
  }

  #fail(text: string): void {
    this.#hasMissed = true;
    this.#onMiss(text);
    this.#queue.stop();
    this.#socket.close(1008, text.slice(0, reasonCharsMax).replaceAll(/[^ -~]/g, '?'));
  }
}
