// A failing test of the example project leaves a page of its world, which its message names: it opens with the server gone, in Chromium.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../../support/documents/page.ts';
import { linkModules } from '../../support/documents/page-runner.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** A copy of the example project, with the built package of this checkout. */
function exampleProject(): string {
  const folder = testFolder();
  for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts', 'src', 'test']) {
    cpSync(join(root, 'test/examples/payouts', name), join(folder, name), { recursive: true });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  linkModules(modules);
  symlinkSync(root, join(modules, 'reprise'));
  return folder;
}

/** Each retry of a transfer has a new idempotency key, so a lost answer pays twice. */
function plantBug(folder: string): void {
  const file = join(folder, 'src/wallet.ts');
  const source = readFileSync(file, 'utf8');
  const key = 'idempotencyKey: idempotencyKeys.transfer,';
  expect(source).toContain(key);
  writeFileSync(file, source.replace(key, 'idempotencyKey: crypto.randomUUID(),'));
}

/** The output of its tests, of which one must fail. */
async function failingOutput(folder: string): Promise<string> {
  const { VITEST: _, ...env } = process.env;
  const options = { cwd: folder, env: { ...env, NO_COLOR: '1', CI: 'true' } };
  const args = ['run', 'test/payouts.test.ts', '-t', 'a payout is paid once if an answer is lost'];
  const run = promisify(execFile)(join(folder, 'node_modules/.bin/vitest'), args, options);
  return run.then(
    () => expect.unreachable('the tests are green'),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

describe.skipIf(browserPath === undefined)('a failing test', () => {
  const browser = watchedBrowser();

  it('names a page that shows both requests, without a server', async () => {
    const folder = exampleProject();
    plantBug(folder);
    const output = await failingOutput(folder);
    expect(output).toContain('1 of your requests changed (idempotencyKey is not reused as before)');
    const failure = output.slice(output.indexOf(' FAIL '));
    const [, file = ''] = /open in a browser: (\S+\.html)/.exec(failure) ?? [];
    const page = await browser.open(pathToFileURL(join(folder, file)).href, { offline: true });
    await page.getByText('a payout is paid once if an answer is lost').waitFor();
    expect(await barriersOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'Exchanges' }).click();
    await page.getByLabel('Search exchanges').fill('POST transactions/transfer');
    const requests = page.getByRole('link', { name: /^POST .*\/transactions\/transfer$/ });
    await expect.poll(() => requests.count(), { timeout: 15_000 }).toBe(2);
    const keys = new Set<string | undefined>();
    for (const n of [0, 1]) {
      await requests.nth(n).click();
      const body = await page.getByRole('region', { name: 'Body of the request' }).innerText();
      keys.add(/"idempotencyKey": "([^"]+)"/.exec(body)?.[1]);
      if (n === 1) break;
      await page.goBack();
    }
    expect(keys.size).toBe(2);
    expect(keys.has(undefined)).toBe(false);
    // What the bug led to: a second transfer.
    await page.getByRole('link', { name: /^TransferInitiated at/ }).click();
    await page.getByLabel('Search events').fill('type:TransferInitiated');
    await page.getByText('2 of 2').waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
