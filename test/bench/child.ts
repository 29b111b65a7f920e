// Processes beside the benchmark: started, spoken to, ended by their own handle. And what of the processor they used.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly processId: number;
  /** Sends a message and resolves with the answer to it. Rejects if the process ends first. */
  readonly ask: <Answer>(message: object) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Starts a file of processes/, with these flags of Node's, and waits for its first message. */
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
    async ask<Answer>(message: object): Promise<Answer> {
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

/** Processor time that a process has used so far, in milliseconds; NaN where the system does not tell. */
export function processorMs(processId: number): number {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of user and system, 100 a second
  } catch {
    return Number.NaN;
  }
}
