// A recording that is replayed differently: from the page of `replay --html` to the changed value within five clicks, in Chromium.

import { pathToFileURL } from 'node:url';
import type { Locator } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openShell } from '../../adapters/cli/shell.ts';
import { linesOf, writeSealed } from '../../support/recording/recordings.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describe.skipIf(browserPath === undefined)('a replay that differs', () => {
  const browser = watchedBrowser();

  it('is understood within five clicks, from the file to the changed value and its causes', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const lines = linesOf('recordings/v1/wallet/transfer.jsonl');
    // As if an earlier version had offered less.
    const { attempt } = lines.find(({ type }) => type === 'TransactionSent').data;
    const now = attempt.maxFee;
    attempt.maxFee = '14385000000';
    writeSealed(shell.path('transfer.jsonl'), lines);
    const { exitCode, out } = await shell.run(['replay', 'transfer.jsonl', '--html', 'why.html']);
    expect(exitCode).toBe(2);
    expect(out.join('\n')).toContain('To look at it: open why.html in a browser.');

    let clicks = 1; // on the file
    const click = (target: Locator) => {
      clicks += 1;
      return target.click();
    };
    const file = pathToFileURL(shell.path('why.html')).href;
    const page = await browser.open(file, { offline: true });
    await page.getByRole('heading', { name: /First difference, at event \d+/ }).waitFor();
    const field = page.getByRole('row', { name: /maxFee/ });
    await field.getByText('14385000000').waitFor();
    await field.getByText(now).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    // Why: what led to both, back to the request of the client.
    const sides = page.getByRole('article');
    expect(await sides.count()).toBe(2);
    for (const side of await sides.all()) await side.getByText('because of').first().waitFor();
    const request = sides.first().getByRole('link', { name: /POST .*\/transfer$/ });
    await click(request);
    await page.getByRole('heading', { name: /POST .*\/transfer$/ }).waitFor();
    await page.getByText('"feeLevel": "MEDIUM"').waitFor();
    await click(page.getByRole('link', { name: /^TransferInitiated at/ }));
    await page.getByRole('region', { name: /TransferInitiated/ }).waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
  });
});
