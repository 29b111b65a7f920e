// WebSocket channels as data: what opens a session, what a session hears and what it may say. Knows no framework and no
// socket; the hosts translate to and from theirs, in the order of the frames and within the limits that are named here.

import type { World } from '../../core/index.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** One message in either direction. Whoever has sent one must not change its data any more. */
export type Frame =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly data: Buffer };

/** The client's end of a session. What is said before the session is accepted is kept until then. */
export interface Peer {
  /** At any time, not only in answer. Ignored once the session is over. */
  readonly send: (frame: Frame) => void;
  /**
   * Ends the session after what was sent. Without a code the client sees 1005. A reason is cut to `reasonBytesMax`.
   * Throws RangeError for a code that may not be sent. Ignored once the session is over.
   */
  readonly close: (code?: number, reason?: string) => void;
}

/** A request to become a WebSocket. */
export interface UpgradeRequest extends HttpRequest {
  /** What the client offers in Sec-WebSocket-Protocol, in its order. */
  readonly protocols: readonly string[];
}

export interface Session {
  /** Go with the answer to the upgrade. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One of the protocols that were offered. Clients that offer some hang up if none is chosen. */
  readonly protocol?: string;
  /** Takes the next frame. A promise holds back the frames after it; what fails ends the session with 1011 or 1013. */
  readonly receive: (frame: Frame) => void | Promise<void>;
  /**
   * The session is over: said exactly once, whoever ended it, with the code that ended it; 1005 if it had none, 1006 if
   * the connection broke. What a client sent before it closed is received before.
   */
  readonly closed: (code: number, reason: string) => void;
}

/** The answer to an upgrade. A refusal is an ordinary answer to an ordinary request. */
export type Opening =
  | { readonly kind: 'refused'; readonly response: HttpResponse }
  | { readonly kind: 'accepted'; readonly session: Session };

export interface Channel {
  readonly open: (request: UpgradeRequest, world: World, peer: Peer) => Opening | Promise<Opening>;
}

/** A session that a world has open, as its state knows it. In a fork it has no socket. */
export interface OpenSession {
  readonly id: string;
  /** The channel's path. */
  readonly path: string;
  readonly openedMs: number;
  readonly isAttached: boolean;
}

/** The sessions of a service, as the states of its worlds have them. */
export interface SessionBook {
  readonly list: (world: World) => Promise<readonly OpenSession[]>;
  /**
   * Takes up a session that has no socket, to speak for its client; undefined if there is none of the id. Unless it ends
   * meanwhile it is let go again without `closed`: it stays open, and what it says then nobody hears.
   */
  readonly resume: (world: World, id: string, peer: Peer) => Promise<Session | undefined>;
}

export interface SocketLimits {
  /** The largest text frame that is taken, in bytes of UTF-8; a larger one ends the session with 1009. */
  readonly textBytesMax: number;
  /** The largest binary frame that is taken. */
  readonly binaryBytesMax: number;
  /** What may wait in one direction: to be read by a slow client, or to be received by a session. Beyond it 1008. */
  readonly waitingBytesMax: number;
  /** How many sockets one server has at a time; the next one is refused with 503. */
  readonly socketsMax: number;
  /** How often each client is asked whether it is still there; who has not answered the last time is cut off. */
  readonly pingMs: number;
  /** How long a client may take to answer a close. */
  readonly closeMs: number;
}

export const socketLimits: SocketLimits = {
  textBytesMax: 1024 * 1024, // both sizes: reference/speech.md section 8
  binaryBytesMax: 4 * 1024 * 1024,
  waitingBytesMax: 16 * 1024 * 1024,
  socketsMax: 1_000,
  pingMs: 30_000,
  closeMs: 5_000,
};

/** The longest reason in a close frame (RFC 6455 section 5.5). */
export const reasonBytesMax = 123;

/** Whether a code may stand in a close frame (RFC 6455 section 7.4, IANA's registry). */
export function isCloseCode(code: number): boolean {
  if (code >= 1_000 && code <= 1_014) return code !== 1_004 && code !== 1_005 && code !== 1_006;
  return Number.isInteger(code) && code >= 3_000 && code <= 4_999;
}

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

export function tooManySockets({ socketsMax }: SocketLimits): string {
  return `There are ${socketsMax} open sockets, the most that there may be.`;
}
