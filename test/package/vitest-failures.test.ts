// `reprise/vitest` in a vitest run of another project: the output and the files of failing tests.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultFile } from '../../adapters/testing/test-place.ts';
import { createProject, type Project } from './recipe.ts';

let project: Project;
beforeAll(() => {
  project = createProject();
  project.write('package.json', JSON.stringify({ type: 'module' }));
  project.write(
    'payout.test.js',
    `
import { expect, test as base } from 'reprise/vitest';

const test = base.extend({ worldOptions: { fixture: 'wallet/treasury' } });

test('pays out', async ({ world }) => {
  await world.clock.untilIdle();
  await expect(world).toHaveEmitted('TransactionCompleted');
  await expect(world).toReplay();
  await expect(world).toMatchRecording('pays-out');
});

test('is slow', async ({ world }) => {
  await expect(world).toHaveEmitted('TransactionStuck');
});

base.extend({ fakeTimers: 'yes' })('timers', async ({ world }) => {
  world.name;
});
base.extend({ worldOptions: { name: 'mine' } })('options', async ({ world }) => {
  world.name;
});

test('has three worlds', async ({ world, reprise }) => {
  const silent = await reprise.createWorld({ name: 'silent', record: false });
  const second = await reprise.createWorld({ name: 'second' });
  await second.fetch('/v1/w3s/wallets?name=' + second.name);
  await second.dispose();
  expect(world.name).toBe(silent.name);
});

for (const amount of ['0.5', '1', '2']) {
  test('has equals', async ({ world }) => {
    await world.fetch('/v1/w3s/wallets?name=' + amount);
    expect(amount).not.toBe('0.5');
    expect(amount).not.toBe('1');
  });
}

test.fails('should not pass', ({ world }) => void world.name);
test.fails('should fail', ({ world }) => expect(world.name).toBe(''));

test('is fine', async ({ world }) => {
  expect(world.wallet('till').blockchain).toBe('ETH-SEPOLIA');
});
`,
  );
});
afterAll(() => project.remove());

it('writes nothing for a test that goes on after its time-out', async () => {
  project.write(
    'late.test.js',
    `
import { expect, test } from 'reprise/vitest';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let late;

test('is cut off', { timeout: 100 }, async ({ world }) => {
  late = wait(300).then(() => expect(world).toMatchRecording('late'));
  await late;
});

test('sees it go on', async () => {
  await expect(late).rejects.toThrow(/was not written|removed/);
});
`,
  );
  const { output } = await project.run('npx vitest run late.test.js', { CI: '' });
  expect(output).toMatch(/Tests\s+1 failed \| 1 passed/);
  expect(existsSync(join(project.folder, '__recordings__'))).toBe(false);
});

it('writes no recording in CI, and keeps those of all worlds of failing tests, with the lines that open them', async () => {
  const place = { file: '', fileName: 'payout.test.js', titles: ['is fine'] };
  const stale = [resultFile(place), resultFile(place, 'second')].map((file) =>
    join(project.folder, relative(process.cwd(), file)),
  );
  const other = stale[0]?.replace(/-\w+\.jsonl$/, '-other.jsonl') ?? '';
  mkdirSync(dirname(other), { recursive: true });
  for (const file of [...stale, other]) writeFileSync(file, '');
  const { output } = await project.run('npx vitest run payout.test.js');
  expect(output).toMatch(/Tests\s+8 failed \| 2 passed \| 1 expected fail/);
  expect(output).toContain("test.extend: fakeTimers must be true or false, not 'yes'.");
  expect(output).toContain('worldOptions: it must not have "name"; allowed: seed, epoch');
  expect(output).toContain('There is no __recordings__/pays-out.jsonl');
  expect(output).toContain('to emit TransactionStuck.');
  expect(existsSync(join(project.folder, '__recordings__'))).toBe(false);
  const lines = output.matchAll(
    /The recording of '([^']+)'(?:, world '(.+)')?: npx reprise inspect (test-results\/\S+\.jsonl)/g,
  );
  const kept = [...lines].map(([, title, world, file = '']) => ({ title, world, file }));
  expect(kept).toEqual([
    { title: 'pays out', world: undefined, file: expect.any(String) },
    { title: 'is slow', world: undefined, file: expect.any(String) },
    { title: 'has three worlds', world: undefined, file: expect.any(String) },
    { title: 'has three worlds', world: 'second', file: expect.stringMatching(/-second\.jsonl$/) },
    {
      title: 'has equals',
      world: undefined,
      file: expect.stringMatching(/has-equals-\w+\.jsonl$/),
    },
    {
      title: 'has equals',
      world: undefined,
      file: expect.stringMatching(/has-equals-2-\w+\.jsonl$/),
    },
    { title: 'should not pass', world: undefined, file: expect.any(String) },
  ]);
  const texts = kept.map(({ file }) => readFileSync(join(project.folder, file), 'utf8'));
  for (const text of texts) expect(text).toContain('"kind":"end"');
  const requested = texts.map((text) => /wallets\?name=([\w.]+)/.exec(text)?.[1]);
  const none = undefined;
  expect(requested).toEqual([none, none, none, 'second', '0.5', '1', none]);
  expect([...stale, other].map((file) => existsSync(file))).toEqual([false, false, true]);
  // Beside each is a page that shows it.
  const pages = kept.map(({ file }) => file.replace(/\.jsonl$/, '.html'));
  for (const page of pages) {
    expect(output).toContain(`to look at it, open in a browser: ${page}`);
    expect(readFileSync(join(project.folder, page), 'utf8')).toContain('id="story">{"story":1');
  }
});

it('writes pages elsewhere, or none', async () => {
  project.write(
    'pages.test.js',
    `
import { expect, test } from 'reprise/vitest';

test.extend({ failurePages: 'pages' })('elsewhere', ({ world }) => expect(world.name).toBe(''));
test.extend({ failurePages: false })('nowhere', ({ world }) => expect(world.name).toBe(''));
test.extend({ failurePages: 3 })('wrong', ({ world }) => void world.name);
`,
  );
  const { output } = await project.run('npx vitest run pages.test.js');
  expect(output).toMatch(/Tests\s+3 failed/);
  const pages = [...output.matchAll(/open in a browser: (\S+)/g)].map(([, page = '']) => page);
  // On the error output, and in the failure itself.
  expect(pages).toEqual([expect.stringMatching(/^pages\/elsewhere-\w+\.html$/), pages[0]]);
  expect(existsSync(join(project.folder, pages[0] ?? ''))).toBe(true);
  expect(output).toContain('test.extend: failurePages must be');
});
