// Passes WebSockets on to their upstreams, and closes those that are open at the stop of the proxy.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WholeResponse } from '../../hosts/node/node-response.ts';
import { answerUpgrade } from '../../hosts/node/ws/raw-answer.ts';
import type { Connector } from './connector.ts';
import type { Destination } from './destination.ts';
import { RelayedSocket } from './relayed-socket.ts';
import { silentMsMaxDefault } from './silence-watch.ts';
import type { TrafficLog } from './traffic-log.ts';

export class SocketRelay {
  readonly #log: TrafficLog;
  readonly #connector: Connector;
  readonly #silentMsMax: number;
  readonly #open = new Set<RelayedSocket>();
  /** Connections of clients that have not closed them after the end. */
  readonly #lingering = new Set<Duplex>();

  /** `silentMsMax`: how long an upstream may take to answer a handshake. */
  constructor(log: TrafficLog, connector: Connector, silentMsMax = silentMsMaxDefault) {
    this.#log = log;
    this.#connector = connector;
    this.#silentMsMax = silentMsMax;
  }

  /** Those whose end is not recorded yet. */
  get openCount(): number {
    return this.#open.size;
  }

  relay(request: IncomingMessage, stream: Duplex, head: Buffer, to: Destination): void {
    const relayed = new RelayedSocket(request, stream as Socket, head, to, this.#log);
    this.#open.add(relayed);
    relayed.connect(this.#connector, this.#silentMsMax);
    // Its end is recorded after its stream has closed, or before: a client may leave open what is refused.
    relayed.whenEnded(() => {
      this.#open.delete(relayed);
      this.#linger(stream);
    });
  }

  /** Answers in place of an upstream. */
  refuse(request: IncomingMessage, stream: Duplex, answer: WholeResponse): void {
    stream.on('error', () => stream.destroy());
    this.#linger(stream);
    answerUpgrade(request, stream, answer);
  }

  /** Closes all sockets, on both sides. */
  close(): void {
    for (const relayed of this.#open) relayed.close();
    for (const stream of this.#lingering) stream.destroy();
  }

  #linger(stream: Duplex): void {
    if (stream.destroyed) return;
    this.#lingering.add(stream);
    stream.once('close', () => this.#lingering.delete(stream));
  }
}
