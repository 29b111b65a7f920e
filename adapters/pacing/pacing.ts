// Drives virtual time by wall time: ticks a world at its next due (`real`), or once it has had no request for a while and no
// socket is open (`skip`). Never ticks a world in `frozen`.

import type { Engine, World } from '../../core/index.ts';

/** The delay from the last request to a world in `skip` to its tick. */
const idleMs = 25;
/** The delay after a failed tick; it doubles with each failure in a row. */
const retryMsMin = 100;
const retryMsMax = 1_000;
/** The longest delay of a host timer. */
const timerMsMax = 2 ** 31 - 1;

export interface Pacing {
  /** Call for each request to this world. */
  readonly onRequest: (world: World) => void;
  /** Call when a client opens a socket to this world; returns a function to call when it closes. */
  readonly onSocket: (world: World) => () => void;
  readonly stop: () => void;
}

interface PacingState {
  timer?: NodeJS.Timeout | undefined;
  /** The host instant that the timer is set for. */
  fireMs?: number | undefined;
  /** The host instant of the last request. */
  lastRequestMs: number;
  sockets: number;
  /** While a tick runs, no timer is set. */
  isTicking: boolean;
  /** The number of failed ticks in a row. */
  failures: number;
  /** No tick before this host instant. */
  retryMs: number;
}

/** Starts pacing all worlds of an engine, including later ones. */
export function startPacing(engine: Engine, monotonicMs: () => number): Pacing {
  const states = new Map<World, PacingState>();
  const stopped = new WeakSet<World>();

  function stateOf(world: World): PacingState {
    let pace = states.get(world);
    if (pace !== undefined) return pace;
    pace = { lastRequestMs: monotonicMs(), sockets: 0, isTicking: false, failures: 0, retryMs: 0 };
    if (!stopped.has(world)) states.set(world, pace); // a late request must not retain a stopped world
    return pace;
  }

  /** Sets the timer for the next tick, unless it is set for that instant already. */
  function schedule(world: World): void {
    const pace = stateOf(world);
    if (pace.isTicking) return;
    const tickMs = world.nextTickMs();
    const fireMs = tickMs === undefined ? undefined : fireAt(world, pace, tickMs);
    const isSet = fireMs !== undefined && Math.abs(fireMs - (pace.fireMs ?? 0)) < 1;
    if (pace.timer !== undefined && isSet) return;
    clearTimeout(pace.timer);
    pace.timer = undefined;
    pace.fireMs = undefined;
    if (fireMs !== undefined) setTimer(world, pace, fireMs, fire);
  }

  /** The host instant of the next tick; in `skip`, undefined while a socket is open. */
  function fireAt(world: World, pace: PacingState, tickMs: number): number | undefined {
    const { mode, rate } = world.clock();
    if (mode === 'skip') {
      return pace.sockets > 0 ? undefined : Math.max(pace.lastRequestMs + idleMs, pace.retryMs);
    }
    return Math.max(monotonicMs() + (tickMs - world.nowMs()) / rate, pace.retryMs);
  }

  function fire(world: World, pace: PacingState): void {
    const isIdle = monotonicMs() - pace.lastRequestMs >= idleMs;
    if (world.clock().mode === 'skip' && !isIdle) schedule(world);
    else void tick(world, pace);
  }

  /** Ticks once. A tick that could not be stored is retried after a delay. */
  async function tick(world: World, pace: PacingState): Promise<void> {
    pace.isTicking = true;
    const isStored = await world.tick().then(
      () => true,
      () => false,
    );
    pace.isTicking = false;
    if (states.get(world) !== pace) return; // it was stopped meanwhile
    if (isStored) {
      pace.failures = 0;
      return schedule(world);
    }
    const delayMs = Math.min(retryMsMin * 2 ** pace.failures, retryMsMax);
    pace.failures += 1;
    pace.retryMs = monotonicMs() + delayMs;
    // `nextTickMs` may be undefined at present, while the world is reloaded.
    setTimer(world, pace, pace.retryMs, schedule);
  }

  function setTimer(
    world: World,
    pace: PacingState,
    fireMs: number,
    onTimer: (world: World, pace: PacingState) => void,
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

  for (const world of engine.worlds()) schedule(world);
  const subscriptions = [
    engine.started$.subscribe(schedule),
    engine.commits$.subscribe(({ world }) => schedule(world)),
    engine.rescheduled$.subscribe(schedule),
    engine.stopped$.subscribe((world) => {
      stopped.add(world);
      clearTimeout(states.get(world)?.timer);
      states.delete(world);
    }),
  ];

  return {
    onRequest: (world) => {
      const pace = stateOf(world);
      pace.lastRequestMs = monotonicMs();
      if (pace.timer === undefined) schedule(world); // a reload after a failed commit may have restored dues
    },
    onSocket: (world) => {
      const pace = stateOf(world);
      pace.sockets += 1;
      schedule(world);
      return () => {
        pace.sockets -= 1;
        pace.lastRequestMs = monotonicMs();
        if (states.has(world)) schedule(world); // unless it was stopped meanwhile
      };
    },
    stop: () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const pace of states.values()) clearTimeout(pace.timer);
      states.clear();
    },
  };
}
