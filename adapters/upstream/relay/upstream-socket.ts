// The WebSocket to an upstream, and its frames as a recording has them.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, type ClientOptions, type RawData } from 'ws';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { endConnection } from '../connection-end.ts';
import { headersByName, passedHeaders, withoutHeaders, type HeaderPair } from '../headers.ts';
import { headerForServer } from '../linked-headers.ts';
import type { Content } from './body-recorder.ts';
import { probeRequest } from './reset-probe.ts';
import type { Connector } from './connector.ts';
import type { Destination } from './destination.ts';

/** The longest frame. */
export const frameBytesMax = 100 * 1024 * 1024;
/** What may wait to be sent to one side before the other one is no longer read. */
export const waitingBytesMax = 1024 * 1024;

interface OpeningOptions extends Pick<ClientOptions, 'autoPong'> {
  /** Called if the connection is reset before the upstream has accepted. */
  readonly onReset?: () => void;
}

/** Connects with the handshake of a client. Throws if it names a subprotocol that is none. */
export function openUpstream(
  request: IncomingMessage,
  to: Destination,
  connector: Connector,
  { onReset, ...options }: OpeningOptions = {},
): WebSocket {
  const { upstream, target } = to;
  const base = new URL(upstream.base);
  return new WebSocket(`${base.origin.replace(/^http/, 'ws')}${target}`, protocolsOf(request), {
    agent: connector.options(base).agent,
    finishRequest(handshake) {
      if (onReset !== undefined) probeRequest(handshake, onReset);
      for (const [name, values] of Object.entries(handshakeHeaders(request, to))) {
        handshake.setHeader(name, values);
      }
      handshake.end();
    },
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: frameBytesMax,
    ...options,
  });
}

function handshakeHeaders(
  { rawHeaders }: IncomingMessage,
  { base, upstream }: Destination,
): Record<string, string | string[]> {
  const passed = passedHeaders(rawHeaders, true).map(([name, value]): HeaderPair => [
    name,
    headerForServer(name, value, base, upstream.base),
  ]);
  return headersByName([
    ...withoutHeaders(passed, ['host', 'accept-encoding']),
    ['Accept-Encoding', 'identity'], // a refusal is a text in which secrets and links can be found
  ]);
}

function protocolsOf({ headers }: IncomingMessage): string[] {
  const offered = headers['sec-websocket-protocol'];
  return offered === undefined ? [] : offered.split(',').map((name) => name.trim());
}

export function frameBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

export function frameContent(bytes: Buffer, isBinary: boolean): Content {
  return isBinary ? { base64: bytes.toString('base64') } : { text: bytes.toString('utf8') };
}

/** A WebSocket, and the connection below it. */
export interface ConnectedSocket {
  readonly socket: WebSocket;
  /** Undefined if it is not connected. */
  readonly stream: Socket | undefined;
}

/** How a WebSocket has ended. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: Buffer | string;
  /** What broke it, if it was not closed. */
  readonly failure?: Failure;
}

/** Closes one side as the other one was closed. */
export function closeWith(
  { socket, stream }: ConnectedSocket,
  { code, reason, failure = 'closed' }: SocketEnd,
): void {
  if (code === 1005) return socket.close();
  if (code !== 1006) return socket.close(code, reason);
  if (stream === undefined) return socket.terminate();
  socket.resume(); // to notice when it is closed by the other side, too
  endConnection(stream, failure);
}
