// Connects a session with its client over any transport: keeps frames in order and within the limits, and ends once.
// Independent of sockets: each host provides a wire.

import {
  closeCodeRule,
  isCloseCode,
  readsNothing,
  reasonBytesMax,
  tooLarge,
  type Frame,
  type Peer,
  type Session,
  type SocketLimits,
} from './channel.ts';
import { isTransient } from './transient.ts';
import { messageOf } from '../wording.ts';
import { queueMicrotask } from '../host-timers.ts';

/** The transport of frames to the client. */
export interface Wire {
  /** Calls `sent` once the frame is transmitted. */
  readonly send: (frame: Frame, sent: () => void) => void;
  readonly close: (code: number | undefined, reason: string) => void;
  /** Bytes that were sent but not transmitted yet. */
  readonly unsentBytes: () => number;
  /** The session is busy: the transport may stop reading from the client until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Added to the size of a queued frame, so that the number of empty frames is limited, too. */
const frameCostBytes = 64;

export class SessionConnection {
  readonly #limits: SocketLimits;
  readonly #early = createEarlyWire();
  #wire: Wire = this.#early;
  #session: Session | undefined;
  /** Frames of the client that come while the session handles one. */
  readonly #waiting: Frame[] = [];
  #waitingBytes = 0;
  #isBusy = false;
  #isOver = false;
  #ending: { readonly code: number; readonly reason: string } | undefined;
  #draining: Draining | undefined;
  /** The client, for the session. */
  readonly peer: Peer;

  constructor(limits: SocketLimits) {
    this.#limits = limits;
    this.peer = { send: this.#send, close: this.#close, drained: this.#drained };
  }

  /** The upgrade is done: sends queued frames and starts to receive. */
  accept(session: Session, wire: Wire): void {
    this.#session = session;
    this.#wire = wire;
    this.#early.replay(wire);
    if (this.#ending !== undefined) queueMicrotask(() => this.#notifyClosed());
  }

  /** There will be no session; the peer ignores all calls from now on. */
  abandon(): void {
    this.#isOver = true;
    this.#endDraining();
  }

  /** A frame from the client. */
  receive(frame: Frame): void {
    if (this.#isOver || this.#session === undefined) return;
    const limits = this.#limits;
    const bytes = bytesOf(frame);
    const bytesMax = frame.kind === 'text' ? limits.textBytesMax : limits.binaryBytesMax;
    if (bytes > bytesMax) return this.#close(1009, tooLarge(limits));
    if (!this.#isBusy) return this.#deliver(frame);
    this.#wire.pause();
    this.#waitingBytes += bytes + frameCostBytes;
    if (this.#waitingBytes > limits.waitingBytesMax) {
      return this.#close(1008, `More than ${limits.waitingBytesMax} bytes wait to be received.`);
    }
    this.#waiting.push(frame);
  }

  /** The client has closed, or is gone. */
  end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endDraining();
    this.#ending = { code, reason };
    if (!this.#isBusy) this.#notifyClosed(); // else after the queued frames
  }

  readonly #send = (frame: Frame): void => {
    if (this.#isOver) return;
    const { waitingBytesMax } = this.#limits;
    if (this.#wire.unsentBytes() + bytesOf(frame) > waitingBytesMax) {
      return this.#close(1008, `More than ${waitingBytesMax} bytes wait to be read.`);
    }
    this.#wire.send(frame, this.#onSent);
  };

  /** The client reads. */
  readonly #onSent = (): void => {
    if (this.#isDrained()) this.#endDraining();
    else this.#draining?.restart();
  };

  readonly #drained = (): Promise<void> | undefined => {
    if (this.#draining !== undefined) return this.#draining.done;
    if (this.#isDrained()) return undefined;
    const limits = this.#limits;
    const onTimeout = () => this.#close(1008, readsNothing(limits));
    this.#draining = createDraining(limits.unreadMsMax, onTimeout);
    return this.#draining.done;
  };

  #isDrained(): boolean {
    return this.#isOver || this.#wire.unsentBytes() < this.#limits.resumeBytes;
  }

  #endDraining(): void {
    this.#draining?.end();
    this.#draining = undefined;
  }

  readonly #close = (code?: number, reason = ''): void => {
    if (code !== undefined && !isCloseCode(code)) {
      throw new RangeError(`The close code ${closeCodeRule}, not ${code}.`);
    }
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endDraining();
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    const sent = code === undefined ? '' : truncated(reason);
    this.#wire.close(code, sent);
    this.#wire.resume(); // to read the client's close frame
    this.#ending = { code: code ?? 1005, reason: sent };
    queueMicrotask(() => this.#notifyClosed()); // never within a call of the session
  };

  #notifyClosed(): void {
    const [ending, session] = [this.#ending, this.#session];
    if (ending === undefined || session === undefined) return;
    this.#session = undefined;
    try {
      void session.closed(ending.code, ending.reason);
    } catch {
      // a bug of the session; there is no client left to send it to
    }
  }

  #deliver(frame: Frame): void {
    try {
      const received = this.#session?.receive(frame);
      if (received === undefined) return;
      this.#isBusy = true;
      received.then(
        () => this.#deliverWaiting(),
        (error: unknown) => {
          this.#fail(error);
          this.#deliverWaiting();
        },
      );
    } catch (error) {
      this.#fail(error);
    }
  }

  #deliverWaiting(): void {
    this.#isBusy = false;
    while (!this.#isBusy) {
      const frame = this.#waiting.shift();
      if (frame === undefined) break;
      this.#waitingBytes -= bytesOf(frame) + frameCostBytes;
      this.#deliver(frame);
    }
    if (this.#isBusy) return;
    this.#wire.resume();
    this.#notifyClosed();
  }

  #fail(error: unknown): void {
    this.#close(isTransient(error) ? 1013 : 1011, messageOf(error));
  }
}

/** A session that waits for its client to read. */
interface Draining {
  readonly done: Promise<void>;
  /** The client has read something: it has as much time again. */
  readonly restart: () => void;
  readonly end: () => void;
}

function createDraining(waitMs: number, onTimeout: () => void): Draining {
  const timer = setTimeout(onTimeout, waitMs).unref();
  let resolve: () => void = () => undefined;
  const done = new Promise<void>((onDone) => (resolve = onDone));
  return {
    done,
    restart: () => timer.refresh(),
    end: () => {
      clearTimeout(timer);
      resolve();
    },
  };
}

/** Queues the frames that a session sends before it is accepted. */
function createEarlyWire(): Wire & { readonly replay: (wire: Wire) => void } {
  const queued: ((wire: Wire) => void)[] = [];
  let bytes = 0;
  return {
    send: (frame, sent) => {
      bytes += bytesOf(frame) + frameCostBytes;
      queued.push((wire) => wire.send(frame, sent));
    },
    close: (code, reason) => void queued.push((wire) => wire.close(code, reason)),
    unsentBytes: () => bytes,
    pause: () => undefined,
    resume: () => undefined,
    replay: (wire) => {
      for (const replay of queued.splice(0)) replay(wire);
    },
  };
}

export function bytesOf(frame: Frame): number {
  return frame.kind === 'text' ? Buffer.byteLength(frame.text) : frame.data.length;
}

/** A reason that fits into a close frame, truncated between characters. */
function truncated(reason: string): string {
  const bytes = Buffer.from(reason).subarray(0, reasonBytesMax);
  return new TextDecoder().decode(bytes, { stream: true }); // drops an incomplete character
}
