// Does to the frames of a socket what faults say. It stands between the client and the session, outside of recorders: a recording
// has the frames that the session received and sent, and each strike. Without faults, frames pass through as they are.

import type { faults } from '../../core/index.ts';
import { socketLimits, type Frame, type Peer, type Session } from '../protocol/channel.ts';
import { bytesOf } from '../protocol/connection.ts';
import type { FrameFilter, NewSocket } from '../protocol/service.ts';
import { FrameStrikes, type FrameStrike } from './frame-strikes.ts';
import { queueMicrotask } from '../host-timers.ts';

export function filterFrames({ service, path, world, peer }: NewSocket): FrameFilter {
  return new FaultySocket(peer, new FrameStrikes(world, service.name, path));
}

/** What a session does, in its order. */
interface Step {
  readonly act: () => void;
  readonly bytes: number;
}

class FaultySocket implements FrameFilter {
  readonly peer: Peer;
  readonly #client: Peer;
  readonly #strikes: FrameStrikes;
  #session: Session | undefined;
  #conn: number | undefined;
  /** A frame from the session is delayed; what follows waits behind it. */
  #isBlocked = false;
  readonly #blocked: Step[] = [];
  #blockedBytes = 0;
  #whenUnblocked: (() => void)[] = [];
  /** Swapped frames, which wait for the next one of their direction. */
  readonly #swapped: { in?: Frame | undefined; out?: Frame | undefined } = {};
  /** No frame passes any more, in either direction. */
  #isCut = false;
  /** The session knows that it is over. */
  #isClosed = false;

  constructor(client: Peer, strikes: FrameStrikes) {
    this.#client = client;
    this.#strikes = strikes;
    this.peer = {
      send: this.#send,
      close: (code, reason) => this.#inOrder({ act: () => this.#end(code, reason), bytes: 0 }),
      drained: this.#drained,
    };
  }

  session(session: Session, conn: number | undefined): Session {
    this.#session = session;
    this.#conn = conn;
    return {
      ...session,
      receive: this.#receive,
      closed: this.#closed,
    };
  }

  readonly #send = (frame: Frame, struck: faults.FrameStruck | undefined): void => {
    if (this.#isCut) return;
    const strike = struck === undefined ? undefined : this.#strikes.of(struck);
    this.#inOrder({ act: () => this.#emit(frame, strike), bytes: bytesOf(frame) });
  };

  readonly #drained = (): Promise<void> | undefined => {
    if (!this.#isBlocked) return this.#client.drained();
    return new Promise<void>((resolve) => this.#whenUnblocked.push(resolve)).then(() =>
      this.#drained(),
    );
  };

  #inOrder(step: Step): void {
    if (!this.#isBlocked) return step.act();
    this.#blockedBytes += step.bytes;
    if (this.#blockedBytes <= socketLimits.waitingBytesMax) return void this.#blocked.push(step);
    this.#cut(1008, `More than ${socketLimits.waitingBytesMax} bytes wait behind a delayed frame.`);
  }

  #emit(frame: Frame, strike: FrameStrike | undefined): void {
    switch (strike?.effect.kind) {
      case undefined:
        return this.#toClient(frame);
      case 'drop-frame':
        return undefined;
      case 'double-frame':
        this.#client.send(frame);
        return this.#toClient(frame);
      case 'swap-frames':
        if (this.#swapped.out !== undefined) return this.#toClient(frame);
        this.#swapped.out = frame;
        return undefined;
      case 'delay-frame':
        this.#isBlocked = true;
        return strike?.onDelayed(() => {
          this.#toClient(frame);
          this.#unblock();
        });
      case 'close-socket':
        return this.#cutBy(strike);
      case 'half-open':
        this.#isCut = true;
    }
  }

  /** With the swapped frame behind it. */
  #toClient(frame: Frame): void {
    if (this.#isCut) return;
    this.#client.send(frame);
    this.#sendSwapped();
  }

  #sendSwapped(): void {
    const { out } = this.#swapped;
    this.#swapped.out = undefined;
    if (out !== undefined) this.#client.send(out);
  }

  #unblock(): void {
    this.#isBlocked = false;
    while (!this.#isBlocked) {
      const step = this.#blocked.shift();
      if (step === undefined) break;
      this.#blockedBytes -= step.bytes;
      step.act();
    }
    if (!this.#isBlocked) for (const resolve of this.#whenUnblocked.splice(0)) resolve();
  }

  /** The session has ended. The client of a half-open socket does not hear of it. */
  #end(code?: number, reason?: string): void {
    if (this.#isCut) return queueMicrotask(() => void this.#closed(code ?? 1005, reason ?? ''));
    this.#sendSwapped();
    this.#client.close(code, reason);
  }

  #cutBy({ effect }: FrameStrike): void {
    if (effect.kind === 'close-socket') this.#cut(effect.code, effect.reason);
  }

  #cut(code: number, reason?: string): void {
    this.#isCut = true;
    this.#client.close(code, reason);
  }

  readonly #receive = (frame: Frame): void | Promise<void> => {
    if (this.#isCut) return undefined;
    const tried = this.#strikes.onReceived(frame, this.#conn);
    if (tried === undefined) return this.#toSession(frame);
    return tried.then((strike) => this.#receiveUnder(strike, frame));
  };

  #receiveUnder(strike: FrameStrike | undefined, frame: Frame): void | Promise<void> {
    if (this.#isCut) return undefined;
    switch (strike?.effect.kind) {
      case undefined:
        return this.#toSession(frame);
      case 'drop-frame':
        return undefined;
      case 'double-frame':
        return followed(this.#session?.receive(frame), () => this.#toSession(frame));
      case 'swap-frames':
        if (this.#swapped.in !== undefined) return this.#toSession(frame);
        this.#swapped.in = frame;
        return undefined;
      case 'delay-frame':
        return new Promise((resolve) => {
          // Within the event that ends the delay; an error becomes a rejection.
          const received = async () => this.#toSession(frame);
          strike?.onDelayed(() => resolve(received()));
        });
      case 'close-socket':
        return this.#cutBy(strike);
      case 'half-open':
        this.#isCut = true;
    }
  }

  /** With the swapped frame behind it. */
  #toSession(frame: Frame): void | Promise<void> {
    const session = this.#session;
    if (session === undefined || this.#isCut) return undefined;
    const received = session.receive(frame);
    const { in: swapped } = this.#swapped;
    this.#swapped.in = undefined;
    return swapped === undefined ? received : followed(received, () => session.receive(swapped));
  }

  readonly #closed = (code: number, reason: string): void | Promise<void> => {
    if (this.#isClosed) return undefined;
    this.#isClosed = true;
    this.#isCut = true;
    this.#blocked.length = 0;
    this.#unblock(); // a session that waits for its client goes on
    return this.#session?.closed(code, reason);
  };
}

function followed(
  first: void | Promise<void> | undefined,
  second: () => void | Promise<void>,
): void | Promise<void> {
  return first === undefined ? second() : first.then(second);
}
