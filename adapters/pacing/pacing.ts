// Wall time driving virtual time: beats a world when something is due (`real`), or when nobody has asked for a moment
// and no socket is open (`skip`). Decides nothing; a world that is `frozen` is left alone.

import type { Engine, World } from '../../core/index.ts';

/** How long nobody must have asked before a world in `skip` moves on by itself. */
const idleMs = 25;
/** The longest that a host timer may run. */
const timerMsMax = 2 ** 31 - 1;

export interface Pacing {
  /** A client has asked this world for something. */
  readonly onRequest: (world: World) => void;
  /** A client has opened a socket to this world; what this gives is called once, when it has gone. */
  readonly onSocket: (world: World) => () => void;
  readonly stop: () => void;
}

interface Pace {
  timer?: NodeJS.Timeout | undefined;
  /** The host instant that the timer is set for. */
  fireMs?: number | undefined;
  askedMs: number;
  sockets: number;
}

/** Starts pacing all worlds of an engine, those that are still to come too. */
export function startPacing(engine: Engine, monotonicMs: () => number): Pacing {
  const paces = new Map<World, Pace>();

  const gone = new WeakSet<World>();

  function paceOf(world: World): Pace {
    let pace = paces.get(world);
    if (pace !== undefined) return pace;
    pace = { askedMs: monotonicMs(), sockets: 0 };
    if (!gone.has(world)) paces.set(world, pace); // a late request must not keep it
    return pace;
  }

  /** Sets the timer for the next beat, unless it is set for that moment already. */
  function arrange(world: World): void {
    const pace = paceOf(world);
    const beatMs = world.nextTickMs();
    const fireMs = beatMs === undefined ? undefined : fireAt(world, pace, beatMs);
    const isSet = fireMs !== undefined && Math.abs(fireMs - (pace.fireMs ?? 0)) < 1;
    if (pace.timer !== undefined && isSet) return;
    clearTimeout(pace.timer);
    pace.timer = undefined;
    pace.fireMs = fireMs;
    if (fireMs === undefined) return;
    const waitMs = Math.max(0, Math.ceil(fireMs - monotonicMs()));
    pace.timer = setTimeout(() => fire(world, pace), Math.min(waitMs, timerMsMax));
    pace.timer.unref();
  }

  /** The host instant of a beat: when it is due, or when nobody has asked for a moment and no socket is open. */
  function fireAt(world: World, pace: Pace, beatMs: number): number | undefined {
    const { mode, rate } = world.clock();
    if (mode === 'skip') return pace.sockets > 0 ? undefined : pace.askedMs + idleMs;
    return monotonicMs() + (beatMs - world.nowMs()) / rate;
  }

  function fire(world: World, pace: Pace): void {
    pace.timer = undefined;
    pace.fireMs = undefined;
    const isAsked = world.clock().mode === 'skip' && monotonicMs() - pace.askedMs < idleMs;
    if (!isAsked) world.tick();
    arrange(world);
  }

  for (const world of engine.worlds()) arrange(world);
  const following = [
    engine.started$.subscribe(arrange),
    engine.commits$.subscribe(({ world }) => arrange(world)),
    engine.stopped$.subscribe((world) => {
      gone.add(world);
      clearTimeout(paces.get(world)?.timer);
      paces.delete(world);
    }),
  ];

  return {
    onRequest: (world) => {
      const pace = paceOf(world);
      pace.askedMs = monotonicMs();
      if (pace.timer === undefined) arrange(world); // what a failed commit took with it is there again
    },
    onSocket: (world) => {
      const pace = paceOf(world);
      pace.sockets += 1;
      arrange(world);
      return () => {
        pace.sockets -= 1;
        pace.askedMs = monotonicMs();
        if (paces.has(world)) arrange(world); // unless it was stopped in the meantime
      };
    },
    stop: () => {
      for (const subscription of following) subscription.unsubscribe();
      for (const pace of paces.values()) clearTimeout(pace.timer);
      paces.clear();
    },
  };
}
