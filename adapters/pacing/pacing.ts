// Wall time driving virtual time: beats a world when something is due (`real`), or when nobody has asked for a moment
// (`skip`). Decides nothing; a world that is `frozen` is left alone.

import type { Engine, World } from '../../core/index.ts';

/** How long nobody must have asked before a world in `skip` moves on by itself. */
const idleMs = 25;
/** The longest that a host timer may run. */
const timerMsMax = 2 ** 31 - 1;

export interface Pacing {
  /** A client has asked this world for something. */
  readonly onRequest: (world: World) => void;
  readonly stop: () => void;
}

interface Pace {
  timer?: NodeJS.Timeout | undefined;
  /** The beat that the timer is set for. */
  beatMs?: number | undefined;
  askedMs: number;
}

/** Starts pacing all worlds of an engine, those that are still to come too. */
export function startPacing(engine: Engine, monotonicMs: () => number): Pacing {
  const paces = new Map<World, Pace>();

  function paceOf(world: World): Pace {
    let pace = paces.get(world);
    if (pace === undefined) paces.set(world, (pace = { askedMs: monotonicMs() }));
    return pace;
  }

  function arrange(world: World): void {
    const pace = paceOf(world);
    const beatMs = world.nextBeatMs();
    if (pace.timer !== undefined && pace.beatMs === beatMs) return;
    clearTimeout(pace.timer);
    pace.timer = undefined;
    pace.beatMs = beatMs;
    if (beatMs === undefined) return;
    const waitMs = waitFor(world, pace, beatMs);
    pace.timer = setTimeout(() => fire(world, pace), Math.min(Math.max(0, waitMs), timerMsMax));
    pace.timer.unref();
  }

  function waitFor(world: World, pace: Pace, beatMs: number): number {
    const { mode, rate } = world.clock();
    if (mode === 'skip') return pace.askedMs + idleMs - monotonicMs();
    return Math.ceil((beatMs - world.nowMs()) / rate);
  }

  function fire(world: World, pace: Pace): void {
    pace.timer = undefined;
    pace.beatMs = undefined;
    const isEarly = world.clock().mode === 'skip' && monotonicMs() - pace.askedMs < idleMs; // asked meanwhile
    if (!isEarly) world.beat();
    arrange(world);
  }

  for (const world of engine.worlds()) arrange(world);
  const following = [
    engine.started$.subscribe(arrange),
    engine.entries$.subscribe(({ world }) => arrange(world)),
  ];

  return {
    onRequest: (world) => {
      paceOf(world).askedMs = monotonicMs();
    },
    stop: () => {
      for (const subscription of following) subscription.unsubscribe();
      for (const pace of paces.values()) clearTimeout(pace.timer);
      paces.clear();
    },
  };
}
