// A server without disk space reports it, still answers reads, stores nothing partially, and continues once there is space.
// A server without write permission does not start, and prints the reason in one sentence.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { journalsOfFile } from '../support/store/journals.ts';
import { idempotentBody } from '../support/wallet/idempotent-body.ts';
import {
  sendRequest,
  publicKeyOf,
  type Answer,
  type SentRequest,
  type ServerAddress,
} from '../support/server/load.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { spawnServe, type ServeChild } from '../support/server/serve-child.ts';
import { isWholeSoak, soakIt } from '../support/runner/soak.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder = '';
let children: ServeChild[] = [];
let mounted: string[] = [];
let readOnly: string[] = [];

beforeEach(() => {
  folder = testFolder();
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    await child.exited;
  }
  for (const place of mounted) does('umount', place);
  for (const place of readOnly) chmodSync(place, 0o700);
  [children, mounted, readOnly] = [[], [], []];
});

function serve(file: string, before?: string): ServeChild {
  const flags = ['--data', file, '--clock', 'frozen'];
  const child = spawnServe(flags, { cwd: folder, ...(before === undefined ? {} : { before }) });
  children.push(child);
  return child;
}

const does = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;

function mount(place: string, ...options: readonly string[]): void {
  expect(does('mount', ...options, place)).toBe(true);
  mounted.push(place);
}

/** Whether this user may mount file systems: usually root only, and in some containers no user. */
const canMount = (() => {
  const place = mkdtempSync(join(tmpdir(), 'reprise-mount-'));
  const could = does('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place);
  if (could) does('umount', place);
  rmSync(place, { recursive: true, force: true });
  return could;
})();
const canLimit = does('prlimit', '--version');
const isRoot = process.getuid?.() === 0;

type Request = Pick<SentRequest, 'method' | 'path' | 'body'>;

const chance = seededRandom(5);

function walletSetRequest(publicKey: string): Request {
  const body = idempotentBody(publicKey, chance.uuid(), { name: 'a set' });
  return { method: 'POST', path: '/v1/w3s/developer/walletSets', body };
}

const advance: Request = {
  method: 'POST',
  path: '/__reprise/worlds/default/clock/advance',
  body: { by: 1 },
};
const show: Request = { method: 'GET', path: '/__reprise/worlds/default', body: undefined };
const list: Request = { method: 'GET', path: '/v1/w3s/walletSets?pageSize=50', body: undefined };

/** Writes until the disk is full; resolves with the refused request, its response, and the sets created before it. */
async function fill(place: ServerAddress) {
  const publicKey = await publicKeyOf(place);
  const made: string[] = [];
  for (let count = 0; count < 3_000; count += 1) {
    const request = count % 3 === 0 ? walletSetRequest(publicKey) : advance;
    const answer = await sendRequest(place, request);
    if (answer.status === 503) return { request, answer, made };
    expect(answer.status).toBeLessThan(300);
    if (request !== advance) made.push(answer.body.data.walletSet.id as string);
  }
  throw new Error('There is too much room.');
}

function expectNoRoom({ status, body }: Answer): void {
  expect(status).toBe(503);
  const message = (body.error?.message ?? body.message) as string;
  expect(message).toMatch(/^Cannot write to \S+: (disk I\/O error|database or disk is full)\./);
  expect(message).toMatch(/Nothing was done; try again/);
}

const digestOf = async (place: ServerAddress) =>
  (await sendRequest(place, show)).body.digest as string;

/** From a full disk to one with space again: acknowledged writes are in the store once, refused ones are not. */
async function expectOutlived(
  file: string,
  child: ServeChild,
  makeRoom: () => void,
): Promise<void> {
  const place = await child.ready;
  const { request, answer, made } = await fill(place);
  expectNoRoom(answer);
  expect(made.length).toBeGreaterThan(3);

  const digest = await digestOf(place);
  expectNoRoom(await sendRequest(place, request));
  const listed = await sendRequest(place, list);
  expect(listed.status).toBe(200);
  expect(listed.body.data.walletSets).toHaveLength(Math.min(50, made.length));
  expect(await digestOf(place)).toBe(digest);
  const stored = await journalsOfFile(file, join(folder, 'copy.db'));
  expect(stored.get('default')?.digest).toBe(digest);

  makeRoom();
  expect((await sendRequest(place, request)).status).toBeLessThan(300);
  for (let count = 0; count < 20; count += 1) {
    expect((await sendRequest(place, advance)).status).toBe(200);
  }
  const last = await digestOf(place);
  child.kill('SIGTERM');
  expect([await child.exited, child.complaint()]).toEqual([0, '']);
  const kept = await journalsOfFile(file, join(folder, 'copy.db'));
  expect(kept.get('default')?.digest).toBe(last);
  const texts = kept
    .get('default')
    ?.entries.flatMap(({ events }) => events.map(({ text }) => text));
  for (const id of made) expect(texts?.filter((text) => text.includes(id))).toHaveLength(1);
}

describe('a server with a limit on its file size', () => {
  const limit = 'ulimit -S -f 600'; // blocks of 512 or 1024 bytes, depending on the shell

  it.skipIf(!canLimit || !isWholeSoak)(
    'answers 503, still answers reads, and continues once the limit is lifted',
    async () => {
      const file = join(folder, 'kept.db');
      const child = serve(file, limit);
      await expectOutlived(file, child, () => {
        expect(does('prlimit', '--pid', `${child.processId}`, '--fsize=unlimited:unlimited')).toBe(
          true,
        );
      });
    },
  );

  it('has all acknowledged writes after a kill and a start with space', async () => {
    const file = join(folder, 'kept.db');
    const child = serve(file, limit);
    const place = await child.ready;
    await fill(place);
    const digest = await digestOf(place);
    child.kill('SIGKILL');
    await child.exited;
    expect(await digestOf(await serve(file).ready)).toBe(digest);
  });

  soakIt('stops in order on SIGTERM', async () => {
    const file = join(folder, 'kept.db');
    const child = serve(file, limit);
    const place = await child.ready;
    await fill(place);
    const digest = await digestOf(place);
    child.kill('SIGTERM');
    const code = await child.exited;
    const stored = await journalsOfFile(file, join(folder, 'copy.db'));
    expect(stored.get('default')?.digest).toBe(digest);
    expect({ code, complaint: child.complaint() }).toEqual({ code: 0, complaint: '' });
  });
});

describe.skipIf(!canMount)('a server on a full disk', () => {
  it('answers 503, still answers reads, and continues once there is space', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    mount(disk, '-t', 'tmpfs', '-o', 'size=400k', 'tmpfs');
    const file = join(disk, 'kept.db');
    await expectOutlived(file, serve(file), () => {
      expect(does('mount', '-o', 'remount,size=4m', disk)).toBe(true);
    });
  });

  /** A server on a disk that it has filled, and the digest of its world then. */
  async function filled() {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    mount(disk, '-t', 'tmpfs', '-o', 'size=400k', 'tmpfs');
    const file = join(disk, 'kept.db');
    const child = serve(file);
    const place = await child.ready;
    await fill(place);
    return { child, disk, file, digest: await digestOf(place) };
  }

  it.each(isWholeSoak ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
    'has all acknowledged writes after %s, and starts or prints why not',
    async (signal) => {
      const { child, disk, file, digest } = await filled();
      child.kill(signal);
      await child.exited;
      const still = serve(file);
      const isReady = await still.ready.then(
        () => true,
        () => false,
      );
      if (isReady) expect(await digestOf(await still.ready)).toBe(digest);
      else await expectRefused(still, file);
      still.kill('SIGKILL');
      await still.exited;
      expect(does('mount', '-o', 'remount,size=4m', disk)).toBe(true);
      const place = await serve(file).ready;
      expect(await digestOf(place)).toBe(digest);
      expect((await sendRequest(place, advance)).status).toBe(200);
    },
  );

  soakIt('stops in order on SIGTERM', async () => {
    const { child } = await filled();
    child.kill('SIGTERM');
    const code = await child.exited;
    expect({ code, complaint: child.complaint() }).toEqual({ code: 0, complaint: '' });
  });

  it('does not start without space for a store, and prints why', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    mount(disk, '-t', 'tmpfs', '-o', 'size=16k', 'tmpfs');
    writeFileSync(join(disk, 'full'), Buffer.alloc(8_000));
    const child = serve(join(disk, 'kept.db'));
    await expectRefused(child, join(disk, 'kept.db'));
  });
});

