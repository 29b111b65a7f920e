// Watches whether an upstream of which something is expected stays silent for too long, as one does whose connection is half open.

import { clearTimeout, setTimeout } from '../../host-timers.ts';

/** As long as `fetch` of Node waits for an answer, and for each further piece of it. */
export const silentMsMaxDefault = 300_000;
/** After as long without data, the operating system asks the upstream whether it is still there. */
const probeAfterMs = 30_000;

/** The part of a socket that is needed here. */
interface ProbedSocket {
  setKeepAlive(enable: boolean, initialDelayMs: number): unknown;
}

/** Finds connections whose other end is gone: those of streams and WebSockets may be silent for as long as they like. */
export function probe(socket: ProbedSocket): void {
  socket.setKeepAlive(true, probeAfterMs);
}

export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #isStopped = false;

  /** `isClientsTurn`: whether the upstream waits for its client; its time begins anew then. */
  constructor(msMax: number, isClientsTurn: () => boolean, onSilent: () => void) {
    this.#timer = setTimeout(() => {
      if (isClientsTurn()) this.#timer.refresh();
      else onSilent();
    }, msMax);
  }

  /** The upstream has sent something, or is sent something: its time begins anew. */
  restart(): void {
    if (!this.#isStopped) this.#timer.refresh();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
