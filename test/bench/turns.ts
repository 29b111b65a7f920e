// The longest turn of the event loop, in processor time, that the worst legal input of each door leads to. Nothing may hold all
// worlds for longer than 50 ms. Another input is a row of a table in doors/; DOORS=<text> selects the doors with it in their names.

import { readFileSync } from 'node:fs';
import { cpuUsage } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
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
      samples.push(await longestTurn(run));
    }
    console.error(`  ${name}: ${samples.map(Math.round).join(', ')} ms`);
    figures.push(plainFigure(name, 'ms', samples, { most: turnMsMax }));
  }
  return figures;
}

/** The longest turn of the event loop during a request or session of a door. */
async function longestTurn(run: Door['run']): Promise<number> {
  let longestMs = 0;
  const server = await openServer(async (task) => {
    await setImmediate();
    let isOver = false;
    let lastMs = threadMs();
    const look = () => {
      const nowMs = threadMs();
      longestMs = Math.max(longestMs, nowMs - lastMs);
      lastMs = nowMs;
      if (!isOver) nextTurn(look);
    };
    nextTurn(look);
    const result = await task();
    isOver = true;
    await setImmediate();
    return result;
  });
  globalThis.gc?.();
  await run(server);
  await server.close();
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
