// Child processes of the benchmarks: start, messages, stop, and their processor time.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly processId: number;
  /** Sends a message and resolves with its answer. Rejects if the process ends first. */
  readonly request: <Answer>(message: object) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Starts a file of processes/ with Node flags, and waits for its first message. */
export async function startChild(
  file: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Child> {
  const path = fileURLToPath(new URL(`processes/${file}`, import.meta.url));
  const child = fork(path, [...args], {
    execArgv: [...flags, '--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await answerOf(child);
  return {
    processId: child.pid ?? 0,
    async request<Answer>(message: object): Promise<Answer> {
      child.send(message);
      return (await answerOf(child)) as Answer;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const { signal } = ended;
  const exit = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${String(code)}.`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal }), exit])) as [unknown];
    return answer;
  } finally {
    exit.catch(() => undefined); // aborted
    ended.abort();
  }
}

/** The processor time of a process so far, in milliseconds; NaN if the system does not report it. */
export function processorMs(processId: number): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of user and system time, 100 per second
  } catch {
    return Number.NaN;
  }
}