/** It exits as after a usage error, with one sentence that names the file. */
async function expectRefused(child: ServeChild, file: string): Promise<void> {
  expect(await child.exited).toBe(1);
  const lines = child.complaint().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Cannot (open|write to|read) \S+: [^:]*\.$/);
  expect(lines[0]).toContain(file);
}

describe.skipIf(isRoot && !canMount)('a path without write permission', () => {
  /** Root ignores file modes, but not a read-only mount. */
  function makeReadOnly(place: string): void {
    if (!isRoot) {
      readOnly.push(place);
      return chmodSync(place, place.endsWith('.db') ? 0o444 : 0o555);
    }
    mount(place, '--bind', place);
    expect(does('mount', '-o', 'remount,ro,bind', place)).toBe(true);
  }

  async function kept(): Promise<string> {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const file = join(disk, 'kept.db');
    await openSqliteStore({ file }).close();
    return file;
  }

  it('is refused at startup if it is the folder of a new file', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    makeReadOnly(disk);
    await expectRefused(serve(join(disk, 'new.db')), join(disk, 'new.db'));
  });

  it('is refused at startup if it is the folder of an existing file', async () => {
    const file = await kept();
    makeReadOnly(join(folder, 'disk'));
    await expectRefused(serve(file), file);
  });

  soakIt('is refused at startup if it is the file', async () => {
    const file = await kept();
    makeReadOnly(file);
    await expectRefused(serve(file), file);
  });
});
