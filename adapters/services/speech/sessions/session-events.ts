// Delivers the events of a world to its sessions, with one subscription for each world.

import { Subscription } from 'rxjs';
import { faults, type Envelope, type speech, type World } from '../../../../core/index.ts';

/** A session that this process serves. */
export interface SessionListener {
  /** `strikes`: of faults, on the frames that the event sends. */
  readonly onEvent: (event: speech.SessionEvent, strikes: StruckFrames) => void;
  /** The world was removed or reset. */
  readonly onWorldEnded: () => void;
}

export type StruckFrames = readonly faults.FrameStruck[];

const noStrikes: StruckFrames = [];

/** The listeners of one world. */
export class SessionEvents {
  readonly #world: World;
  /** By session: one for its client, another while the control plane drives it. */
  readonly #listeners = new Map<string, Set<SessionListener>>();
  #following: Subscription | undefined;
  /** The strikes of the commit whose events are being delivered, by position. */
  #strikes: ReadonlyMap<number, StruckFrames> = new Map();

  constructor(world: World) {
    this.#world = world;
  }

  has(sessionId: string): boolean {
    return this.#listeners.has(sessionId);
  }

  add(sessionId: string, listener: SessionListener): void {
    const known = this.#listeners.get(sessionId);
    if (known === undefined) this.#listeners.set(sessionId, new Set([listener]));
    else known.add(listener);
    this.#following ??= this.#follow();
  }

  remove(sessionId: string, listener: SessionListener): void {
    const known = this.#listeners.get(sessionId);
    if (known?.delete(listener) === true && known.size === 0) this.#listeners.delete(sessionId);
    if (this.#listeners.size > 0) return;
    this.#following?.unsubscribe();
    this.#following = undefined;
  }

  /** `commits$` emits a commit before `events$` emits its events. */
  #follow(): Subscription {
    const following = new Subscription(); // not one of the two, which ends with its stream
    following.add(
      this.#world.commits$.subscribe((entries) => {
        this.#strikes = faults.frameStrikes(entries);
      }),
    );
    following.add(
      this.#world.events$.subscribe({
        next: (envelope) => this.#deliver(envelope),
        complete: () => this.#end(),
      }),
    );
    return following;
  }

  #deliver({ stream, event, position }: Envelope): void {
    if (!stream.startsWith(sessionStreams)) return;
    const listeners = this.#listeners.get(stream.slice(sessionStreams.length));
    if (listeners === undefined) return;
    const strikes = this.#strikes.get(position) ?? noStrikes;
    for (const listener of listeners) listener.onEvent(event as speech.SessionEvent, strikes);
  }

  #end(): void {
    this.#following = undefined;
    const ended = [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
    this.#listeners.clear();
    for (const listener of ended) listener.onWorldEnded();
  }
}

/** The prefix of the streams of sessions, before the id. */
export const sessionStreams = 'speech/session/';

/** The listeners by world record, since each request has a world object of its own. */
export class SessionEventsByWorld {
  readonly #byRecord = new WeakMap<World['record'], SessionEvents>();

  of(world: World): SessionEvents {
    let events = this.#byRecord.get(world.record);
    if (events === undefined) {
      events = new SessionEvents(world);
      this.#byRecord.set(world.record, events);
    }
    return events;
  }
}
