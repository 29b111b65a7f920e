// Which process a lease is of, so that another one on the same machine sees at once that it has ended. On Linux only: elsewhere, and in
// other containers, a lease ends once its counter has stood still for long.

import { readFileSync, readlinkSync } from 'node:fs';

/** The start of the machine, its table of processes, and the number and the start of a process; empty where that is not known. */
export function processMark(id = process.pid): string {
  const place = placeOfProcesses();
  const start = startOf(id);
  return place === undefined || start === undefined ? '' : `${place} ${id} ${start}`;
}

/** Whether a process has ended for certain. */
export function hasEnded(mark: string): boolean {
  const [boot = '', table = '', id = '', start = ''] = mark.split(' ');
  if (start === '' || placeOfProcesses() !== `${boot} ${table}`) return false;
  return startOf(Number(id)) !== start;
}

function placeOfProcesses(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** In ticks since the start of the machine (proc(5), `stat`); undefined if there is no such process. */
function startOf(id: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const isOver = state === 'Z' || state === 'X'; // it only waits to be counted by its parent
    return isOver ? undefined : rest[18];
  } catch {
    return undefined;
  }
}
