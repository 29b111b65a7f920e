// One running world, put together: runtime, executor, time keeper, tasks and the API in front of them.

import type { Sleep, StoreError, WakeDelay } from '../../ports/event-store.ts';
import { printSleepState } from './sleep-state.ts';
import { WorldApi } from './api.ts';
import { Executor, type WorldTask } from './executor.ts';
import { Lives } from './lives.ts';
import type { RequestIds } from './request-ids.ts';
import { WorldRuntime, type RuntimeOptions } from './runtime.ts';
import { WorldTasks } from './tasks.ts';
import { TimeKeeper } from './time.ts';
import type { StoredClock } from './virtual-clock.ts';
import type { World } from './world-contract.ts';

/** A world as the engine sees it. */
export interface RunningWorld extends World {
  /** Request ids drawn in this process: a world that is restarted after a stop continues them. */
  readonly requestIds: RequestIds;
  /** Rejects everything from now on with this error. */
  readonly fail: (error: StoreError) => void;
  /** Completes all streams, also for later observers; nothing more is accepted. */
  readonly end: () => void;
  /** Accepts no more requests. When all earlier ones are stored or lost, calls `onStopped`, ends the streams, and resolves. */
  readonly stop: (onStopped: () => void) => Promise<void>;
  /** Whether nothing but the state would be lost if the world was put to sleep. */
  readonly isQuiet: () => boolean;
  /** The number of requests, and the host instant of the last. */
  readonly uses: () => number;
  readonly usedMs: () => number;
  /** Counts a use: the caller has found the world. */
  readonly touch: () => void;
  readonly wakeAfterMs: () => WakeDelay;
  readonly storedClock: () => StoredClock;
  /** What it goes on with when it is woken by the same opening of the store. */
  readonly sleep: (opening: number) => Sleep;
  /** Writes a snapshot if loading the world would take long without it. */
  readonly saveLongTail: () => Promise<void>;
}

export function createWorld(options: RuntimeOptions): RunningWorld {
  const { requestIds, snapshotter } = options;
  const runtime = new WorldRuntime(options);
  const executor = new Executor(runtime);
  const time = new TimeKeeper(runtime, executor);
  const tasks = new WorldTasks(runtime, time);
  runtime.reloaded$.subscribe(() => time.requestPendingAnswers());
  time.requestPendingAnswers();

  async function stop(onStopped: () => void): Promise<void> {
    // A cancelled task may leave events in the state that no entry has: nothing may be stored after them.
    if (executor.isUnderWay) runtime.refuseTasks();
    executor.cancel();
    await executor.run(nothing).catch(() => undefined); // queued tasks run first
    runtime.stop();
    await Promise.allSettled([runtime.whenDurable(), snapshotter.stop()]);
    onStopped();
    runtime.endStreams();
  }

  function end(): void {
    runtime.refuseTasks();
    runtime.endStreams();
  }

  function sleep(opening: number): Sleep {
    const { state, clock } = runtime;
    const { inputs } = state;
    const issued = requestIds.issued();
    const printed = printSleepState({ opening, inputs, clock: clock.anchor(), requestIds: issued });
    return { inputs, wakeAfterMs: runtime.wakeAfterMs(), state: printed };
  }

  const api = new WorldApi({ runtime, executor, time, tasks, lives: new Lives(runtime, executor) });
  const fail = (error: StoreError) => runtime.fail(error);
  return Object.assign(api, {
    requestIds,
    fail,
    end,
    stop,
    isQuiet: () => runtime.isQuiet(),
    uses: () => runtime.uses,
    usedMs: () => runtime.usedMs,
    touch: () => runtime.touch(),
    wakeAfterMs: () => runtime.wakeAfterMs(),
    storedClock: () => runtime.storedClock(),
    sleep,
    saveLongTail: () =>
      snapshotter.saveTail(
        () => (runtime.task === undefined && runtime.isSound ? runtime.state : undefined),
        () => runtime.whenDurable(),
      ),
  });
}

function* nothing(): WorldTask<void> {}
