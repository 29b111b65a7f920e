// Plays the frames of a recorded socket: those of the server are due once the client has sent what the recorded one had sent by then.
// Text and order count, and empty frames; of binary frames the amount, since clients cut audio as they like. Keep-alives and control
// frames do not count.

import type { FieldDifference } from '../../recording/differences/difference.ts';
import type { ClientValues } from './client-values.ts';
import { areSameTexts, valueOf } from './request-content.ts';
import type { RecordedFrame, RecordedSocket } from '../traffic.ts';

/** A frame of the server, or the end of the socket, and how long it came after the frame before it. */
export interface DueFrame {
  readonly frame: RecordedFrame;
  readonly afterMs: number;
}

/** A frame that the recorded client had not sent. */
export interface FrameMiss {
  /** The frame that was expected; undefined if none was. */
  readonly expected: RecordedFrame | undefined;
  readonly differences: readonly FieldDifference[];
}

/** A text of a client, or the number of bytes that it has sent in binary frames. */
export type TakenFrame = string | number;

export class SocketScript {
  readonly #frames: readonly RecordedFrame[];
  readonly #openedMs: number;
  readonly #values: ClientValues;
  /** The next frame that is neither sent nor awaited. */
  #next = 0;
  /** The texts of the client that the recording has still to come, from the first one that was not sent yet. */
  readonly #expected: RecordedFrame[];
  /** The number of texts that the client has sent. */
  #texts = 0;
  #receivedBytes = 0;
  /** Of the frames before the next one. */
  #passedTexts = 0;
  #passedBytes = 0;
  readonly #bytesInAll: number;
  readonly #isCut: boolean;
  /** What the client has sent, without keep-alives; bytes in a row as one number. */
  readonly #taken: TakenFrame[] = [];

  constructor({ frames, atMs, outcome, isCut }: RecordedSocket, values: ClientValues) {
    this.#frames = frames;
    this.#isCut = isCut;
    this.#openedMs = outcome?.atMs ?? atMs;
    this.#values = values;
    const sent = frames.filter(({ by, kind }) => by === 'client' && kind === 'data');
    this.#expected = sent.filter((frame) => textOf(frame) !== undefined && !isKeepAlive(frame));
    this.#bytesInAll = sent.reduce((sum, frame) => sum + binaryBytes(frame), 0);
  }

  /** Whether everything was played of a recording that does not have the end of the socket. */
  get isCut(): boolean {
    return this.#isCut && this.#next >= this.#frames.length;
  }

  /** The frames that are due now, in order; each is due once. */
  due(): readonly DueFrame[] {
    const due: DueFrame[] = [];
    for (; this.#next < this.#frames.length; this.#next += 1) {
      const frame = this.#frames[this.#next] as RecordedFrame;
      if (frame.by === 'server') {
        const beforeMs = this.#frames[this.#next - 1]?.atMs ?? this.#openedMs;
        due.push({ frame, afterMs: Math.max(0, frame.atMs - beforeMs) });
      } else if (!this.#hasArrived(frame)) break;
    }
    return due;
  }

  /** Whether the client has sent as much as the recorded one with this frame of it. */
  #hasArrived(frame: RecordedFrame): boolean {
    if (frame.kind === 'close') return false; // it is the client that closes
    const texts = this.#passedTexts + (isExpectedText(frame) ? 1 : 0);
    const bytes = this.#passedBytes + binaryBytes(frame);
    if (texts > this.#texts || bytes > this.#receivedBytes) return false;
    [this.#passedTexts, this.#passedBytes] = [texts, bytes];
    return true;
  }

  /** The script of a socket that is like this one so far: what is due by now is so no more. Undefined for any other socket. */
  continuedBy(recorded: RecordedSocket): SocketScript | undefined {
    const script = new SocketScript(recorded, this.#values);
    for (const taken of this.#taken) if (script.receive(taken) !== undefined) return undefined;
    script.due();
    return script;
  }

  /** Takes a text of the client, or the length of a binary frame: an empty one is a message, since services end a stream at it. */
  receive(given: TakenFrame): FrameMiss | undefined {
    const taken = given === 0 ? '' : given;
    const isText = typeof taken === 'string';
    if (isText && isKeepAliveText(taken)) return undefined;
    const miss = isText ? this.#receiveText(taken) : this.#receiveBytes(taken);
    if (miss !== undefined) return miss;
    const last = this.#taken.at(-1);
    if (isText || typeof last !== 'number') this.#taken.push(taken);
    else this.#taken[this.#taken.length - 1] = last + taken;
    return undefined;
  }

  #receiveText(text: string): FrameMiss | undefined {
    const expected = this.#expected[this.#texts];
    if (expected === undefined) return { expected, differences: [] };
    const recorded = textOf(expected) ?? '';
    if (!areSameTexts(recorded, text)) {
      const { differences, pairs } = this.#values.compare(valueOf(recorded), valueOf(text));
      if (differences.length > 0) return { expected, differences };
      this.#values.learn(pairs);
    }
    this.#texts += 1;
    return undefined;
  }

  #receiveBytes(bytes: number): FrameMiss | undefined {
    const received = this.#receivedBytes + bytes;
    if (received > this.#bytesInAll) {
      const differences = [{ path: 'bytes', left: this.#bytesInAll, right: received }];
      return { expected: undefined, differences };
    }
    this.#receivedBytes = received;
    return undefined;
  }
}

function textOf(frame: RecordedFrame): string | undefined {
  if (frame.kind !== 'data') return undefined;
  return frame.text ?? (frame.base64 === '' ? '' : undefined);
}

function isExpectedText(frame: RecordedFrame): boolean {
  return textOf(frame) !== undefined && !isKeepAlive(frame);
}

function binaryBytes(frame: RecordedFrame): number {
  return frame.kind === 'data' && frame.text === undefined
    ? Buffer.byteLength(frame.base64 ?? '', 'base64')
    : 0;
}

function isKeepAlive(frame: RecordedFrame): boolean {
  return isKeepAliveText(textOf(frame) ?? '');
}

/** A client sends them by its own clock. */
function isKeepAliveText(text: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"KeepAlive"/.test(text);
}
