// Opens a WebSocket at another node for a client whose own is not open yet: if that node does not serve the world, another one may.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { socketLimits, type Peer, type Session } from '../protocol/channel.ts';
import { connecting } from './connecting.ts';
import { forwardedSession, type Acceptance } from './forwarded-session.ts';
import { isMisdirected, outcomeOf, withoutFraming, type Forwarded } from './hop.ts';
import type { OpenConnections } from './open-connections.ts';
import { relay } from './relay.ts';

/** A request to become a WebSocket, and what its host may do with it. */
export interface Handshake {
  readonly request: IncomingMessage;
  /** The connection of the client. */
  readonly stream: Duplex;
  /** Opens the WebSocket of the client. If the client is gone, the session is closed at once. */
  readonly accept: (sessionOf: (peer: Peer) => Session) => void;
  /** Writes an answer that opens none; the connection is closed after it. */
  readonly refusal: () => ServerResponse;
}

export interface SocketForwarderOptions {
  readonly open: OpenConnections;
  /** How long it may take until a node is reached. */
  readonly connectMs: number;
}

/** Resolves once the node at an address has answered. Unless that is `answered`, nothing was sent to the client. */
export async function openSocket(
  { request: { url = '/', headers }, stream, accept, refusal }: Handshake,
  address: string,
  hopHeaders: Readonly<Record<string, string>>,
  { open, connectMs }: SocketForwarderOptions,
): Promise<Forwarded> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve('abandoned');
    let isConnected = () => false;
    let acceptance: Acceptance = {};
    const other = new WebSocket(address, {
      agent: false,
      headers: { ...withoutFraming(headers), ...hopHeaders },
      perMessageDeflate: false,
      maxPayload: 0, // the node sends what it likes
      finishRequest(outgoing) {
        isConnected = connecting(outgoing, connectMs);
        outgoing.path = url; // as it came
        outgoing.end();
      },
    });
    const leave = open.join(address, { destroy: () => other.terminate() });
    other.once('close', leave);
    const abandon = (): void => {
      resolve('abandoned');
      stream.destroy();
      other.terminate();
    };
    stream.once('end', abandon).once('close', abandon);
    const breakOff = (): void => (stream as Socket).destroySoon();
    const settle = (result: Forwarded): void => {
      stream.off('end', abandon).off('close', abandon);
      resolve(result);
    };
    other.on('error', (error) => settle(outcomeOf(error, isConnected())));
    other.once('upgrade', (answer) => {
      answer.socket.setKeepAlive(true, socketLimits.pingMs); // the network may break without a word
      acceptance = readAcceptance(answer);
    });
    other.once('open', () => {
      settle('answered');
      accept((peer) => forwardedSession(other, acceptance, peer, breakOff));
    });
    other.once('unexpected-response', (_outgoing, answer) => {
      answer.once('close', leave);
      if (isMisdirected(answer)) {
        answer.resume();
        return settle('misdirected');
      }
      relay(answer, refusal());
      settle('answered');
    });
  });
}

const protocolHeader = 'sec-websocket-protocol';
/** Headers of the connection between the nodes, and what `ws` adds by itself. */
const ofConnection = new Set(['connection', 'sec-websocket-accept', protocolHeader, 'upgrade']);

/** Removes the subprotocol from the answer: `ws` knows only offers that it has made itself, and this one is the client's. */
function readAcceptance({ headers, rawHeaders }: IncomingMessage): Acceptance {
  const protocol = headers[protocolHeader];
  delete headers[protocolHeader];
  const passed: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!ofConnection.has(name.toLowerCase())) passed[name] = value;
  }
  return { headers: passed, ...(protocol === undefined ? {} : { protocol }) };
}
