// The example project test/examples/payouts, in a copy outside of the checkout that installs the packed package, as users do.
// `npx vitest run --config vitest.package.config.ts test/package/payouts.test.ts -u` updates its recordings.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { blocksOf, readPage, root, withBlocks } from '../support/documents/page.ts';
import { findChromium } from './chromium.ts';

const example = join(root, 'test/examples/payouts');
const recordings = 'test/__recordings__';
const configs = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'playwright.config.ts'];
const folders = ['src', 'test', 'e2e'];

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-payouts-'));
  for (const name of [...configs, ...folders])
    cpSync(join(example, name), join(folder, name), { recursive: true });
  // Tests need no compiled binding: they store their worlds in memory.
  const options = ['--ignore-scripts', '--no-audit', '--prefer-offline', '--save-dev'];
  await promisify(execFile)('npm', ['install', ...options, inject('tarball')], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** Runs an installed program, as in CI and without colours; returns its exit code and complete output. */
async function run(program: string, args: readonly string[], env = {}): Promise<Ended> {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', CI: 'true', ...env } };
  delete (options.env as NodeJS.ProcessEnv)['VITEST'];
  try {
    const { stdout, stderr } = await promisify(execFile)(
      join(folder, 'node_modules/.bin', program),
      args,
      options,
    );
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

/** Replaces a text in a file of the copy during a task. */
async function withPatch<Value>(
  file: string,
  [before, after]: readonly [string, string],
  task: () => Promise<Value>,
): Promise<Value> {
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  expect(original.split(before)).toHaveLength(2);
  writeFileSync(path, original.replace(before, after));
  try {
    return await task();
  } finally {
    writeFileSync(path, original);
  }
}

const isUpdating = () => {
  const { snapshotState } = expect.getState() as { snapshotState?: object };
  return (snapshotState as { _updateSnapshot?: string })?._updateSnapshot === 'all';
};

describe('the example project', () => {
  it('compiles without skipLibCheck', async () => {
    expect(await run('tsc', [])).toEqual({ code: 0, text: '' });
  });

  it('is green, also in CI', async () => {
    if (isUpdating()) {
      await run('vitest', ['run', '-u'], { CI: '' });
      cpSync(join(folder, recordings), join(example, recordings), { recursive: true });
    }
    const { code, text } = await run('vitest', ['run']);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toMatch(/Test Files {2}(\d+) passed \(\1\)\n *Tests {2}(\d+) passed \(\2\)/);
  });

  it('is green in a browser', async () => {
    const { code, text } = await run('playwright', ['test'], { CHROMIUM: findChromium() });
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringMatching(/1 passed/) });
  });

  it('is red if each retry has a new idempotency key, and the failure names request and field', async () => {
    const bug = [
      'idempotencyKey: idempotencyKeys.transfer,',
      'idempotencyKey: crypto.randomUUID(),',
    ] as const;
    const { code, text } = await withPatch('src/wallet.ts', bug, () => run('vitest', ['run']));
    expect(code).toBe(1);
    expect(text).toContain('1 failed |');
    expect(text).toContain('a payout is paid once if an answer is lost');
    expect(text).toContain('1 of your requests changed (idempotencyKey is not reused as before)');
    expect(text).toMatch(
      /~ POST \/v1\/w3s\/developer\/transactions\/transfer \(entry \d+.*\)\n +body\.idempotencyKey\n/,
    );

    const [, file = ''] = /npx reprise inspect (\S+)/.exec(text) ?? [];
    const inspected = await run('reprise', ['inspect', file, '--kind', 'event']);
    expect(inspected.text.match(/TransferInitiated/g)).toHaveLength(2);

    const [, diff = ''] = /npx reprise (diff --client .+)/.exec(text) ?? [];
    const compared = await run('reprise', diff.split(' '));
    expect(compared).toMatchObject({ code: 2, text: expect.stringContaining('Consequences:') });
    await expectShown(/^ FAIL .+$[^]+npx vitest run \S+ -u$/m.exec(text)?.[0] ?? '');
  });

  it('starts as a process of its own, beside a server', async () => {
    const flags = ['--port', '0', '--memory', '--fixture', 'wallet/treasury', '--json'];
    const server = await started('reprise', ['serve', ...flags]);
    const { url, walletKey } = JSON.parse(server.line) as Record<string, string>;
    const service = await started('tsx', ['src/main.ts'], {
      CIRCLE_BASE_URL: url,
      CIRCLE_API_KEY: walletKey,
      CIRCLE_ENTITY_SECRET: 'ab'.repeat(32),
      PAYOUT_WALLET_ID: '00000000-0000-4000-8000-000000000000',
      PAYOUT_TOKEN_ID: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
      PORT: '0',
    });
    const [, address = ''] = /^Payouts on (\S+)$/.exec(service.line) ?? [];
    expect(await (await fetch(`${address}/payouts`)).json()).toEqual([]);
    await service.stop();
    await server.stop();
  });
});

/** Compares README.md with the real failure, except for random keys. `-u` updates the page. */
async function expectShown(failure: string): Promise<void> {
  const page = readPage('README.md');
  const shown = blocksOf(page).find(({ language }) => language === 'console')?.code ?? '';
  const drawn = /(?<=\+ ")[0-9a-f-]{36}/g;
  const [key = ''] = drawn.exec(shown) ?? drawn.exec(failure) ?? [];
  const text = withBlocks(page, ({ language, code }) =>
    language === 'console' ? `$ npx vitest run\n${failure.replace(drawn, key)}\n` : code,
  );
  await expect(text).toMatchFileSnapshot(join(root, 'README.md'));
}

/** Starts a program of the copy, and waits for its first line. */
async function started(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(join(folder, 'node_modules/.bin', program), args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    line,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
