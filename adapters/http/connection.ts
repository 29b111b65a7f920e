// One session and the client at its other end, whatever carries the frames between them: their order, the limits, and one
// end. Knows no socket; each host gives it a wire.

import {
  isCloseCode,
  reasonBytesMax,
  tooLarge,
  type Frame,
  type Peer,
  type Session,
  type SocketLimits,
} from './channel.ts';
import { isTransient } from './transient.ts';

/** What carries frames to the client. */
export interface Wire {
  readonly send: (frame: Frame) => void;
  readonly close: (code: number | undefined, reason: string) => void;
  /** What was sent and has not left yet. */
  readonly unsentBytes: () => number;
  /** The session is behind: what the client sends may wait where it is, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

export interface Connection {
  readonly peer: Peer;
  /** The upgrade is done: what was said early goes out, frames may come in. */
  readonly accept: (session: Session, wire: Wire) => void;
  /** There will be no session; the peer is deaf from now on. */
  readonly abandon: () => void;
  /** A frame of the client's. */
  readonly receive: (frame: Frame) => void;
  /** The client has closed, or is gone. */
  readonly end: (code: number, reason: string) => void;
}

/** What a waiting frame counts besides its bytes, so that empty ones cannot wait without number. */
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

  function send(frame: Frame): void {
    if (isOver) return;
    if (wire.unsentBytes() + bytesOf(frame) > limits.waitingBytesMax) {
      return close(1008, `More than ${limits.waitingBytesMax} bytes wait to be read.`);
    }
    wire.send(frame);
  }

  function close(code?: number, reason = ''): void {
    if (code !== undefined && !isCloseCode(code)) {
      throw new RangeError(`${code} is no code that may be sent.`);
    }
    if (isOver) return;
    isOver = true;
    waiting.length = 0;
    waitingBytes = 0;
    const said = code === undefined ? '' : cut(reason);
    wire.close(code, said);
    wire.resume(); // so that the client's own close is read
    ending = { code: code ?? 1005, reason: said };
    queueMicrotask(tellEnd); // never while the session is in the middle of something
  }

  function tellEnd(): void {
    if (ending === undefined || session === undefined) return;
    const told = session;
    session = undefined;
    try {
      told.closed(ending.code, ending.reason);
    } catch {
      // a bug of the session's, and nobody is left to be told
    }
  }

  function deliver(frame: Frame): void {
    try {
      const received = session?.receive(frame);
      if (received === undefined) return;
      isBusy = true;
      received.then(goOn, (error: unknown) => {
        fail(error);
        goOn();
      });
    } catch (error) {
      fail(error);
    }
  }

  function goOn(): void {
    isBusy = false;
    while (!isBusy) {
      const frame = waiting.shift();
      if (frame === undefined) break;
      waitingBytes -= bytesOf(frame) + frameCostBytes;
      deliver(frame);
    }
    if (isBusy) return;
    wire.resume();
    tellEnd();
  }

  function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : 'Something went wrong.';
    close(isTransient(error) ? 1013 : 1011, message);
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
    peer: { send, close },
    accept: (accepted, opened) => {
      session = accepted;
      wire = opened;
      early.replay(opened);
      if (ending !== undefined) queueMicrotask(tellEnd);
    },
    abandon: () => {
      isOver = true;
    },
    receive,
    end: (code, reason) => {
      if (isOver) return;
      isOver = true;
      ending = { code, reason };
      if (!isBusy) tellEnd(); // else after the frames that wait
    },
  };
}

/** Keeps what a session says before it is accepted. */
function createEarlyWire(): Wire & { readonly replay: (wire: Wire) => void } {
  const said: ((wire: Wire) => void)[] = [];
  let bytes = 0;
  return {
    send: (frame) => {
      bytes += bytesOf(frame) + frameCostBytes;
      said.push((wire) => wire.send(frame));
    },
    close: (code, reason) => void said.push((wire) => wire.close(code, reason)),
    unsentBytes: () => bytes,
    pause: () => undefined,
    resume: () => undefined,
    replay: (wire) => {
      for (const say of said.splice(0)) say(wire);
    },
  };
}

export function bytesOf(frame: Frame): number {
  return frame.kind === 'text' ? Buffer.byteLength(frame.text) : frame.data.length;
}

/** A reason that fits into a close frame, cut between characters. */
function cut(reason: string): string {
  const bytes = Buffer.from(reason).subarray(0, reasonBytesMax);
  return new TextDecoder().decode(bytes, { stream: true }); // leaves half a character out
}
