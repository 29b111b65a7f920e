// A process is killed while it appends inputs with attachments and drops old ones, repeatedly on one file: each input is stored
// with its attachment or not at all, and exactly the oldest attachments are dropped.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { rounds } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const script = fileURLToPath(new URL('../support/workers/attachments.mjs', import.meta.url));
const runs = rounds('CRASH_RUNS', 2, 30);
const bytesMax = 200_000;
const seed = seedOf('CRASH_SEED');

/** Kills the writer some time after it has printed `lines` lines; resolves with the last acknowledged input. */
async function killedAfter(file: string, lines: number, ms: number): Promise<number> {
  const child = spawn(process.execPath, [script, file, `${bytesMax}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const isFirst = text.split('\n').length <= lines;
    text += chunk;
    if (isFirst && text.split('\n').length > lines) void wait(ms).then(() => child.kill('SIGKILL'));
  });
  await once(child.stdout, 'end');
  await exited;
  return Number(text.split('\n').at(-2));
}

/** The length of each attachment, or that it was dropped; rejects if one differs from the written one. */
async function attachmentsIn(file: string): Promise<readonly unknown[]> {
  const store = openSqliteStore({ file });
  try {
    const inputs = (await store.read('w', 1, 1_000_000)).length;
    const found = [];
    for (let input = 1; input <= inputs; input += 1) {
      const attachment = await store.attachment('w', input);
      found.push(attachment instanceof Uint8Array ? attachment.length : attachment);
    }
    return found;
  } finally {
    await store.close();
  }
}

const lengthOf = (input: number) => `bytes of ${input} `.length * ((input * 37) % 500);

it(`stores each input with its attachment, or neither (CRASH_SEED=${seed})`, async () => {
  const folder = testFolder();
  const file = join(folder, 'worlds.sqlite');
  const chance = seededRandom(seed);
  let before = 0;
  for (let run = 0; run < runs; run += 1) {
    const acknowledged = await killedAfter(file, 1 + chance.below(60), chance.below(20));
    const found = await attachmentsIn(file);
    expect(acknowledged).toBeGreaterThan(before);
    expect(found.length).toBeGreaterThanOrEqual(acknowledged);
    let sum = 0;
    const expected = found
      .map((_, index) => lengthOf(index + 1))
      .toReversed()
      .map((length) => {
        sum += length;
        return sum > bytesMax ? 'dropped' : length;
      });
    expect(found).toEqual(expected.toReversed());
    before = found.length;
  }
  expect(before).toBeGreaterThan(0);
});
