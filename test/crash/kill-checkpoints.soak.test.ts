// A process is killed during checkpoints of the write-ahead log, repeatedly on one file: committed rows are never lost.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { rounds } from '../support/runner/soak.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const script = fileURLToPath(new URL('../support/workers/commits.mjs', import.meta.url));
const runs = rounds('CRASH_RUNS', 2, 20);

/** Kills the writer once it has printed `numbers` numbers; resolves with the last one. */
async function killedBehind(file: string, numbers: number): Promise<number> {
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (text.split('\n').length > numbers) child.kill('SIGKILL');
  });
  await once(child.stdout, 'end');
  await exited;
  return Number(text.split('\n').at(-2));
}

const seed = seedOf('CRASH_SEED');

it(`loses no committed row, wherever the checkpoint was (CRASH_SEED=${seed})`, async () => {
  const folder = testFolder();
  const file = join(folder, 'worlds.sqlite');
  const chance = seededRandom(seed);
  let before = 0;
  for (let run = 0; run < runs; run += 1) {
    const last = await killedBehind(file, 1 + chance.below(3_000));
    const database = new Database(file);
    const rows = database.prepare('SELECT count(*) AS count, max(n) AS last FROM filling').get();
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    const { count, last: found } = rows as { readonly count: number; readonly last: number };
    expect(last).toBeGreaterThan(before);
    expect(found).toBeGreaterThanOrEqual(last);
    expect(count).toBe(found);
    before = found;
  }
});
