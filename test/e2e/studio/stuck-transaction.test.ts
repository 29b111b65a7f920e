// A transaction gets stuck: in the studio one sees why, forks the world where it was sent, accelerates it there, and compares both.

import { describe, expect, it, vi } from 'vitest';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { stuckTransfer } from '../../support/studio/stuck-transfer.ts';
import { longMs } from '../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describe.skipIf(browserPath === undefined)('a stuck transaction', () => {
  const browser = watchedBrowser();

  it('is understood, forked, accelerated in the fork, and compared with its parent', async () => {
    const { server, id } = await stuckTransfer();
    const page = await browser.open(server.studio('/w/default/transactions'));
    await page
      .getByRole('row', { name: /STUCK.*1\.25/ })
      .getByRole('link')
      .first()
      .click();
    await page
      .getByText(/It offers at most 10\.92 gwei, and blocks ask/)
      .first()
      .waitFor();
    expect(await barriersOf(page)).toEqual([]);

    // Back by events to where it is sent.
    const moment = page.getByRole('slider', { name: 'Moment' });
    const since = page.locator('.moment .since');
    for (let steps = 0; steps < 40; steps += 1) {
      if ((await since.textContent()) === '+00:00:01.000') break;
      await moment.press('ArrowLeft');
    }
    await page.getByRole('button', { name: 'Fork here and accelerate' }).click();
    await page.getByRole('heading', { level: 1, name: /^default-/ }).waitFor();
    const clock = page.getByRole('region', { name: 'Clock' });
    await clock.getByRole('button', { name: 'Until idle' }).click();
    await page.getByText('COMPLETE').first().waitFor();
    const fork = (await server.client.worlds.list()).at(-1)?.name ?? '';

    await page.goto(server.studio(`/w/${fork}/compare?with=default`));
    await page.getByText(/STUCK/).first().waitFor();
    await page
      .getByText(/COMPLETE/)
      .first()
      .waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect((await server.client.world(fork).wallet.transactions.get(id)).state).toBe('COMPLETE');
    expect((await server.client.world('default').wallet.transactions.get(id)).state).toBe('STUCK');
  });
});
