// What is put off to the end of a turn of the event loop, to be done for many requests at once: writing down what they did,
// and answering them, since to wake a client is dear.

type Task = () => void;

export interface TurnEnd {
  /** Says that a request has come. Its turn ends when all that came with it have been looked at. */
  readonly arrived: () => void;
  /** Puts off what is to be done before any answer leaves that waits by then. */
  readonly record: (task: Task) => void;
  /** Puts off an answer. */
  readonly answer: (task: Task) => void;
}

/**
 * In a turn in which requests came, tasks wait for its end; in any other one, such as that of a commit, until the promises
 * that it settled have been followed. They run in their order; none is lost where another one throws.
 */
export function createTurnEnd(): TurnEnd {
  const records: Task[] = [];
  const answers: Task[] = [];
  let isTurnOfArrival = false;
  let isAwaited = false;

  function end(): void {
    isTurnOfArrival = false;
    isAwaited = false;
    try {
      for (let task = next(); task !== undefined; task = next()) task();
    } finally {
      if (records.length + answers.length > 0) setImmediate(end);
    }
  }

  const next = (): Task | undefined => records.shift() ?? answers.shift();

  function putOff(task: Task, among: Task[]): void {
    among.push(task);
    if (isTurnOfArrival || isAwaited) return;
    isAwaited = true;
    process.nextTick(end);
  }

  return {
    arrived() {
      if (isTurnOfArrival) return;
      isTurnOfArrival = true;
      setImmediate(end);
    },
    record: (task) => putOff(task, records),
    answer: (task) => putOff(task, answers),
  };
}

/** That of this thread: it has one event loop, whoever shares it. */
export const turnEnd = createTurnEnd();
