// A server that records is stopped by a signal in the middle of many sessions (CRASH_RUNS times in a soak): what it leaves replays
// equal, and so does each first part of it. CRASH_SEED repeats the random choices.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { simultaneousSteps } from '../support/arbitraries/simultaneous-sessions.ts';
import { rounds, soakIt } from '../support/runner/soak.ts';
import { spawnServe } from '../support/server/serve-child.ts';
import { shareVoice } from '../support/speech/shared-voice.ts';
import { runSimultaneously } from '../support/speech/simultaneous-sessions.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const runs = rounds('CRASH_RUNS', 0, 12);
const seed = seedOf('CRASH_SEED');
/** The longest time from the last frame of a client to the signal. */
const quietMsMax = 200;
/** The first parts of each recording. */
const partsMax = 40;

const folder = temporaryFolder();
shareVoice();

async function differenceOf(bytes: Uint8Array): Promise<readonly string[]> {
  const file = join(folder, 'part.jsonl');
  writeFileSync(file, bytes);
  const { divergence } = await replayRecording(file, await readRecording(file));
  return divergence === undefined ? [] : divergenceLines(divergence, 0);
}

soakIt(
  `recordings replay up to their last line after ${runs} signals (CRASH_SEED=${seed})`,
  { timeout: 60_000 + runs * 60_000 },
  async () => {
    const chance = seededRandom(seed);
    const plans = fc.sample(simultaneousSteps, { numRuns: runs, seed });
    for (const [run, steps] of plans.entries()) {
      const file = join(folder, `run-${run}.jsonl`);
      const mode = chance.pick(['frozen', 'real', 'skip']);
      const signal = chance.pick<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGKILL']);
      const child = spawnServe(['--memory', '--clock', mode, '--record', file], { cwd: folder });
      const { url } = await child.ready;
      const host = {
        url,
        WebSocket,
        fetch: (path: string, init?: RequestInit) => fetch(url + path, init),
      };
      const options = { tick: async () => undefined, wait: (turns: number) => wait(turns * 5) };
      const running = await runSimultaneously(host, steps, options);
      await wait(chance.below(quietMsMax));
      child.kill(signal);
      await child.exited;
      await Promise.all(running);

      const bytes = readFileSync(file);
      const { ending } = await readRecording(file);
      const about = { run, mode, signal };
      expect({ ...about, kind: ending.kind }).toEqual({
        ...about,
        kind: signal === 'SIGKILL' ? 'cut' : 'whole',
      });
      expect({ ...about, lines: await differenceOf(bytes) }).toEqual({ ...about, lines: [] });
      const breaks = [...bytes.keys()].filter((index) => bytes[index] === 0x0a);
      for (let count = 0; count < partsMax; count += 1) {
        const line = chance.below(breaks.length);
        const lines = await differenceOf(bytes.subarray(0, (breaks[line] ?? 0) + 1));
        expect({ ...about, line, lines }).toEqual({ ...about, line, lines: [] });
      }
    }
  },
);
