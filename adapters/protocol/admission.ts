// Limits on the requests to a world: who sets them refuses a request before its world sees it, and counts the bytes of its answer.

import type { Frame, Peer, Session } from './channel.ts';
import { bodyBytesOf, type HttpResponse, type StreamTexts } from './messages.ts';

/** A request exceeds a limit: 429 if it may be sent again later, 403 otherwise. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  readonly status: 403 | 429;
  /** After how many seconds it may be sent again; absent for 403. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = retryAfterSeconds === undefined ? 403 : 429;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts the bytes of what an admitted request gets. */
export type CountBytes = (bytes: number) => void;

export interface Admission {
  /**
   * Counts a request to a world, with the bytes of its body; returns the counter of all that follows, undefined if the world has no
   * limits. Throws or rejects with LimitError.
   */
  readonly admit: (
    worldName: string,
    bodyBytes: number,
  ) => CountBytes | undefined | Promise<CountBytes | undefined>;
  /** Whether the next request to a world would be refused, as far as this is known. */
  readonly isExceeded: (worldName: string) => boolean;
}

/** Counts the body of a response; that of a stream as it is sent. */
export function countedResponse(response: HttpResponse, count: CountBytes): HttpResponse {
  const { stream } = response;
  if (stream === undefined) {
    count(bodyBytesOf(response).whole.length);
    return response;
  }
  return { ...response, stream: countedTexts(stream, count) };
}

function countedTexts(stream: StreamTexts, count: CountBytes): StreamTexts {
  return (gone) => {
    const texts = stream(gone); // begins at once, as without a counter
    return (async function* counted() {
      for await (const text of texts) {
        count(Buffer.byteLength(text));
        yield text;
      }
    })();
  };
}

/** The peer of a session; counts the frames to its client. */
export function countedPeer(peer: Peer, count: CountBytes): Peer {
  return {
    ...peer,
    send: (frame, strike) => {
      count(frameBytes(frame));
      peer.send(frame, strike);
    },
  };
}

/** The session of a client; counts the frames from it. */
export function countedSession(session: Session, count: CountBytes): Session {
  const { headers = {}, protocol, hasUnsent } = session;
  return {
    headers,
    ...(protocol === undefined ? {} : { protocol }),
    ...(hasUnsent === undefined ? {} : { hasUnsent }),
    receive: (frame) => {
      count(frameBytes(frame));
      return session.receive(frame);
    },
    closed: (code, reason) => session.closed(code, reason),
  };
}

function frameBytes(frame: Frame): number {
  return frame.kind === 'text' ? Buffer.byteLength(frame.text) : frame.data.length;
}
