// Decides for each request whether this node answers it, or the one that serves its world does. A request makes one hop at most: a node
// that was forwarded one of a world that it does not serve answers 421. Then the first node looks for one that reserves the world, and
// sends the request there, once more.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawRequest } from '../protocol/messages.ts';
import { monotonicMs, pause } from '../host-timers.ts';
import type { NodeForwarder } from './forwarder.ts';
import type { Forwarded, Hop } from './hop.ts';
import { handOverEveryMs, handOverMsMax, reservedMs } from './limits.ts';
import { misdirected } from './reservation.ts';
import type { Handshake } from './socket-forwarder.ts';

/** What tells the world of a request. */
export type Placed = Pick<RawRequest, 'method' | 'url' | 'headers'>;

/**
 * - `first`: a client has sent the request. Its world may be where it was last seen.
 * - `again`: it was not there.
 * - `hop`: another node has sent the request, or asks for its world.
 * - `reserved`: another node has sent the request, and this one keeps its world for it.
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

/** A request as its host sees it, and what the host does with it. */
export interface Forwardable {
  readonly raw: Placed;
  /** Has this node answer; `onAnswered` is called as `onHandled`, before it. `body`: if it was read. */
  readonly here: (onAnswered: () => void, body?: Buffer) => void;
  /** Reads the whole body within the limits of the host, which refuses the request otherwise. */
  readonly withBody: (then: (body: Buffer) => Promise<void>) => void;
  readonly refuse: (status: number, message: string) => void;
  /** Cuts the connection: it is not known whether the request was carried out. */
  readonly cut: () => void;
  /** Called when another node has answered, or the client is gone. */
  readonly onHandled: () => void;
}

/** As Forwardable, for a handshake. */
export interface ForwardableUpgrade extends Pick<Forwardable, 'raw' | 'refuse' | 'cut'>, Handshake {
  /** Has this node open a socket; `onOpened` is called once it is open, or refused. */
  readonly here: (onOpened: () => void) => void;
}

export interface Forwarding {
  readonly request: (
    request: IncomingMessage,
    response: ServerResponse,
    forwardable: Forwardable,
  ) => void;
  readonly upgrade: (forwardable: ForwardableUpgrade) => void;
}

const notHere = 'This node does not serve the world.';
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
  /** Sends a request to the node at `first`; if that one cannot do anything with it, once more to one that has reserved its world. */
  async function forward(
    request: IncomingMessage,
    { raw, here, refuse, cut, onHandled }: Omit<Forwardable, 'withBody'>,
    first: string,
    send: (address: string, isReserved: boolean) => Promise<Forwarded>,
  ): Promise<void> {
    const untilMs = clock.monotonicMs() + handOverMsMax;
    let result = await send(first, false);
    let isSentAgain = false;
    while (!isSentAgain && hasDoneNothing(result)) {
      const { address, release } = await placeOf(raw, 'again');
      if (address === undefined) return here(release ?? nothing);
      const leftMs = untilMs - clock.monotonicMs();
      if (leftMs <= 0) break;
      const reserved = await forwarder.reserve(request, address, leftMs);
      if (reserved === 'reserved') {
        isSentAgain = true;
        result = await send(address, true);
      } else {
        result = reserved;
        await clock.pause(handOverEveryMs);
      }
    }
    if (result === 'cut') cut();
    else if (hasDoneNothing(result)) refuse(503, result === 'unreachable' ? away : untaken);
    else onHandled();
  }

  /** Keeps the world of a request that another node is about to send. */
  async function reserve(
    asked: Placed,
    response: ServerResponse,
    { refuse, onHandled }: Forwardable,
  ): Promise<void> {
    const { address, release = nothing } = await placeOf(asked, 'hop');
    if (address !== undefined) return refuse(misdirected, notHere);
    forwarder.confirmReserved(response);
    onHandled();
    await clock.pause(reservedMs);
    release();
  }

  return {
    request(request, response, forwardable) {
      const { raw, here, withBody, refuse, onHandled } = forwardable;
      const { lookup, reserves } = forwarder.takeHop(request);
      if (reserves !== undefined)
        return void reserve({ ...raw, ...reserves }, response, forwardable);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (request.destroyed) {
          release();
          return onHandled(); // the client is gone
        }
        if (address === undefined) return here(release);
        if (lookup !== 'first') return refuse(misdirected, notHere);
        withBody(async (body) => {
          const withRead = {
            ...forwardable,
            here: (onAnswered: () => void) => here(onAnswered, body),
          };
          await forward(request, withRead, address, async (to, isReserved) =>
            forwarder.answer(request, response, to, body, isReserved),
          );
        });
      };
      const place = placeOf(raw, lookup);
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
    upgrade(forwardable) {
      const { request, stream, raw, here, refuse } = forwardable;
      const { lookup } = forwarder.takeHop(request);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (address === undefined || stream.destroyed) return here(release);
        if (lookup !== 'first') return refuse(misdirected, notHere);
        void forward(
          request,
          { ...forwardable, onHandled: nothing },
          address,
          async (to, isReserved) => forwarder.openSocket(forwardable, to, isReserved),
        );
      };
      const place = placeOf(raw, lookup);
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
  };
}

function hasDoneNothing(result: Forwarded): result is 'misdirected' | 'unreachable' {
  return result === 'misdirected' || result === 'unreachable';
}

function nothing(): void {
  // There is nothing to release, or to note.
}
