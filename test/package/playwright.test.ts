// `reprise/playwright` with a browser: the recipe of its page, the clocks of pages, and the output of a failing test.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';
import { commandsOf, createProject, type Project } from './recipe.ts';

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

const webServer = "Playwright's webServer";
let project: Project;
const env = { REPRISE_CHROMIUM: findChromium() };
beforeAll(() => {
  project = createProject('Playwright', webServer);
  project.write('package.json', JSON.stringify({ type: 'module' }));
});
afterAll(() => project.remove());

describe('the recipe for Playwright', () => {
  it('is green', async () => {
    const commands = commandsOf('Playwright');
    expect(commands).toEqual(['npx playwright test']);
    const { code, output } = await project.run(commands[0] ?? '', env);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed/) });
  });
});

describe('the recipe for webServer', () => {
  it('is green', async () => {
    const commands = commandsOf(webServer);
    expect(commands).toEqual(['npx playwright test -c web-server.config.js']);
    const ports = { PORT: await freePort(), REPRISE_PORT: await freePort() };
    const { code, output } = await project.run(commands[0] ?? '', { ...env, ...ports });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/2 passed/) });
  });
});

const page = `
import { expect, followWorld, test } from 'reprise/playwright';

const messageOf = (promise) => promise.then(() => 'it passed', ({ message }) => message);
const clockOf = (page) => page.evaluate(() => Date.now());
const count = (page, everyMs) =>
  page.evaluate((ms) => { globalThis.count = 0; setInterval(() => (globalThis.count += 1), ms); }, everyMs);
`;

const specs = {
  'clock.spec.js': `${page}
test('stands at the instant of the world, also on pages of later', async ({ page, context, world }) => {
  const startMs = world.clock.now.getTime();
  expect(await clockOf(page)).toBe(startMs);
  await world.clock.advance('1h');
  const other = await context.newPage();
  expect([await clockOf(page), await clockOf(other)]).toEqual([startMs + 3_600_000, startMs + 3_600_000]);
  expect(world.clock.now.getTime()).toBe(startMs + 3_600_000);
});

test('runs timers as often as they are due', async ({ page, world }) => {
  await count(page, 1_000);
  await world.clock.advance('1m');
  expect(await page.evaluate(() => globalThis.count)).toBe(60);
});

test.describe('fast forward', () => {
  test.use({ pageClock: 'fastForward' });
  test('runs timers once in a step', async ({ page, world }) => {
    await count(page, 1_000);
    await world.clock.advance('1m');
    const times = await page.evaluate(() => globalThis.count);
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThan(10);
  });
});

test.describe('real time', () => {
  test.use({ pageClock: 'off' });
  test('is left alone', async ({ page, world }) => {
    expect(await clockOf(page)).toBeGreaterThan(world.clock.now.getTime() + 86_400_000);
  });
});

test('is that of further contexts, once they follow', async ({ browser, page, world }) => {
  const context = await browser.newContext();
  await followWorld(context, world);
  await world.clock.advance('30s');
  expect(await clockOf(await context.newPage())).toBe(world.clock.now.getTime());
  await context.close();
  await world.clock.advance('30s');
  expect(await clockOf(page)).toBe(world.clock.now.getTime());
});

test('needs no browser for a world alone', async ({ world }) => {
  expect(world.seed).toBe('clock.spec.js > needs no browser for a world alone');
  expect(world.name).toMatch(/^needs-no-browser-for-a-world-alone-[0-9a-f]{8}$/);
  expect(await world.events()).toEqual([]);
});

test.describe('matchers', () => {
  test.use({ worldOptions: { fixture: 'wallet/treasury' } });
  test('find events, also in order and never, and replay', async ({ world }) => {
    await world.wallet('till').freeze();
    await world.wallet('till').unfreeze();
    const { id: walletId } = world.wallet('till');
    await expect(world).toHaveEmitted('WalletFrozen', { walletId });
    await expect(world).toHaveEmitted('WalletFrozen', { walletId: expect.any(String) });
    await expect(world).toHaveEmittedInOrder('WalletFrozen', ['WalletUnfrozen', { walletId }]);
    await expect(world).not.toHaveEmitted('WalletFrozen', { walletId: 'other' });
    await expect(world).toReplay();
    expect(await messageOf(expect(world).toHaveEmitted('WalletFrozen', { walletId: 'other' }))).toContain(walletId);
    expect(await messageOf(expect(world).not.toHaveEmitted('WalletFrozen'))).toContain('never to emit');
    expect(await messageOf(expect({}).toReplay())).toContain('is for a world');
  });
});
`,
  'failing.spec.js': `${page}
test('fails', async ({ reprise, world }) => {
  await reprise.createWorld({ name: 'second' });
  await world.clock.advance('1s');
  expect(await world.events()).toHaveLength(1);
});
test.describe('a wrong method', () => {
  test.use({ pageClock: 'nope' });
  test('is refused', async ({ world }) => {
    expect(world.name).toBe('other');
  });
});
test.fail('fails as it is to', async ({ world }) => {
  expect(world.name).toBe('other');
});
`,
  'recorded.spec.js': `${page}
test('lists wallets', async ({ world }) => {
  const headers = { Authorization: 'Bearer ' + world.walletKey };
  await world.fetch('/v1/w3s/wallets?refId=' + process.env.REF_ID, { headers });
  await expect(world).toMatchRecording('wallets');
});
`,
  'own.config.js': `
import config from './playwright.config.js';
export default { ...config, testMatch: process.env.SPEC, reporter: 'json' };
`,
};

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly suites: readonly {
    readonly specs: readonly {
      readonly title: string;
      readonly tests: readonly {
        readonly results: readonly {
          readonly stderr: readonly { readonly text: string }[];
          readonly attachments: readonly { readonly name: string; readonly path?: string }[];
        }[];
      }[];
    }[];
  }[];
}

