// Decides for each request whether this node answers it, or the one that serves its world does. A request makes one hop at most: a node
// that was forwarded one of a world that it does not serve answers 421, and the first node looks for the owner once more.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawRequest } from '../protocol/messages.ts';
import { monotonicMs, pause } from '../host-timers.ts';
import { misdirected, type Forwarded, type NodeForwarder } from './forwarder.ts';
import { handOverEveryMs, handOverMsMax } from './limits.ts';

/** What tells the world of a request. */
export type Placed = Pick<RawRequest, 'method' | 'url' | 'headers'>;

/**
 * - `first`: it may be where the world was last seen.
 * - `again`: it was not there.
 * - `hop`: another node has forwarded the request.
 */
export type Lookup = 'first' | 'again' | 'hop';

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
export interface ForwardableUpgrade extends Omit<Forwardable, 'here' | 'withBody'> {
  /** Has this node open a socket; `onOpened` is called once it is open, or refused. */
  readonly here: (onOpened: () => void) => void;
  /** Writes an answer that opens no socket; the connection is closed after it. */
  readonly refusal: () => ServerResponse;
}

export interface Forwarding {
  readonly request: (
    request: IncomingMessage,
    response: ServerResponse,
    forwardable: Forwardable,
  ) => void;
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    forwardable: ForwardableUpgrade,
  ) => void;
  /** See NodeForwarder. */
  readonly endSockets: () => void;
}

/** A request is sent to the owner, and once more or twice if that changes meanwhile. */
const attemptsMax = 3;

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
  /** Sends a request to the node at `first`, or where its world has moved meanwhile. */
  async function forward(
    { raw, here, refuse, cut, onHandled }: Omit<ForwardableUpgrade, 'refusal'>,
    first: string,
    send: (address: string) => Promise<Forwarded>,
  ): Promise<void> {
    const untilMs = clock.monotonicMs() + handOverMsMax;
    let address = first;
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const result = await send(address);
      if (result === 'answered' || result === 'abandoned') return onHandled();
      if (result === 'cut') return cut();
      const unreachable = result === 'unreachable' ? address : undefined;
      const place = await nextPlace(raw, unreachable, untilMs);
      if (place.address === undefined) return here(place.release ?? nothing);
      const isLate = unreachable !== undefined && clock.monotonicMs() >= untilMs;
      if (isLate || place.address === unreachable) return refuse(503, away);
      address = place.address;
    }
    refuse(503, untaken);
  }

  /** Where the world is now. Waits up to the instant `untilMs` while that is the node that cannot be reached. */
  async function nextPlace(
    raw: Forwardable['raw'],
    unreachable: string | undefined,
    untilMs: number,
  ): Promise<RequestPlace> {
    for (;;) {
      const place = await placeOf(raw, 'again');
      const isOther = place.address === undefined || place.address !== unreachable;
      if (isOther || clock.monotonicMs() >= untilMs) return place;
      await clock.pause(handOverEveryMs);
    }
  }

  return {
    endSockets: forwarder.endSockets,
    request(request, response, forwardable) {
      const { raw, here, withBody, refuse, onHandled } = forwardable;
      const isHop = forwarder.takeHop(request);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (request.destroyed) {
          release();
          return onHandled(); // the client is gone
        }
        if (address === undefined) return here(release);
        if (isHop) return refuse(misdirected, notHere);
        withBody(async (body) => {
          const withRead = {
            ...forwardable,
            here: (onAnswered: () => void) => here(onAnswered, body),
          };
          await forward(withRead, address, async (to) =>
            forwarder.answer(request, response, to, body),
          );
        });
      };
      const place = placeOf(raw, isHop ? 'hop' : 'first');
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
    upgrade(request, socket, head, forwardable) {
      const { raw, here, refuse, refusal } = forwardable;
      const isHop = forwarder.takeHop(request);
      const go = ({ address, release = nothing }: RequestPlace): void => {
        if (address === undefined || socket.destroyed) return here(release);
        if (isHop) return refuse(misdirected, notHere);
        void forward(forwardable, address, async (to) =>
          forwarder.upgrade(request, socket, head, to, refusal),
        );
      };
      const place = placeOf(raw, isHop ? 'hop' : 'first');
      if (place instanceof Promise) void place.then(go);
      else go(place);
    },
  };
}

function nothing(): void {
  // This node serves no world for the request.
}
