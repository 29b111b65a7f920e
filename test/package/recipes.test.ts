// The recipes for MSW and Jest, and the CommonJS build that Jest loads.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, createProject, filesOf, type Project } from './recipe.ts';

/** Not a dependency: a clean install of it fails if platform packages of `unrs-resolver` are missing. */
const jest = 'jest@30.5.2';

describe('the recipe for MSW', () => {
  let project: Project;
  beforeAll(() => {
    project = createProject('MSW');
    project.write('package.json', JSON.stringify({ type: 'module' }));
  });
  afterAll(() => project.remove());

  it('is green, with a client that calls the production host', async () => {
    const commands = commandsOf('MSW');
    expect(commands).toEqual(['node --test payout.test.js']);
    const { code, output } = await project.run(commands[0] ?? '');
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/pass 1\b/) });
  });

  it('fails as the network does where a fault resets the connection', async () => {
    const recipe = filesOf('MSW').get('payout.test.js') ?? '';
    project.write(
      'faults.test.js',
      `${recipe.slice(0, recipe.indexOf('test('))}
      test('requests fail, and are answered again after the fault', async () => {
        const headers = { Authorization: 'Bearer ' + world.walletKey };
        const list = async () => {
          const answer = await fetch('https://api.circle.com/v1/w3s/wallets', { headers });
          return { status: answer.status, wallets: (await answer.json()).data.wallets.length };
        };
        for (const kind of ['lose-request', 'lose-answer', 'cut']) {
          await world.faults.add({ kind, when: { count: 1 } });
          await assert.rejects(fetch('https://api.circle.com/v1/w3s/wallets', { headers }).then((answer) => answer.text()), TypeError, kind);
          assert.deepEqual(await list(), { status: 200, wallets: 5 });
        }
      });`,
    );
    const { code, output } = await project.run('node --test faults.test.js');
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/pass 1\b/) });
  });
});

describe('the recipe for Jest', () => {
  let project: Project;
  let tools: string;
  beforeAll(() => {
    project = createProject('Jest');
    project.write('package.json', JSON.stringify({ private: true }));
    tools = mkdtempSync(join(tmpdir(), 'reprise-jest-'));
    const options = ['--ignore-scripts', '--no-audit', '--prefer-offline', '--prefix', tools];
    execFileSync('npm', ['install', ...options, jest], { stdio: 'ignore' });
    symlinkSync(
      join(tools, 'node_modules/.bin/jest'),
      join(project.folder, 'node_modules/.bin/jest'),
    );
  });
  afterAll(() => {
    project.remove();
    rmSync(tools, { recursive: true });
  });

  it('is green, in CommonJS', async () => {
    const commands = commandsOf('Jest');
    expect(commands).toEqual(['npx jest']);
    const { code, output } = await project.run(commands[0] ?? '');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Tests: +1 passed, 1 total/),
    });
  });

  it('has a variant as ES module', async () => {
    project.write(
      'module.test.mjs',
      `import { startReprise } from 'reprise/testing';
      test('a world has the wallets of its fixture', async () => {
        const reprise = await startReprise({ fixture: 'wallet/treasury' });
        expect((await reprise.createWorld()).wallets()).toHaveLength(5);
        await reprise.close();
      });`,
    );
    const env = { NODE_OPTIONS: '--experimental-vm-modules' };
    const { code, output } = await project.run('npx jest --testMatch "**/module.test.mjs"', env);
    expect({ code, output }).toMatchObject({ code: 0 });
  });
});

describe('the CommonJS build of reprise/testing', () => {
  let project: Project;
  beforeAll(() => {
    project = createProject();
  });
  afterAll(() => project.remove());

  it('has the names of the ES module, and types for each', async () => {
    project.write(
      'names.cjs',
      `const names = (module) => Object.keys(module).filter((name) => name !== 'default').sort();
      import('reprise/testing').then((module) =>
        console.log(JSON.stringify([names(require('reprise/testing')), names(module)])));`,
    );
    const { output } = await project.run('node names.cjs');
    const line = output.split('\n').find((text) => text.startsWith('[')) ?? '[]';
    const [required, imported] = JSON.parse(line) as readonly (readonly string[])[];
    expect(required).toEqual(imported);
    const types = join(project.folder, 'node_modules/reprise/dist/adapters/testing/commonjs.d.cts');
    const typed = [...readFileSync(types, 'utf8').matchAll(/export declare const (\w+)/g)];
    expect(typed.map(([, name = '']) => name).sort()).toEqual(imported);
  });

  it('speaks in a thread of its own', async () => {
    project.write(
      'speak.cjs',
      `const { startReprise } = require('reprise/testing');
      (async () => {
        const reprise = await startReprise();
        const world = await reprise.createWorld();
        const socket = new world.WebSocket(world.ws + '/v1/speak', ['token', world.speechKey]);
        socket.binaryType = 'arraybuffer';
        await new Promise((resolve) => socket.addEventListener('open', resolve));
        const heard = new Promise((resolve) =>
          socket.addEventListener('message', ({ data }) => typeof data === 'string' || resolve(data)),
        );
        socket.send(JSON.stringify({ type: 'Speak', text: 'Hello.' }));
        socket.send(JSON.stringify({ type: 'Flush' }));
        console.log((await heard).byteLength, 'bytes');
        socket.close();
        await reprise.close();
      })();`,
    );
    const { code, output } = await project.run('node speak.cjs');
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^[1-9]\d* bytes$/m),
    });
  });
});
