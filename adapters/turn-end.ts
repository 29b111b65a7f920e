// What is put off to the end of a turn of the event loop, to be done for many requests at once: asking what they ask, while
// nothing else comes between; storing and writing down what they did; and answering them, since to wake a client is dear.

type Task = () => void;

export interface TurnEnd {
  /** Puts off a request that has come, to be asked behind those that came in the same turn before it. */
  readonly ask: (task: Task) => void;
  /** Puts off what is to be done once for all requests of this turn; where there are none, to the next turn. */
  readonly defer: (task: Task) => void;
  /** Puts off what is to be done before any answer leaves that waits by then. */
  readonly record: (task: Task) => void;
  /** Puts off an answer until all promises that are settled by now have been followed. */
  readonly answer: (task: Task) => void;
}

/** Tasks of each kind run in their order; none is lost where another one throws. */
export function createTurnEnd(): TurnEnd {
  const requests: Task[] = [];
  const behindRequests: Task[] = [];
  const records: Task[] = [];
  const answers: Task[] = [];
  let hasRequests = false;
  let isLeaving = false;

  function end(): void {
    runAll(() => requests.shift(), end);
    hasRequests = false;
    behind();
  }

  function behind(): void {
    runAll(() => behindRequests.shift(), behind);
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
    ask(task) {
      requests.push(task);
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
