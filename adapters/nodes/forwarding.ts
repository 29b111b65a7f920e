// Decides for each request whether this node answers it, or the one that serves its world does. A request makes one hop at most: a node
// that was forwarded one of a world that it does not serve answers 421. Then the first node looks for one that reserves the world, and
// sends the request there, once more.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawRequest } from '../protocol/messages.ts';
import { monotonicMs, pause } from '../host-timers.ts';
import type { NodeForwarder } from './forwarder.ts';
import { misdirected, served, type Forwarded, type Hop } from './hop.ts';
import { handOverEveryMs, handOverMsMax, reservedMs, reserveMsMax } from './limits.ts';
import type { Handshake } from './socket-forwarder.ts';

/** What tells the world of a request. */
export type Placed = Pick<RawRequest, 'method' | 'url' | 'headers'>;

/**
 * - `first`: a client has sent the request. Its world may be where it was last seen.
 * - `again`: it was not there.
 * - `hop`: another node has sent the request, or reserves its world.
 * - `reserved`: another node has sent the request, after it has reserved its world here.
 */
export type Lookup = Hop['lookup'] | 'again';

/** Where a request is answered. */
export interface RequestPlace {
  /** Of the other node that serves the world; absent if this one answers. */
  readonly address?: string | undefined;
  /** Call it once this node has answered: until then it does not hand the world over. */
  readonly release?: () => void;
}

/** Never rejects. */
export type PlaceOf = (request: Placed, lookup: Lookup) => RequestPlace | Promise<RequestPlace>;

export interface AnswerOptions {
  /** If it was read. */
  readonly body?: Buffer;
  /** Added to the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as its host sees it, and what the host does with it. */
export interface Forwardable {
  readonly raw: Placed;
  /** Has this node answer; `onAnswered` is called as `onHandled`, before it. */
  readonly here: (onAnswered: () => void, options?: AnswerOptions) => void;
  /** Reads the whole body within the limits of the host, which refuses the request otherwise. */
  readonly withBody: (then: (body: Buffer) => Promise<void>) => void;
  readonly refuse: (status: number, message: string) => void;
  /** Answers another node: with a status, without a body. */
  readonly reply: (status: number) => void;
  /** Closes or resets the connection: it is not known whether the request was carried out. */
  readonly cut: (by: 'cut' | 'reset') => void;
  /** Called when another node has answered, or was answered, or the client is gone. */
  readonly onHandled: () => void;
}

/** As Forwardable, for a handshake. */
export interface ForwardableUpgrade extends Omit<Forwardable, 'here' | 'withBody'>, Handshake {
  /** Has this node open a socket; `onOpened` is called once it is open, or refused. `options`: of a refusal. */
  readonly here: (onOpened: () => void, options?: Pick<AnswerOptions, 'headers'>) => void;
}

/** What may become of either while it is sent on. */
interface ForwardedRequest extends Pick<Forwardable, 'raw' | 'refuse' | 'cut' | 'onHandled'> {
  readonly here: (onAnswered: () => void) => void;
}

export interface Forwarding {
  readonly request: (
    request: IncomingMessage,
    response: ServerResponse,
    forwardable: Forwardable,
  ) => void;
  readonly upgrade: (forwardable: ForwardableUpgrade) => void;
}

/** A request is sent again once, after the answer that a node does not serve its world. */
const sentMax = 2;

const away = 'The node that serves this world cannot be reached. Nothing was done; try again.';
const untaken = 'No node takes this world now: all may be full. Nothing was done; try again.';

/** The clock by which a request waits for a hand-over. */
export interface WaitClock {
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export function createForwarding(
  placeOf: PlaceOf,
  forwarder: NodeForwarder,
  clock: WaitClock = { monotonicMs, pause },
): Forwarding {
  /** Sends a request to the node at `first`; if that one does not serve its world, once more to one that has reserved it. */
  async function forward(
    request: IncomingMessage,
    { raw, here, refuse, cut, onHandled }: ForwardedRequest,
    first: string,
    send: (address: string, isReserved: boolean) => Promise<Forwarded>,
    isGone: () => boolean,
  ): Promise<void> {
    let untilMs = clock.monotonicMs() + handOverMsMax;
    const latestMs = untilMs + 2 * reserveMsMax;
    /** A node that hands the world over says that it does not serve it once that has ended: this time does not count. */
    const uncounted = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
      const startMs = clock.monotonicMs();
      const result = await ask();
      const tookMs = clock.monotonicMs() - startMs;
      if (result === 'misdirected') untilMs = Math.min(untilMs + tookMs, latestMs);
      return result;
    };
    let result = await uncounted(async () => send(first, false));
    let sent = result === 'misdirected' ? 1 : 0;
    while (hasDoneNothing(result) && sent < sentMax && !isGone()) {
      const { address, release = nothing } = await placeOf(raw, 'again');
      if (address === undefined) return here(release);
      if (clock.monotonicMs() >= untilMs) break;
      const reserved = await uncounted(async () => forwarder.reserve(request, address));
      result = reserved === 'reserved' ? await send(address, true) : reserved;
      if (reserved === 'reserved' && result === 'misdirected') sent += 1;
      else if (hasDoneNothing(result)) await clock.pause(handOverEveryMs);
    }
    if (result === 'cut' || result === 'reset') cut(result);
    else if (!hasDoneNothing(result) || isGone()) onHandled();
    else refuse(503, result === 'unreachable' ? away : untaken);
  }

  /** Keeps a world awake until the request comes that another node is about to send. */
  async function reserve(target: Placed, reply: Forwardable['reply']): Promise<void> {
    const { address, release = nothing } = await placeOf(target, 'hop');
    if (address !== undefined) return reply(misdirected);
    reply(204);
    await clock.pause(reservedMs);
    release();
  }

  return {
    request(request, response, forwardable) {
      const { raw, here, withBody, reply, onHandled } = forwardable;
      const { lookup, reserves } = forwarder.readHop(request);
      if (reserves !== undefined) return void reserve({ ...raw, ...reserves }, reply);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (request.destroyed) {
          release();
          return onHandled(); // the client is gone
        }
        if (address === undefined) return here(release, answerTo(lookup));
        if (lookup !== 'first') return reply(misdirected);
        withBody(async (body) => {
          const withRead = {
            ...forwardable,
            here: (onAnswered: () => void) => here(onAnswered, { body }),
          };
          const send = async (to: string, isReserved: boolean) =>
            forwarder.answer(request, response, to, body, isReserved);
          await forward(request, withRead, address, send, () => response.destroyed);
        });
      };
      const place = placeOf(raw, lookup);
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
    upgrade(forwardable) {
      const { request, stream, raw, here, reply } = forwardable;
      const { lookup } = forwarder.readHop(request);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (address === undefined || stream.destroyed) return here(release, answerTo(lookup));
        if (lookup !== 'first') return reply(misdirected);
        const send = async (to: string, isReserved: boolean) =>
          forwarder.openSocket(forwardable, to, isReserved);
        void forward(request, forwardable, address, send, () => stream.destroyed);
      };
      const place = placeOf(raw, lookup);
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
  };
}

function answerTo(lookup: Lookup): Pick<AnswerOptions, 'headers'> {
  return lookup === 'first' ? {} : { headers: served };
}

function hasDoneNothing(result: Forwarded): result is 'misdirected' | 'unreachable' {
  return result === 'misdirected' || result === 'unreachable';
}

function nothing(): void {
  // There is nothing to release, or to note.
}