async function reportOf(spec: string): Promise<Report> {
  const { output } = await project.run('npx playwright test -c own.config.js', {
    ...env,
    SPEC: spec,
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(project.folder, 'report.json'),
  });
  try {
    return JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as Report;
  } catch (error) {
    throw new Error(output, { cause: error });
  }
}

describe('a test with a world', () => {
  beforeAll(() => {
    for (const [name, text] of Object.entries(specs)) project.write(name, text);
  });

  it('moves the clocks of its pages with that of the world', async () => {
    const { stats, ...details } = await reportOf('clock.spec.js');
    expect({ stats, details }).toMatchObject({ stats: { expected: 7, unexpected: 0 } });
  });

  it('attaches the recordings of its worlds if it fails, and prints the lines that open them', async () => {
    const { stats, suites } = await reportOf('failing.spec.js');
    expect(stats).toMatchObject({ expected: 1, unexpected: 2 });
    const results = suites[0]?.specs.map(({ tests }) => tests[0]?.results[0]);
    const [failed, expected] = results ?? [];
    const recordings = [failed, expected].map((result) =>
      result?.attachments.filter(({ name }) => name.startsWith('recording')),
    );
    expect(recordings).toEqual([
      [
        { name: 'recording', path: expect.any(String), contentType: expect.any(String) },
        { name: 'recording of second', path: expect.any(String), contentType: expect.any(String) },
      ],
      [],
    ]);
    for (const { path = '' } of recordings[0] ?? []) {
      expect(readFileSync(path, 'utf8')).toContain('"kind":"end"');
    }
    const printed = failed?.stderr.map(({ text }) => text).join('') ?? '';
    const files = [...printed.matchAll(/npx reprise inspect (\S+)/g)];
    expect(files).toHaveLength(2);
    const { code, output } = await project.run(`npx reprise inspect ${files[0]?.[1]}`);
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  it('compares its recording, which is written with -u or where missing, but not in CI', async () => {
    const file = join(project.folder, '__recordings__/wallets.jsonl');
    const command = 'npx playwright test -c own.config.js --reporter line';
    const run = (refId: string, flag = '', first = '') =>
      project.run(`${first}${command}${flag}`, { SPEC: 'recorded.spec.js', REF_ID: refId });

    const missing = await run('till');
    expect(missing).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no __recordings__/wallets.jsonl'),
    });
    expect(await run('till', '', 'unset CI; ')).toMatchObject({ code: 0 });
    const written = readFileSync(file, 'utf8');
    expect(written).toContain('refId=till');
    expect(await run('till')).toMatchObject({ code: 0 });

    const changed = await run('operations');
    expect(changed).toMatchObject({
      code: 1,
      output: expect.stringContaining('If that is meant: npx playwright test '),
    });
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect(await run('operations', ' -u')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('refId=operations');
  });
});
