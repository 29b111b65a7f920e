// Delivers the events of a world to its sessions: one subscription a world, whatever the number of sessions.

import type { Subscription } from 'rxjs';
import type { speech, World } from '../../../core/index.ts';

/** A session that is served by this process. */
export interface SessionListener {
  readonly onEvent: (event: speech.SessionEvent) => void;
  /** The world was removed or reset. */
  readonly onWorldEnded: () => void;
}

/** The listeners of one world. */
export class SessionEvents {
  readonly #world: World;
  /** By session: its client's, and the control plane's while it drives the session. */
  readonly #listeners = new Map<string, Set<SessionListener>>();
  #following: Subscription | undefined;

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
    this.#following ??= this.#world.events$.subscribe({
      next: ({ stream, event }) => {
        if (stream.startsWith(streamPrefix)) {
          this.#deliver(stream.slice(streamPrefix.length), event as speech.SessionEvent);
        }
      },
      complete: () => this.#end(),
    });
  }

  remove(sessionId: string, listener: SessionListener): void {
    const known = this.#listeners.get(sessionId);
    if (known?.delete(listener) === true && known.size === 0) this.#listeners.delete(sessionId);
    if (this.#listeners.size > 0) return;
    this.#following?.unsubscribe();
    this.#following = undefined;
  }

  #deliver(sessionId: string, event: speech.SessionEvent): void {
    for (const listener of this.#listeners.get(sessionId) ?? []) listener.onEvent(event);
  }

  #end(): void {
    this.#following = undefined;
    const ended = [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
    this.#listeners.clear();
    for (const listener of ended) listener.onWorldEnded();
  }
}

const streamPrefix = 'speech/session/';

/** The listeners of each world; worlds are told apart by their records, since each request has a world of its own. */
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
