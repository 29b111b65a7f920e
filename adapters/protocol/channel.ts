// WebSocket channels: opening a session, receiving and sending frames. Independent of frameworks and sockets: hosts convert
// to and from theirs, in the order of the frames and within the limits below.

import type { Command, faults, World } from '../../core/index.ts';
import { readerWaitMsMax } from './limits.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** One message in either direction. Its data must not change once it is sent. */
export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly data: Buffer };

/** The client's end of a session. Frames that are sent before the session is accepted are queued until then. */
export interface Peer {
  /** Sends at any time, not only in response. Ignored once the session is over. `strike`: of a fault, on this frame. */
  readonly send: (frame: Frame, strike?: faults.FrameStruck) => void;
  /**
   * Ends the session after the frames sent so far. Without a code the client sees 1005. A reason is truncated to
   * `reasonBytesMax`. Throws RangeError for a code that must not be sent. Ignored once the session is over.
   */
  readonly close: (code?: number, reason?: string) => void;
  /**
   * Resolves once the client has read so much that less than `resumeBytes` are queued, or the session is over; undefined if
   * that is so already. A session with much to send waits for it, so that it queues no more.
   */
  readonly drained: () => Promise<void> | undefined;
}

/** A request to become a WebSocket. */
export interface UpgradeRequest extends HttpRequest {
  /** The offers of Sec-WebSocket-Protocol, in their order. */
  readonly protocols: readonly string[];
}

export interface Session {
  /** Headers of the response to the upgrade. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its number among the sessions of its service in its world, from 1. */
  readonly number?: number;
  /** One of the offered protocols. A client that offers some disconnects if none is chosen. */
  readonly protocol?: string;
  /** Handles the next frame. A promise delays later frames; a failure ends the session with 1011, a transient one with 1013. */
  readonly receive: (frame: Frame) => void | Promise<void>;
  /**
   * The session is over: called exactly once, whichever side ended it, and not before the last frame is handled. The code is 1005
   * if the close had none, 1006 if the connection broke. Frames that the client sent before its close are received first.
   * A promise resolves once the world knows, and rejects if the world has failed, which reports it.
   */
  readonly closed: (code: number, reason: string) => void | Promise<void>;
  /** Whether it has messages that it has not sent yet: its client reads slowly, or their audio is computed. Default: never. */
  readonly hasUnsent?: () => boolean;
}

/** The result of an upgrade. A refusal is an ordinary HTTP response. */
export type Opening =
  | { readonly kind: 'refused'; readonly response: HttpResponse }
  | { readonly kind: 'accepted'; readonly session: Session };

export interface Channel {
  readonly open: (request: UpgradeRequest, world: World, peer: Peer) => Opening | Promise<Opening>;
}

/** An open session in the state of a world. In a fork it has no socket. */
export interface SessionSummary {
  readonly id: string;
  /** The channel's path. */
  readonly path: string;
  readonly openedMs: number;
  readonly isAttached: boolean;
}

/** Who sends the audio of a session. */
export type SessionSide = 'user' | 'agent';

/** A range of samples of each channel. */
export interface AudioQuery {
  readonly from: number;
  readonly limit: number;
}

/** A range of the audio of one side. */
export interface SideAudio {
  /** In Hz; 0 if there is no audio. */
  readonly sampleRate: number;
  readonly channels: number;
  /** With interleaved channels. */
  readonly samples: Int16Array;
  /** All samples of each channel, also those outside of the range. */
  readonly total: number;
}

/** The open sessions of a service, from the states of its worlds. */
export interface SessionBook {
  readonly list: (world: World) => Promise<readonly SessionSummary[]>;
  /** The id of the session that reads the bytes beside a command again when it is resumed; undefined if none does. */
  readonly readerOf: (command: Command) => string | undefined;
  /**
   * Attaches to a session without a socket, in place of its client; undefined if the id is unknown. The caller detaches
   * without `closed`: the session stays open unless it ended meanwhile, and frames that it sends then are dropped. `request`: the one
   * that brings its frames, for their facts.
   */
  readonly resume: (
    world: World,
    id: string,
    peer: Peer,
    request?: Pick<HttpRequest, 'facts'>,
  ) => Promise<Session | undefined>;
  /** The audio of a session, also of one that is over; undefined if the id is unknown. Rejects with ControlError if it is lost. */
  readonly audio: (
    world: World,
    id: string,
    side: SessionSide,
    query: AudioQuery,
  ) => Promise<SideAudio | undefined>;
}

export interface SocketLimits {
  /** The largest text frame in bytes of UTF-8; a larger one ends the session with 1009. */
  readonly textBytesMax: number;
  /** The largest binary frame in bytes. */
  readonly binaryBytesMax: number;
  /** The most bytes queued in one direction, for a slow client or a busy session. More end the session with 1008. */
  readonly waitingBytesMax: number;
  /** A session that waits for its client goes on below this many queued bytes. */
  readonly resumeBytes: number;
  /** How long a client may read nothing while its session waits for it; then the session ends with 1008. */
  readonly unreadMsMax: number;
  /** The most open sockets of a server; the next one is refused with 503. */
  readonly socketsMax: number;
  /** The interval of pings; a client that has not answered the last one is disconnected. */
  readonly pingMs: number;
  /** How long a client may take to answer a close frame. */
  readonly closeMs: number;
}

export const socketLimits: SocketLimits = {
  textBytesMax: 1024 * 1024, // both sizes: reference/speech.md section 8
  binaryBytesMax: 4 * 1024 * 1024,
  waitingBytesMax: 16 * 1024 * 1024,
  resumeBytes: 1024 * 1024,
  unreadMsMax: readerWaitMsMax,
  socketsMax: 1_000,
  pingMs: 30_000,
  closeMs: 5_000,
};

/** The longest reason in a close frame (RFC 6455 section 5.5). */
export const reasonBytesMax = 123;

/** Whether a close frame may have the code (RFC 6455 section 7.4, IANA's registry). */
export function isCloseCode(code: number): boolean {
  if (code >= 1_000 && code <= 1_014) return code !== 1_004 && code !== 1_005 && code !== 1_006;
  return Number.isInteger(code) && code >= 3_000 && code <= 4_999;
}

/** Which codes `isCloseCode` accepts. */
export const closeCodeRule = 'must be 1000 to 1003, 1007 to 1014, or 3000 to 4999';

/** The protocols in a Sec-WebSocket-Protocol header; undefined if it is malformed or names one twice. */
export function protocolsOf(header: string | undefined): readonly string[] | undefined {
  if (header === undefined) return [];
  const protocols = header.split(',').map((protocol) => protocol.trim());
  const isFine = protocols.every((protocol) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(protocol));
  return isFine && new Set(protocols).size === protocols.length ? protocols : undefined;
}

export function tooLarge({ textBytesMax, binaryBytesMax }: SocketLimits): string {
  return `A frame is too large: text may have ${textBytesMax} bytes, binary data ${binaryBytesMax}.`;
}

export function readsNothing({ unreadMsMax }: SocketLimits): string {
  return `The client has read nothing for ${unreadMsMax / 1_000} s.`;
}

export function tooManySockets({ socketsMax }: SocketLimits): string {
  return `There are ${socketsMax} open sockets, the most that there may be.`;
}
