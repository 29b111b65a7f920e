// Batches work per event-loop turn: handle all requests, commit once, record, then respond (writing to a socket is expensive).

import { monotonicMs, nextTick, queueMicrotask, setImmediate } from './host-timers.ts';

type Task = () => void;

/** Queues a task for a phase of an event-loop turn. */
export interface LoopPhases {
  /** Handles a request at the end of this turn, after earlier ones of its queue. Queues alternate. */
  readonly onRequestPhase: (task: Task, queue?: string) => void;
  /** Runs after all requests of this turn; in the next turn if there are none. */
  readonly onCommitPhase: (task: Task) => void;
  /** Runs before any response that is queued by then. */
  readonly onRecordPhase: (task: Task) => void;
  /** Runs once the callbacks of all settled promises have run. */
  readonly onResponsePhase: (task: Task) => void;
}

/** How long requests are handled in one turn of the event loop; later ones wait for the next turn. */
const turnMsMax = 1;

/** Tasks of a phase run in order, requests in the order of their queue. A task that throws does not drop others. */
export function createLoopPhases(nowMs: () => number = monotonicMs): LoopPhases {
  const queues = new Map<string, Task[]>();
  const commits: Task[] = [];
  const records: Task[] = [];
  const responses: Task[] = [];
  let hasRequests = false;
  let isFlushScheduled = false;
  let turnUntilMs = 0;
  let hasQueueEnded = false;

  /** The first request of the next queue. */
  function nextRequest(): Task | undefined {
    for (const [queue, tasks] of queues) {
      queues.delete(queue);
      const task = tasks.shift();
      if (tasks.length > 0)
        queues.set(queue, tasks); // behind all others
      else hasQueueEnded = true;
      return task;
    }
    return undefined;
  }

  function runTurn(): void {
    turnUntilMs = nowMs() + turnMsMax;
    runRequests();
  }

  /** Handles requests until the time is over. A queue that has ended is answered before longer queues go on. */
  function runRequests(): void {
    let leftInRound = queues.size;
    hasQueueEnded = false;
    const isBreak = () => leftInRound === 0 && hasQueueEnded && queues.size > 0;
    const next = () => {
      if (nowMs() >= turnUntilMs || isBreak()) return undefined;
      leftInRound = (leftInRound === 0 ? queues.size : leftInRound) - 1;
      return nextRequest();
    };
    runAll(next, runTurn);
    if (isBreak() && nowMs() < turnUntilMs) afterResponses(runRequests);
    else endTurn();
  }

  function endTurn(): void {
    hasRequests = queues.size > 0;
    if (hasRequests) setImmediate(runTurn);
    runCommits(commits.splice(0)); // tasks that these add run in the next turn
  }

  /** Runs a task once the callbacks of all settled promises have run, and the responses that they queue are sent. */
  function afterResponses(task: Task): void {
    const runAfterFlush = () => (isFlushScheduled ? nextTick(runAfterFlush) : task());
    queueMicrotask(() => nextTick(runAfterFlush));
  }

  function runCommits(tasks: Task[]): void {
    runAll(
      () => tasks.shift(),
      () => runCommits(tasks),
    );
  }

  function flush(): void {
    isFlushScheduled = false;
    runAll(() => records.shift() ?? responses.shift(), flush);
  }

  function flushSoon(task: Task, tasks: Task[]): void {
    tasks.push(task);
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    nextTick(flush);
  }

  return {
    onRequestPhase(task, queue = '') {
      const tasks = queues.get(queue);
      if (tasks === undefined) queues.set(queue, [task]);
      else tasks.push(task);
      if (hasRequests) return;
      hasRequests = true;
      setImmediate(runTurn);
    },
    onCommitPhase(task) {
      if (hasRequests) commits.push(task);
      else setImmediate(task);
    },
    onRecordPhase: (task) => flushSoon(task, records),
    onResponsePhase: (task) => flushSoon(task, responses),
  };
}

/** Runs tasks until none is left. If one throws, `resume` runs in the next turn. */
function runAll(next: () => Task | undefined, resume: Task): void {
  let isDone = false;
  try {
    for (let task = next(); task !== undefined; task = next()) task();
    isDone = true;
  } finally {
    if (!isDone) setImmediate(resume);
  }
}

/** The phases of this thread's event loop, shared by all servers in it. */
export const loopPhases = createLoopPhases();
