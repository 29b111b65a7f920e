// Wall time driving virtual time: beats a world when something is due (`real`), or when nobody has asked for a moment
// and no socket is open (`skip`). Decides nothing; a world that is `frozen` is left alone.

import type { Engine, World } from '../../core/index.ts';

/** How long nobody must have asked before a world in `skip` moves on by itself. */
const idleMs = 25;
/** How long after a tick that failed the next one waits: doubled with each in a row. */
const retryMsMin = 100;
const retryMsMax = 1_000;
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
  /** A tick is under way: its end sets the next timer. */
  isTicking: boolean;
  /** Ticks in a row that could not be stored. */
  failures: number;
  /** The host instant before which no tick is tried again. */
  retryMs: number;
}

/** Starts pacing all worlds of an engine, those that are still to come too. */
export function startPacing(engine: Engine, monotonicMs: () => number): Pacing {
  const paces = new Map<World, Pace>();

  const gone = new WeakSet<World>();

  function paceOf(world: World): Pace {
    let pace = paces.get(world);
    if (pace !== undefined) return pace;
    pace = { askedMs: monotonicMs(), sockets: 0, isTicking: false, failures: 0, retryMs: 0 };
    if (!gone.has(world)) paces.set(world, pace); // a late request must not keep it
    return pace;
  }

  /** Sets the timer for the next beat, unless it is set for that moment already. */
  function arrange(world: World): void {
    const pace = paceOf(world);
    if (pace.isTicking) return;
    const beatMs = world.nextTickMs();
    const fireMs = beatMs === undefined ? undefined : fireAt(world, pace, beatMs);
    const isSet = fireMs !== undefined && Math.abs(fireMs - (pace.fireMs ?? 0)) < 1;
    if (pace.timer !== undefined && isSet) return;
    clearTimeout(pace.timer);
    pace.timer = undefined;
    pace.fireMs = undefined;
    if (fireMs !== undefined) setTimer(world, pace, fireMs, fire);
  }

  /** The host instant of a beat: when it is due, or when nobody has asked for a moment and no socket is open. */
  function fireAt(world: World, pace: Pace, beatMs: number): number | undefined {
    const { mode, rate } = world.clock();
    if (mode === 'skip') {
      return pace.sockets > 0 ? undefined : Math.max(pace.askedMs + idleMs, pace.retryMs);
    }
    return Math.max(monotonicMs() + (beatMs - world.nowMs()) / rate, pace.retryMs);
  }

  function fire(world: World, pace: Pace): void {
    const isAsked = world.clock().mode === 'skip' && monotonicMs() - pace.askedMs < idleMs;
    if (isAsked) arrange(world);
    else void tick(world, pace);
  }

  /** Ticks once. A tick that could not be stored is tried again after a pause: at once it would fail again. */
  async function tick(world: World, pace: Pace): Promise<void> {
    pace.isTicking = true;
    const isStored = await world.tick().then(
      () => true,
      () => false,
    );
    pace.isTicking = false;
    if (paces.get(world) !== pace) return; // it was stopped in the meantime
    if (isStored) {
      pace.failures = 0;
      return arrange(world);
    }
    const pauseMs = Math.min(retryMsMin * 2 ** pace.failures, retryMsMax);
    pace.failures += 1;
    pace.retryMs = monotonicMs() + pauseMs;
    // The world may not be able to tell when its next tick is: it is being reloaded.
    setTimer(world, pace, pace.retryMs, arrange);
  }

  function setTimer(
    world: World,
    pace: Pace,
    fireMs: number,
    onTimer: (world: World, pace: Pace) => void,
  ): void {
    const waitMs = Math.max(0, Math.ceil(fireMs - monotonicMs()));
    pace.fireMs = fireMs;
    pace.timer = setTimeout(
      () => {
        pace.timer = undefined;
        pace.fireMs = undefined;
        onTimer(world, pace);
      },
      Math.min(waitMs, timerMsMax),
    );
    pace.timer.unref();
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
