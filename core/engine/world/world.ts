// One running world, put together: runtime, executor, time keeper, tasks and the API in front of them.

import type { StoreError } from '../../ports/event-store.ts';
import { WorldApi } from './api.ts';
import { Executor, type WorldTask } from './executor.ts';
import { Lives } from './lives.ts';
import type { RequestIds } from './request-ids.ts';
import { WorldRuntime, type RuntimeOptions } from './runtime.ts';
import { WorldTasks } from './tasks.ts';
import { TimeKeeper } from './time.ts';
import type { World } from './world-contract.ts';

/** A world as the engine sees it. */
export interface RunningWorld extends World {
  /** Request ids drawn in this process: a world that is restarted after a stop continues them. */
  readonly requestIds: RequestIds;
  /** Rejects everything from now on with this error. */
  readonly fail: (error: StoreError) => void;
  /** Completes all streams, also for later observers; nothing more is accepted. */
  readonly end: () => void;
  /** Accepts no more requests; resolves when all earlier ones are stored or lost. */
  readonly stop: () => Promise<void>;
}

export function createWorld(options: RuntimeOptions): RunningWorld {
  const { requestIds, snapshotter } = options;
  const runtime = new WorldRuntime(options);
  const executor = new Executor(runtime);
  const time = new TimeKeeper(runtime, executor);
  const tasks = new WorldTasks(runtime, time);
  runtime.reloaded$.subscribe(() => time.requestPendingAnswers());
  time.requestPendingAnswers();

  async function stop(): Promise<void> {
    // A cancelled task may leave events in the state that no entry has: nothing may be stored after them.
    if (executor.isUnderWay) runtime.refuseTasks();
    executor.cancel();
    await executor.run(nothing).catch(() => undefined); // queued tasks run first
    runtime.stop();
    await Promise.allSettled([runtime.whenDurable(), snapshotter.stop()]);
    runtime.endStreams();
  }

  function end(): void {
    runtime.refuseTasks();
    runtime.endStreams();
  }

  const api = new WorldApi({ runtime, executor, time, tasks, lives: new Lives(runtime, executor) });
  const fail = (error: StoreError) => runtime.fail(error);
  return Object.assign(api, { requestIds, fail, end, stop });
}

function* nothing(): WorldTask<void> {}
