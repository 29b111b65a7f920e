// What a host adds to the sessions of channels: checks their answers to upgrades, reports their frames and their ends, and ends
// none while it handles a frame.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Peer, Session } from './channel.ts';
import type { RequestObserver } from './request-observer.ts';

/** Checks the headers and subprotocol of a session. Closes the session and throws if a client could not accept them. */
export function checkAnswer(session: Session, protocols: readonly string[]): void {
  const { headers = {}, protocol } = session;
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    if (protocol !== undefined && !protocols.includes(protocol)) {
      throw new Error(`The client did not offer the subprotocol ${protocol}.`);
    }
  } catch (error) {
    void endOf(session, 1006, '');
    throw error;
  }
}

/** The peer of a session, whose frames are counted. */
export function countingPeer(peer: Peer, observer: RequestObserver | undefined): Peer {
  if (observer === undefined) return peer;
  return {
    ...peer,
    send: (frame, strike) => {
      observer.onFrame('sent');
      peer.send(frame, strike);
    },
  };
}

/** Ends a session at once. A world that has failed reports that itself. */
async function endOf(session: Session, code: number, reason: string): Promise<void> {
  await Promise.resolve(session.closed(code, reason)).catch(() => undefined);
}

interface SessionListeners {
  readonly observer: RequestObserver | undefined;
  /** Called before the session closes. */
  readonly onClose: (() => void) | undefined;
}

/** The session, which reports to its listeners. It handles frames one at a time, and its end after the last of them. */
export function withListeners(session: Session, { observer, onClose }: SessionListeners): Session {
  const { headers = {}, protocol, hasUnsent } = session;
  /** The frame that it handles. */
  let received: Promise<void> | undefined;
  const end = (code: number, reason: string) => {
    onClose?.();
    const closed = endOf(session, code, reason);
    observer?.closed(code, reason);
    return closed;
  };
  return {
    headers,
    ...(protocol === undefined ? {} : { protocol }),
    ...(hasUnsent === undefined ? {} : { hasUnsent }),
    receive: (frame) => {
      observer?.onFrame('received');
      const handled = session.receive(frame);
      if (handled === undefined) return undefined;
      received = handled.finally(() => (received = undefined));
      return received;
    },
    closed: (code, reason) => {
      const ending = () => end(code, reason);
      return received === undefined ? ending() : received.then(ending, ending);
    },
  };
}
