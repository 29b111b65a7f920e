// What is put off to the end of a turn of the event loop, to be done for many requests at once: asking what they ask, while
// nothing else comes between; storing and writing down what they did; and answering them, since to wake a client is dear.

type Task = () => void;

export interface TurnEnd {
  /** Puts off a request that has come, behind those of its lane that came before it. Lanes take turns. */
  readonly ask: (task: Task, lane?: string) => void;
  /** Puts off what is to be done once for all requests of this turn; where there are none, to the next turn. */
  readonly defer: (task: Task) => void;
  /** Puts off what is to be done before any answer leaves that waits by then. */
  readonly record: (task: Task) => void;
  /** Puts off an answer until all promises that are settled by now have been followed. */
  readonly answer: (task: Task) => void;
}

/** How long requests are asked in one turn of the event loop; the rest, and those that have come since, in the next. */
const turnMsMax = 4;

/** Tasks of each kind run in their order, requests in that of their lane; none is lost where another one throws. */
export function createTurnEnd(monotonicMs: () => number = () => performance.now()): TurnEnd {
  const lanes = new Map<string, Task[]>();
  const behindRequests: Task[] = [];
  const records: Task[] = [];
  const answers: Task[] = [];
  let hasRequests = false;
  let isLeaving = false;

  /** The first request of the next lane. */
  function nextRequest(): Task | undefined {
    for (const [lane, tasks] of lanes) {
      lanes.delete(lane);
      const task = tasks.shift();
      if (tasks.length > 0) lanes.set(lane, tasks); // behind all others
      return task;
    }
    return undefined;
  }

  function end(): void {
    const untilMs = monotonicMs() + turnMsMax;
    let isFirst = true;
    const next = () => {
      if (!isFirst && monotonicMs() >= untilMs) return undefined;
      isFirst = false;
      return nextRequest();
    };
    runAll(next, end);
    hasRequests = lanes.size > 0;
    if (hasRequests) setImmediate(end);
    behind(behindRequests.splice(0)); // those that come by them have the next turn
  }

  function behind(tasks: Task[]): void {
    runAll(
      () => tasks.shift(),
      () => behind(tasks),
    );
  }

  function leave(): void {
    isLeaving = false;
    runAll(() => records.shift() ?? answers.shift(), leave);
  }

  function leaveSoon(task: Task, among: Task[]): void {
    among.push(task);
    if (isLeaving) return;
    isLeaving = true;
    process.nextTick(leave);
  }

  return {
    ask(task, lane = '') {
      const tasks = lanes.get(lane);
      if (tasks === undefined) lanes.set(lane, [task]);
      else tasks.push(task);
      if (hasRequests) return;
      hasRequests = true;
      setImmediate(end);
    },
    defer(task) {
      if (hasRequests) behindRequests.push(task);
      else setImmediate(task);
    },
    record: (task) => leaveSoon(task, records),
    answer: (task) => leaveSoon(task, answers),
  };
}

/** Runs tasks until there is none. Where one throws, `goOn` has the next turn. */
function runAll(next: () => Task | undefined, goOn: Task): void {
  let isDone = false;
  try {
    for (let task = next(); task !== undefined; task = next()) task();
    isDone = true;
  } finally {
    if (!isDone) setImmediate(goOn);
  }
}

/** That of this thread: it has one event loop, whoever shares it. */
export const turnEnd = createTurnEnd();
