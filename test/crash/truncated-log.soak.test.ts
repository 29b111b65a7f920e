// The write-ahead log is truncated, or replaced by an older copy, while clients write at different paces: the server ends with
// exit code 3, and no later start opens what is left as if it were all.

import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { isSoak, isWholeSoak } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { spawnServeForTest, type ServeChild } from '../support/server/serve-child.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder = '';
let file = '';

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'a.db');
});

const serve = () => spawnServeForTest(['--clock', 'frozen', '--data', file], { cwd: folder });

/** The page size of the store and the size of a frame's header. */
const frameBytes = 4_096 + 24;
const log = () => `${file}-wal`;
const logBytes = () => statSync(log()).size;

const damages = {
  'to nothing': () => truncateSync(log(), 0),
  'to 100 bytes': () => truncateSync(log(), 100),
  'to its half': () => truncateSync(log(), logBytes() >> 1),
  'by a frame': () => truncateSync(log(), logBytes() - frameBytes),
  'to an older copy': () => writeFileSync(log(), readFileSync(`${file}-old`)),
};

/** Posts tags until the server answers no more, `paceMs` apart; calls `onAnswer` after each answer. */
async function write(child: ServeChild, paceMs: number, onAnswer: (count: number) => void) {
  const { url } = await child.ready;
  for (let count = 1; ; count += 1) {
    const answer = await fetch(`${url}/calendar/events/v1/tags`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `tag ${count}` }),
    }).catch(() => undefined);
    if (answer?.status !== 201) return;
    onAnswer(count);
    if (paceMs > 0) await wait(paceMs);
  }
}

/** Damages the log between answers to a client of this pace; how the server ends, and a start after it. */
async function damaged(paceMs: number, damage: () => void) {
  const child = serve();
  const writing = write(child, paceMs, (count) => {
    if (count === 3) copyFileSync(log(), `${file}-old`);
    if (count === 6) damage();
  });
  const first = { exitCode: await child.exited, complaint: child.complaint() };
  await writing;
  const again = serve();
  await again.ready.catch(() => undefined);
  again.kill('SIGKILL');
  return { first, second: { exitCode: await again.exited, complaint: again.complaint() } };
}

const paces = isWholeSoak ? [0, 10, 100, 400] : isSoak ? [0, 100] : [0];
const names = (Object.keys(damages) as (keyof typeof damages)[]).filter(
  (name) => isSoak || name === 'to its half',
);

it.each(paces.flatMap((paceMs) => names.map((name) => [name, paceMs] as const)))(
  'a log cut %s under a client that waits %i ms between its posts ends the server, and no start opens it',
  async (name, paceMs) => {
    const { first, second } = await damaged(paceMs, damages[name]);
    expect(first).toMatchObject({ exitCode: 3 });
    expect(first.complaint).toMatch(/a\.db-wal was truncated or replaced while the server ran/);
    expect(second).toMatchObject({ exitCode: 3 });
    expect(second.complaint).toMatch(
      /The log of .*a\.db is damaged: a\.db-wal has \d+ of \d+ pages/,
    );
  },
);
