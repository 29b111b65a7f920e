// What a host adds to the sessions of channels: checks their answers to upgrades, and reports their frames and their ends.

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
    session.closed(1006, '');
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

interface SessionListeners {
  readonly observer: RequestObserver | undefined;
  /** Called before the session closes. */
  readonly onClose: (() => void) | undefined;
}

/** The session, which reports to its listeners. */
export function withListeners(session: Session, { observer, onClose }: SessionListeners): Session {
  const { headers = {}, protocol } = session;
  return {
    headers,
    ...(protocol === undefined ? {} : { protocol }),
    receive: (frame) => {
      observer?.onFrame('received');
      return session.receive(frame);
    },
    closed: (code, reason) => {
      onClose?.();
      session.closed(code, reason);
      observer?.closed(code, reason);
    },
  };
}
