// Has the app answer the requests of node:http, for all hosts on top of it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { loopPhases } from '../../loop-phases.ts';
import type { Forwarding } from '../../nodes/forwarding.ts';
import type { App } from '../../protocol/app.ts';
import { bodiesBytesMax } from '../../protocol/limits.ts';
import { emptyBytes, type RawRequest } from '../../protocol/messages.ts';
import { withRetryAfter } from '../../protocol/transient.ts';
import { messageOf } from '../../wording.ts';
import { createByteBudget, type ByteBudget } from './byte-budget.ts';
import { hostFlawOf } from './host-name.ts';
import { resetConnection } from './node-delivery.ts';
import {
  drain,
  hasEmptyBody,
  rawOf,
  readBody,
  type RefusalReason,
  type RequestTarget,
} from './node-request.ts';
import { ResponseWriter, write, type ResponseLimits } from './node-response.ts';

export interface MessageLimits extends ResponseLimits {
  /** The most bytes of all bodies that were read but not answered. */
  readonly bodiesBytesMax: number;
}

/** Answers the messages of a server within shared limits. `onHandled` is called once, when only writing is left to do. */
export class MessageHandler {
  readonly #app: App;
  readonly #bodies: ByteBudget;
  readonly #responses: ResponseWriter;

  constructor(app: App, limits: Partial<MessageLimits> = {}) {
    this.#app = app;
    this.#bodies = createByteBudget(limits.bodiesBytesMax ?? bodiesBytesMax);
    this.#responses = new ResponseWriter(limits);
  }

  /** Reads the body within the limits (unless it is given), lets the app answer, writes the response. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget & { readonly body?: Buffer },
    onHandled: () => void = nothing,
  ): void {
    const flaw = hostFlawOf(request);
    if (flaw !== undefined) return this.refuse(request, response, target, [400, flaw], onHandled);
    const raw = rawOf(request, target, target.body ?? emptyBytes);
    if (target.body !== undefined || hasEmptyBody(request)) {
      return this.#enqueue(response, raw, onHandled);
    }
    const needs = this.#app.needsBody?.(raw) ?? true;
    const handle = (needsBody: boolean) => {
      if (needsBody) return this.#readBody(request, response, raw, onHandled);
      drain(request);
      this.#handle(response, raw, onHandled); // not queued: a change of settings in between might make the body needed
    };
    if (typeof needs === 'boolean') return handle(needs);
    void needs.then((needsBody) => (request.destroyed ? onHandled() : handle(needsBody)));
  }

  /** As `answer`, where other nodes may serve the world of the request. */
  answerByNode(
    forwarding: Forwarding,
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    onHandled: () => void,
  ): void {
    forwarding.request(request, response, {
      raw: rawOf(request, target, emptyBytes),
      here: (onAnswered, { body, headers } = {}) => {
        if (headers !== undefined) response.setHeaders(new Map(Object.entries(headers)));
        const read = body === undefined ? target : { ...target, body };
        this.answer(request, response, read, () => {
          onAnswered();
          onHandled();
        });
      },
      withBody: (then) => {
        if (hasEmptyBody(request)) return void then(emptyBytes);
        const onBody = (body: Buffer, release: () => void) => void then(body).finally(release);
        this.#readWhole(request, response, target, onBody, onHandled);
      },
      refuse: (...refusal) => this.refuse(request, response, target, refusal, onHandled),
      reply: (status) => {
        drain(request);
        response.writeHead(status).end();
        onHandled();
      },
      cut: (by) => {
        if (by === 'reset') resetConnection(response);
        else response.destroy();
        onHandled();
      },
      onHandled,
    });
  }

  /** Refuses a message without reading its body. */
  refuse(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    [status, message]: RefusalReason,
    onHandled: () => void = nothing,
  ): void {
    drain(request); // so that the client reads the response
    const refused = this.#app.refuse(rawOf(request, target, emptyBytes), status, message);
    write(response, status === 503 ? withRetryAfter(refused) : refused);
    onHandled();
  }

  /** Refuses a message with 503 and closes its connection. */
  refuseAndClose(
    request: IncomingMessage,
    response: ServerResponse,
    { reason, ...target }: RequestTarget & { readonly reason: string },
  ): void {
    drain(request);
    const { headers, ...refused } = withRetryAfter(
      this.#app.refuse(rawOf(request, target, emptyBytes), 503, reason),
    );
    write(response, { ...refused, headers: { ...headers, Connection: 'close' } });
  }

  #readBody(
    request: IncomingMessage,
    response: ServerResponse,
    raw: RawRequest,
    onHandled: () => void,
  ): void {
    const onBody = (body: Buffer, release: () => void) => {
      this.#enqueue(response, { ...raw, body }, () => {
        release();
        onHandled();
      });
    };
    this.#readWhole(request, response, raw, onBody, onHandled);
  }

  /** Reads a body that counts as one under way until it is released. `onHandled` is called if it cannot be read. */
  #readWhole(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    onBody: (body: Buffer, release: () => void) => void,
    onHandled: () => void,
  ): void {
    const account = this.#bodies.open();
    readBody(request, account.add, {
      onBody: (body) => onBody(body, account.release),
      onRefused: (refusal) => {
        account.release();
        this.refuse(request, response, target, refusal, onHandled);
      },
      onAborted: () => {
        account.release();
        response.destroy(); // the client disconnected while sending
        onHandled();
      },
    });
  }

  #enqueue(response: ServerResponse, raw: RawRequest, onHandled: () => void): void {
    const queue = this.#app.queueOf?.(raw);
    loopPhases.onRequestPhase(() => this.#handle(response, raw, onHandled), queue);
  }

  #handle(response: ServerResponse, raw: RawRequest, onHandled: () => void): void {
    const app = this.#app;
    const responses = this.#responses;
    if (responses.isExhausted) {
      const refused = withRetryAfter(app.refuse(raw, 503, answersWaiting));
      return responses.deliver(response, refused, onHandled);
    }
    app.handle(raw).then(
      (answered) => responses.deliver(response, answered, onHandled),
      (error: unknown) =>
        responses.deliver(response, app.refuse(raw, 500, messageOf(error)), onHandled),
    );
  }
}

const answersWaiting = 'Too many bytes of answers wait to be read; retry later.';
const nothing = () => undefined;
