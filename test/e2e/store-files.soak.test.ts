// The files of a store under other influences: two servers, other names for a file, readers, and files that vanish while a
// server runs. All with real processes.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { longMs } from '../support/runner/timeouts.ts';
import { spawnServeForTest, type ServeChild } from '../support/server/serve-child.ts';
import { isWholeSoak, soakIt } from '../support/runner/soak.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder: string;
let file: string;

beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'a.db');
});

const frozen = ['--clock', 'frozen'];

const serve = (flags: readonly string[]) =>
  spawnServeForTest([...frozen, ...flags], { cwd: folder });

/** A start that must fail: its exit code and its error message. */
async function refused(flags: readonly string[]) {
  const child = serve(flags);
  const isReady = await child.ready.then(
    () => true,
    () => false,
  );
  if (isReady) child.kill('SIGKILL');
  return { isReady, exitCode: await child.exited, complaint: child.complaint().trim() };
}

async function stopped(child: ServeChild): Promise<number | null> {
  child.kill('SIGTERM');
  return child.exited;
}

async function addTag(child: ServeChild, name: string): Promise<number> {
  const { url } = await child.ready;
  const answer = await fetch(`${url}/calendar/events/v1/tags`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  return answer.status;
}

async function tagsOf(child: ServeChild): Promise<readonly string[]> {
  const { url } = await child.ready;
  const answer = await fetch(`${url}/calendar/events/v1/tags?hide_empty=false&per_page=50`);
  const { tags } = (await answer.json()) as { tags: readonly { name: string }[] };
  return tags.map(({ name }) => name).sort();
}

const inUse = /a\.db is in use by another process; stop it first\./;

describe('one process for one store', () => {
  it('is refused through a symbolic link to the file, and to its folder', async () => {
    await serve(['--data', file]).ready;
    symlinkSync('a.db', join(folder, 'b.db'));
    symlinkSync(folder, join(folder, 'elsewhere'));
    for (const name of isWholeSoak ? ['b.db', 'elsewhere/b.db'] : ['elsewhere/b.db']) {
      const second = await refused(['--data', join(folder, name)]);
      expect(second).toMatchObject({ isReady: false, exitCode: 1 });
      expect(second.complaint).toMatch(inUse);
    }
  });

  soakIt('preserves writes through a link to a file that did not exist yet', async () => {
    symlinkSync('a.db', join(folder, 'b.db'));
    const first = serve(['--data', join(folder, 'b.db')]);
    expect(await addTag(first, 'one')).toBe(201);
    expect((await refused(['--data', file])).complaint).toMatch(inUse);
    expect(await stopped(first)).toBe(0);
    expect(await tagsOf(serve(['--data', file]))).toEqual(['one']);
  });

  it('is refused through a hard link, also while no other process runs', async () => {
    const first = serve(['--data', file]);
    await first.ready;
    linkSync(file, join(folder, 'b.db'));
    for (const name of isWholeSoak ? ['b.db', 'a.db'] : ['b.db']) {
      const second = await refused(['--data', join(folder, name)]);
      expect(second).toMatchObject({ isReady: false, exitCode: 1 });
    }
    expect(await addTag(first, 'one')).toBe(201);
    expect(await stopped(first)).toBe(0);
    const alone = await refused(['--data', join(folder, 'b.db')]);
    expect(alone).toMatchObject({ isReady: false, exitCode: 1 });
    expect(alone.complaint).toContain('has 2 names (hard links)');
    unlinkSync(join(folder, 'b.db'));
    expect(await tagsOf(serve(['--data', file]))).toEqual(['one']);
  });

  soakIt(
    'is refused even if the lock file was removed or replaced while the first runs',
    async () => {
      const first = serve(['--data', file]);
      await first.ready;
      for (const prepare of [
        () => unlinkSync(`${file}-lock`),
        () => writeFileSync(`${file}-lock`, ''),
      ]) {
        prepare();
        const second = await refused(['--data', file]);
        expect(second).toMatchObject({ isReady: false, exitCode: 1 });
        expect(second.complaint).toMatch(inUse);
      }
      expect(await addTag(first, 'one')).toBe(201);
      first.kill('SIGKILL');
      await first.exited;
      expect(await tagsOf(serve(['--data', file]))).toEqual(['one']);
    },
  );
});

describe('the permissions of the files of a store', () => {
  const modes = (where: string) =>
    Object.fromEntries(
      readdirSync(where, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('-lock-journal'))
        .map(({ name }) => [name, (statSync(join(where, name)).mode & 0o777).toString(8)]),
    );

  it('are limited to the owner, for new files and for those of earlier versions', async () => {
    const first = serve(['--data', file]);
    await addTag(first, 'one');
    const owner = { 'a.db': '600', 'a.db-lock': '600', 'a.db-shm': '600', 'a.db-wal': '600' };
    expect(modes(folder)).toEqual(owner);
    first.kill('SIGKILL');
    await first.exited;
    for (const name of readdirSync(folder)) {
      if (name.startsWith('a.db')) chmodSync(join(folder, name), 0o664);
    }
    const second = serve(['--data', file]);
    expect(await tagsOf(second)).toEqual(['one']);
    await addTag(second, 'two');
    expect(modes(folder)).toEqual(owner);
  });

  soakIt('are limited for the folder .reprise too', async () => {
    const home = join(folder, '.reprise');
    mkdirSync(home, { mode: 0o755 });
    const child = serve([]);
    await addTag(child, 'one');
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    expect(new Set(Object.values(modes(home)))).toEqual(new Set(['600']));
    expect(await stopped(child)).toBe(0);
    rmSync(home, { recursive: true });
    await serve([]).ready;
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('a store that changes from outside while a server runs', () => {
  const away = () => join(folder, 'away.db');
  const cases: readonly (readonly [string, () => void, RegExp])[] = [
    ['removed', () => unlinkSync(file), /a\.db was removed, renamed or replaced/],
    ['renamed', () => renameSync(file, away()), /a\.db was removed, renamed or replaced/],
    [
      'replaced',
      () => {
        copyFileSync(file, away());
        renameSync(away(), file);
      },
      /a\.db was removed, renamed or replaced/,
    ],
    ['cut', () => truncateSync(file, 100), /a\.db was truncated/],
    ['left without its log', () => unlinkSync(`${file}-wal`), /a\.db-wal was removed/],
    [
      'left with a part of its log',
      () => truncateSync(`${file}-wal`, 100),
      /a\.db-wal was truncated/,
    ],
  ];

  it.each(cases.slice(0, isWholeSoak ? cases.length : 1))(
    'stops the server within a second when it is %s',
    async (_what, act, sentence) => {
      const child = serve(['--data', file]);
      for (let count = 0; count < 10; count += 1) await addTag(child, `before ${count}`);
      act();
      expect(await child.exited).toBe(3);
      expect(child.complaint()).toMatch(sentence);
    },
  );

  soakIt('loses no acknowledged write if only the log or the name is gone', async () => {
    for (const [name, act, kept] of [
      ['log', () => unlinkSync(`${file}-wal`), file],
      ['name', () => renameSync(file, away()), away()],
    ] as const) {
      const child = serve(['--data', file]);
      await addTag(child, `${name} before`);
      act();
      await child.exited;
      const again = serve(['--data', kept]);
      expect(await tagsOf(again)).toContain(`${name} before`);
      expect(await stopped(again)).toBe(0);
    }
  });

  it('continues next to a reader that checkpoints the log', async () => {
    const { default: Database } = await import('better-sqlite3');
    const child = serve(['--data', file]);
    await addTag(child, 'one');
    const other = new Database(file);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    await new Promise((resolve) => void setTimeout(resolve, 700));
    expect(await addTag(child, 'two')).toBe(201);
    expect(await stopped(child)).toBe(0);
    expect(child.complaint()).toBe('');
  });

  soakIt('continues when another program shrinks the file without loss (VACUUM)', async () => {
    const { default: Database } = await import('better-sqlite3');
    const child = serve(['--data', file]);
    const { url, token } = await child.ready;
    const worlds = (path: string, method: string, body?: object) =>
      fetch(`${url}/__reprise/worlds${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    await worlds('', 'POST', { name: 'large', fixture: 'calendar/town-year' });
    await addTag(child, 'one');
    const other = new Database(file, { timeout: 5_000 });
    other.pragma('wal_checkpoint(TRUNCATE)');
    const { size } = statSync(file);
    expect((await worlds('/large', 'DELETE')).status).toBe(204);
    const count = other.prepare('SELECT count(*) FROM worlds').pluck();
    await expect.poll(() => count.get(), { timeout: 20_000 }).toBe(1); // deleted in the background
    await new Promise((resolve) => void setTimeout(resolve, 700)); // until the server has measured the size
    other.exec('VACUUM');
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    expect(statSync(file).size).toBeLessThan(size);
    await new Promise((resolve) => void setTimeout(resolve, 700));
    expect(await addTag(child, 'two')).toBe(201);
    expect(await stopped(child)).toBe(0);
    expect(child.complaint()).toBe('');
    expect(await tagsOf(serve(['--data', file]))).toEqual(['one', 'two']);
  });
});

describe('an empty store file', () => {
  it('is refused if it was a store before', async () => {
    const first = serve(['--data', file]);
    await addTag(first, 'one');
    expect(await stopped(first)).toBe(0);
    truncateSync(file, 0);
    const second = await refused(['--data', file]);
    expect(second).toMatchObject({ isReady: false, exitCode: 3 });
    expect(second.complaint).toMatch(/a\.db is empty, but a\.db-lock shows that it was a store/);
    expect(statSync(file).size).toBe(0);
  });

  soakIt('is refused next to its log, also if the file is gone', async () => {
    for (const act of [() => truncateSync(file, 0), () => unlinkSync(file)]) {
      const first = serve(['--data', file]);
      await addTag(first, 'one');
      first.kill('SIGKILL');
      await first.exited;
      act();
      unlinkSync(`${file}-lock`);
      const second = await refused(['--data', file]);
      expect(second).toMatchObject({ isReady: false, exitCode: 3 });
      expect(second.complaint).toMatch(/a\.db is (empty|missing), but a\.db-wal shows/);
      for (const part of ['', '-wal', '-shm', '-lock']) rmSync(file + part, { force: true });
    }
  });

  soakIt('starts a new store elsewhere, and the server reports it', async () => {
    writeFileSync(file, '');
    const child = serve(['--data', file]);
    await child.ready;
    expect(await stopped(child)).toBe(0);
    expect(child.complaint().trim()).toBe(`${file} was empty; a new store is created in it.`);
    expect(existsSync(`${file}-lock`)).toBe(true);
  });
});
