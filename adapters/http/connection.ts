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

export interface Connection {
  readonly peer: Peer;
  /** The upgrade is done: sends queued frames and starts to receive. */
  readonly accept: (session: Session, wire: Wire) => void;
  /** There will be no session; the peer ignores all calls from now on. */
  readonly abandon: () => void;
  /** A frame from the client. */
  readonly receive: (frame: Frame) => void;
  /** The client has closed, or is gone. */
  readonly end: (code: number, reason: string) => void;
}

/** Added to the size of a queued frame, so that the number of empty frames is limited, too. */
const frameCostBytes = 64;

export function createConnection(limits: SocketLimits): Connection {
  const early = createEarlyWire();
  const waiting: Frame[] = [];
  let waitingBytes = 0;
  let wire: Wire = early;
  let session: Session | undefined;
  let isBusy = false;
  let isOver = false;
  let ending: { readonly code: number; readonly reason: string } | undefined;
  let draining: Draining | undefined;

  function send(frame: Frame): void {
    if (isOver) return;
    if (wire.unsentBytes() + bytesOf(frame) > limits.waitingBytesMax) {
      return close(1008, `More than ${limits.waitingBytesMax} bytes wait to be read.`);
    }
    wire.send(frame, onSent);
  }

  function drained(): Promise<void> | undefined {
    if (draining !== undefined) return draining.done;
    if (isDrained()) return undefined;
    draining = createDraining(limits.unreadMsMax, () => close(1008, readsNothing(limits)));
    return draining.done;
  }

  function isDrained(): boolean {
    return isOver || wire.unsentBytes() < limits.resumeBytes;
  }

  /** The client reads. */
  function onSent(): void {
    if (isDrained()) endDraining();
    else draining?.restart();
  }

  function endDraining(): void {
    draining?.end();
    draining = undefined;
  }

  function close(code?: number, reason = ''): void {
    if (code !== undefined && !isCloseCode(code)) {
      throw new RangeError(`The close code ${closeCodeRule}, not ${code}.`);
    }
    if (isOver) return;
    isOver = true;
    endDraining();
    waiting.length = 0;
    waitingBytes = 0;
    const sent = code === undefined ? '' : truncated(reason);
    wire.close(code, sent);
    wire.resume(); // to read the client's close frame
    ending = { code: code ?? 1005, reason: sent };
    queueMicrotask(notifyClosed); // never within a call of the session
  }

  function notifyClosed(): void {
    if (ending === undefined || session === undefined) return;
    const closing = session;
    session = undefined;
    try {
      void closing.closed(ending.code, ending.reason);
    } catch {
      // a bug of the session; there is no client left to send it to
    }
  }

  function deliver(frame: Frame): void {
    try {
      const received = session?.receive(frame);
      if (received === undefined) return;
      isBusy = true;
      received.then(deliverWaiting, (error: unknown) => {
        fail(error);
        deliverWaiting();
      });
    } catch (error) {
      fail(error);
    }
  }

  function deliverWaiting(): void {
    isBusy = false;
    while (!isBusy) {
      const frame = waiting.shift();
      if (frame === undefined) break;
      waitingBytes -= bytesOf(frame) + frameCostBytes;
      deliver(frame);
    }
    if (isBusy) return;
    wire.resume();
    notifyClosed();
  }

  function fail(error: unknown): void {
    close(isTransient(error) ? 1013 : 1011, messageOf(error));
  }

  function receive(frame: Frame): void {
    if (isOver || session === undefined) return;
    const bytes = bytesOf(frame);
    const bytesMax = frame.kind === 'text' ? limits.textBytesMax : limits.binaryBytesMax;
    if (bytes > bytesMax) return close(1009, tooLarge(limits));
    if (!isBusy) return deliver(frame);
    wire.pause();
    waitingBytes += bytes + frameCostBytes;
    if (waitingBytes > limits.waitingBytesMax) {
      return close(1008, `More than ${limits.waitingBytesMax} bytes wait to be received.`);
    }
    waiting.push(frame);
  }

  return {
    peer: { send, close, drained },
    accept: (accepted, opened) => {
      session = accepted;
      wire = opened;
      early.replay(opened);
      if (ending !== undefined) queueMicrotask(notifyClosed);
    },
    abandon: () => {
      isOver = true;
      endDraining();
    },
    receive,
    end: (code, reason) => {
      if (isOver) return;
      isOver = true;
      endDraining();
      ending = { code, reason };
      if (!isBusy) notifyClosed(); // else after the queued frames
    },
  };
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
