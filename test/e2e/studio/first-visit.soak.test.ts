// The first visit of a newcomer, in Chromium: from the address that `serve` prints to a post that goes live.

import { describe, expect, it, vi } from 'vitest';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { servedAddress } from '../../support/studio/served-address.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describe.skipIf(browserPath === undefined)('a first visit', () => {
  const browser = watchedBrowser();

  it('leads from the printed address to a post that goes live, at the scrubber', async () => {
    const flags = ['--clock', 'frozen', '--fixture', 'calendar/town-year'];
    const { address } = await servedAddress(...flags);
    const page = await browser.open(address);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'default' }).click();
    const moment = page.getByRole('slider', { name: 'Moment' });
    await page.getByText('346 of 346').waitFor();

    // The year is there from the first moment on: at the beginning there is nothing yet.
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('link', { name: 'Chess at the Carp' }).first().waitFor();
    await moment.fill('0');
    await page.getByText('The calendar has no posts here.').waitFor();
    await page.getByRole('button', { name: 'End' }).click();

    const post = 'Programme of the film week';
    const next = page.getByRole('region', { name: 'Goes live next' });
    await next.getByRole('link', { name: post }).waitFor();
    await next.getByText('in 10 d 11 h').waitFor();
    const clock = page.getByRole('region', { name: 'Clock' });
    await clock.getByRole('button', { name: '+10 s' }).click();
    await next.getByText('in 10 d 10 h').waitFor();
    await clock.getByRole('button', { name: 'Next due' }).click();
    await next.getByRole('link', { name: post }).waitFor({ state: 'detached' });
    expect(await barriersOf(page)).toEqual([]);

    // At the scrubber it is live, and one event earlier it is not.
    await moment.fill('347');
    const row = page.getByRole('row', { name: new RegExp(post) });
    await row.getByRole('cell', { name: 'publish', exact: true }).waitFor();
    await moment.press('ArrowLeft');
    await row.getByRole('cell', { name: 'future', exact: true }).waitFor();
    await row.getByRole('link').click();
    await page.getByText('goes live').waitFor({ state: 'detached' });
    await moment.press('ArrowRight');
    await page.getByText('goes live').waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });
});
