// Tells when the sessions of a simulated world are at rest: none handles a frame of its client, or has messages that it has not sent.

import { monotonicMs, nextLoopTurn } from '../../host-timers.ts';
import type { Session } from '../../protocol/channel.ts';

/** How long one may take to be at rest: it may wait for an answer from outside. */
const settleMsMax = 30_000;

export class SessionWatch {
  readonly #open = new Set<Session>();
  #handling = 0;

  /** The session, watched until it is over. */
  watched(session: Session): Session {
    const { headers = {}, protocol, hasUnsent } = session;
    this.#open.add(session);
    return {
      headers,
      ...(protocol === undefined ? {} : { protocol }),
      ...(hasUnsent === undefined ? {} : { hasUnsent }),
      receive: (frame) => this.#watch(session.receive(frame)),
      closed: (code, reason) => {
        this.#open.delete(session);
        return this.#watch(session.closed(code, reason));
      },
    };
  }

  /** Resolves once all are at rest. `openMax`: the clients have closed all others. */
  async settled(openMax = Infinity): Promise<void> {
    const endMs = monotonicMs() + settleMsMax;
    do await nextLoopTurn();
    while ((this.#open.size > openMax || this.#isBusy()) && monotonicMs() < endMs);
  }

  #watch(handled: void | Promise<void>): void | Promise<void> {
    if (handled === undefined) return undefined;
    this.#handling += 1;
    return handled.finally(() => (this.#handling -= 1));
  }

  #isBusy(): boolean {
    return this.#handling > 0 || [...this.#open].some((session) => session.hasUnsent?.() === true);
  }
}
