// Calls and the calendar in the studio, in Chromium: a call with a barge-in is listened to, a post goes live.

import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startCall } from '../../support/studio/call.ts';
import { startStudio } from '../../support/studio/server.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const widths = [
  [1_280, 'light'],
  [400, 'dark'],
] as const;

async function expectNoBarriers(page: Page): Promise<void> {
  for (const [width, colorScheme] of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await barriersOf(page)).toEqual([]);
    const surplus = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(surplus)).toBe(0);
  }
}

const positionIn = (page: Page) => Number(/[?&]at=(\d+)/.exec(page.url())?.[1]);

describe.skipIf(browserPath === undefined)('a call', () => {
  const browser = watchedBrowser();

  async function openCall(): Promise<Page> {
    const server = await startCall('speech/support');
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/calls'));
    await page.getByRole('link', { name: 'Conversation' }).click();
    await page.getByRole('heading', { name: /Conversation/ }).waitFor();
    return page;
  }

  it('shows its turns, latencies and barge-in', async () => {
    const page = await openCall();
    const turn = page.getByRole('row', { name: /Hello, where is my parcel/ });
    await turn.getByText('760 ms', { exact: true }).waitFor();
    await turn.getByText('dropped we begin, let me tell you about our opening hours.').waitFor();
    await page.getByText('760 ms to 806 ms, median 760 ms.').waitFor();
    await turn.getByRole('link', { name: 'Barge-in' }).click();
    await page.getByText('106 of 164').waitFor();
    await page.getByText('0:09.20 / ').waitFor();
    await expectNoBarriers(page);
  });

  it('is listened to from any point, by keyboard, and the scrubber moves with it', async () => {
    const page = await openCall();
    await page.getByText('Loading the audio…').waitFor({ state: 'detached' });
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    await playhead.focus();
    await page.keyboard.press('Home');
    await page.getByText('0:00.00 / ').waitFor();
    const before = positionIn(page);
    const group = page.getByRole('group', { name: 'Listen' });
    await group.getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Enter');
    await group.getByRole('button', { name: 'Pause' }).waitFor();
    const seconds = async () => Number(await playhead.inputValue()) / 1_000;
    await expect.poll(seconds).toBeGreaterThan(0.5);
    await page.keyboard.press('Enter');
    await group.getByRole('button', { name: 'Play' }).waitFor();
    expect(positionIn(page)).toBeGreaterThan(before);
    // The scrubber moves the playhead, too.
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('End');
    await page.getByText('0:16.40 / ').waitFor();
    expect(await group.getByText('cannot be heard').count()).toBe(0);
  });
});

describe.skipIf(browserPath === undefined)('the calendar', () => {
  const browser = watchedBrowser();

  it('shows a post that goes live, as whoever sees it', async () => {
    const server = await startStudio({ defaults: { fixture: 'calendar/town-year' } });
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/calendar'));
    await page.getByRole('heading', { name: 'January 2026' }).waitFor();
    const next = page.getByRole('region', { name: 'Goes live next' });
    await next.getByText('in 10 d 11 h').waitFor();
    await expectNoBarriers(page);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByLabel('Seen as').selectOption('anonymous');
    await next.getByText('No post is scheduled here.').waitFor();
    await page.getByLabel('Seen as').selectOption('operator');
    await server.client.world('default').clock.advance('11d');
    await next.getByText('Programme of the film week').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Programme of the film week' }).first().click();
    await page.getByText('goes live').waitFor();
    await expectNoBarriers(page);
  });

  it('shows the month in which clocks are changed', async () => {
    const server = await startStudio({ defaults: { fixture: 'calendar/town-year' } });
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/calendar?month=2026-03'), {
      timezoneId: 'Pacific/Auckland',
    });
    const cell = page.getByRole('cell', { name: /CET → CEST/ });
    await cell.waitFor();
    expect(await cell.innerText()).toMatch(/^29/);
  });
});
