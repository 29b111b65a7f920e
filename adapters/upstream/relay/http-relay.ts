// Passes a request on to its upstream and the answer back, both as they come, and records them.

import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import type { Failure } from '../../recording/format/proxy-entries.ts';
import { endAnswer } from '../connection-end.ts';
import type { Connector } from './connector.ts';
import type { Destination } from './destination.ts';
import { failureOf } from './failure.ts';
import { RelayedAnswer } from './relayed-answer.ts';
import { RelayedRequest } from './relayed-request.ts';
import { probeRequest } from './reset-probe.ts';
import { probe, SilenceWatch, silentMsMaxDefault } from './silence-watch.ts';
import type { TrafficLog } from './traffic-log.ts';

export class HttpRelay {
  readonly #log: TrafficLog;
  readonly #connector: Connector;
  readonly #silentMsMax: number;
  readonly #open = new Set<Exchange>();

  /** `silentMsMax`: how long an upstream may be silent while it is to answer. */
  constructor(log: TrafficLog, connector: Connector, silentMsMax = silentMsMaxDefault) {
    this.#log = log;
    this.#connector = connector;
    this.#silentMsMax = silentMsMax;
  }

  /** `body`: of a request that was read before. */
  relay(
    request: IncomingMessage,
    response: ServerResponse,
    to: Destination,
    body: Readable = request,
  ): void {
    const exchange = new Exchange(request, response, to, this.#log);
    this.#open.add(exchange);
    let openSides = 2; // an answer may end before its request
    const onClosed = () => {
      openSides -= 1;
      if (openSides > 0) return;
      exchange.close();
      this.#open.delete(exchange);
    };
    response.once('close', onClosed);
    body.once('close', onClosed);
    exchange.send(body, this.#connector, this.#silentMsMax);
  }

  /** Ends the answers that are streams: they may have no end of their own. */
  closeStreams(): void {
    for (const exchange of this.#open) if (exchange.isStream) exchange.close();
  }

  /** Ends all exchanges that are under way; what has passed is recorded. */
  close(): void {
    for (const exchange of this.#open) exchange.close();
    this.#open.clear();
  }
}

/** One request and its answer. */
class Exchange {
  readonly #response: ServerResponse;
  readonly #to: Destination;
  readonly #log: TrafficLog;
  readonly #sent: RelayedRequest;
  #received: RelayedAnswer | undefined;
  #sending: ClientRequest | undefined;
  #watch: SilenceWatch | undefined;
  #hasEnded = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    to: Destination,
    log: TrafficLog,
  ) {
    this.#response = response;
    this.#to = to;
    this.#log = log;
    this.#sent = new RelayedRequest(request, to, log);
  }

  /** Whether the answer is a stream. */
  get isStream(): boolean {
    return this.#received?.isStream === true;
  }

  send(body: Readable, connector: Connector, silentMsMax: number): void {
    this.#response.once('close', () => this.#fail('cancelled'));
    this.#sent
      .content(body)
      .then(
        (content) => {
          if (this.#hasEnded) return;
          this.#watch = new SilenceWatch(
            silentMsMax,
            () => this.#sent.isAwaited || this.#received?.isHeldBack === true,
            () => this.#fail('timeout'),
          );
          this.#dispatch(content, connector);
        },
        () => this.#fail('cancelled'),
      )
      .catch(() => this.#fail('malformed'));
  }

  /** Ends the exchange if it is under way. */
  close(): void {
    if (!this.#hasEnded) {
      this.#fail('cancelled');
      endAnswer(this.#response, this.#response.headersSent ? 'closed' : 'reset');
    }
    this.#sent.cut();
  }

  #dispatch(content: string | Readable, connector: Connector, isRetry = false): void {
    const base = new URL(this.#to.upstream.base);
    const send = base.protocol === 'https:' ? requestHttps : requestHttp;
    const { method, isSafe } = this.#sent;
    const sending = send({
      ...connector.options(base, isSafe ? 'kept' : 'fresh'),
      method,
      path: this.#to.target,
      headers: this.#sent
        .headers(base.host, typeof content === 'string' ? content : undefined)
        .flat(),
    });
    this.#sending = sending;
    sending.once('socket', probe);
    let wasReset = false;
    probeRequest(sending, () => {
      wasReset = true;
      this.#received?.breakOff('reset');
    });
    sending.once('response', (answer) => {
      this.#watch?.restart();
      this.#answer(answer).catch(() => {
        this.#fail('malformed');
        answer.destroy();
      });
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#hasEnded) return;
      // The upstream has closed a connection that waited for a next request. Only safe requests use one.
      const isStale = isSafe && sending.reusedSocket && error.code === 'ECONNRESET' && !isRetry;
      const failure = wasReset ? 'reset' : failureOf(error);
      if (isStale && typeof content === 'string') this.#dispatch(content, connector, true);
      else if (this.#received === undefined) this.#fail(failure);
      else this.#received.breakOff(failure); // after what has come
    });
    if (typeof content === 'string') sending.end(content, 'latin1');
    else this.#sent.pass(content, sending, () => this.#watch?.restart());
  }

  async #answer(message: IncomingMessage): Promise<void> {
    this.#sent.begin(); // an answer may come before the end of its request
    const answer = new RelayedAnswer(message, this.#response, this.#sent, this.#to, this.#log);
    this.#received = answer;
    if (answer.isStream) this.#watch?.stop(); // it may be silent between events
    answer.begin();
    let isWhole: boolean;
    try {
      isWhole = await answer.pass(
        () => this.#hasEnded,
        () => this.#watch?.restart(),
      );
    } catch (error) {
      return this.#fail(answer.failure ?? failureOf(error as Error));
    }
    if (!isWhole) return;
    this.#finish();
    answer.end();
  }

  /** Ends the exchange on both sides: its client sees a connection that was closed or reset, as that of the upstream. */
  #fail(failure: Failure): void {
    if (this.#hasEnded) return;
    this.#finish();
    this.#sent.cut();
    this.#received?.cut();
    const answerEntry = this.#received?.entry ?? 0;
    this.#log.append({
      kind: 'http.failure',
      to: answerEntry === 0 ? this.#sent.entry : answerEntry,
      failure,
    });
    this.#received?.release();
    this.#sending?.destroy();
    if (failure !== 'cancelled') endAnswer(this.#response, failure);
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#watch?.stop();
  }
}
