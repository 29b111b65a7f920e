// Drives virtual time by wall time: ticks a world at its next due (`real`), or once it has had no request for a while and no
// socket is open (`skip`). Never ticks a world in `frozen`.

import type { Engine, World } from '../../core/index.ts';
import { WorldPace } from './world-pace.ts';

export interface Pacing {
  /** Call for each request to this world. */
  readonly onRequest: (world: World) => void;
  /** Call when a client opens a socket to this world; returns a function to call when it closes. */
  readonly onSocket: (world: World) => () => void;
  readonly stop: () => void;
}

/** Starts pacing all worlds of an engine, including later ones. */
export function startPacing(engine: Engine, monotonicMs: () => number): Pacing {
  const paces = new Map<World, WorldPace>();
  const stopped = new WeakSet<World>();

  function paceOf(world: World): WorldPace {
    const known = paces.get(world);
    if (known !== undefined) return known;
    const pace = new WorldPace(world, monotonicMs);
    // A late request must not retain a stopped world.
    if (stopped.has(world)) pace.stop();
    else paces.set(world, pace);
    return pace;
  }

  function end(world: World): void {
    stopped.add(world);
    paces.get(world)?.stop();
    paces.delete(world);
  }

  for (const world of engine.worlds()) paceOf(world).schedule();
  const subscriptions = [
    engine.started$.subscribe((world) => paceOf(world).schedule()),
    engine.commits$.subscribe(({ world }) => paceOf(world).schedule()),
    engine.rescheduled$.subscribe((world) => paceOf(world).schedule()),
    engine.stopped$.subscribe(end),
    engine.slept$.subscribe(end),
  ];

  return {
    onRequest: (world) => paceOf(world).onRequest(),
    onSocket: (world) => {
      const pace = paceOf(world);
      pace.onSocketOpen();
      return () => pace.onSocketClose();
    },
    stop: () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const pace of paces.values()) pace.stop();
      paces.clear();
    },
  };
}
