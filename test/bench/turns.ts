// The longest turn of the event loop, in processor time, that the worst legal input of each door leads to. Nothing may hold all
// worlds for longer than 50 ms. Another input is a row of a table in doors/; DOORS=<text> selects the doors with it in their names.

import { readFileSync } from 'node:fs';
import { cpuUsage } from 'node:process';
import { audioDoors } from './doors/audio.ts';
import { openServer, type Door } from './doors/door.ts';
import { httpDoors } from './doors/http.ts';
import { textDoors } from './doors/texts.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';

const selected = process.env['DOORS'] ?? '';
const doors: readonly Door[] = [...audioDoors, ...httpDoors, ...textDoors].filter(({ name }) =>
  name.includes(selected),
);

const turnMsMax = 50;
const roundsMax = 3;

export async function turnFigures({ rounds, scale }: Effort): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, run } of doors) {
    const samples: number[] = [];
    for (let round = 0; round < Math.min(rounds, roundsMax) * scale; round += 1) {
      const server = await openServer();
      samples.push(await longestTurn(() => run(server)));
      await server.close();
    }
    figures.push(plainFigure(name, 'ms', samples, { most: turnMsMax }));
  }
  return figures;
}

/** The longest turn of the event loop during a task. */
async function longestTurn(task: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  let longestMs = 0;
  let isOver = false;
  let lastMs = threadMs();
  const look = () => {
    const nowMs = threadMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await task();
  isOver = true;
  await new Promise((resolve) => void setImmediate(resolve));
  return longestMs;
}

/** Processor time of the main thread, to a few milliseconds; that of the whole process where the system does not report it. */
function threadMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = cpuUsage();
    return (user + system) / 1_000;
  }
}
