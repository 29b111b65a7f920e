// The studio by keyboard alone, in Chromium: each press leaves the focus on an element that is seen.

import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longMs } from '../../support/runner/timeouts.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startCall } from '../../support/studio/call.ts';
import { press, pressAt, stopsOf, tabTo } from '../../support/studio/keyboard.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';
import { stuckTransfer } from '../../support/studio/stuck-transfer.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** Within which a canvas is drawn, in ms. */
const drawnMs = 15_000;

/** The views of a world, each with a text that it has once it is read. */
const walked = [
  ['timeline?id=18', '#18 TransactionCleared'],
  ['transactions', '9 at this moment.'],
  ['exchanges?id=4', 'Events that it made'],
  ['calendar', 'January 2026'],
  ['state?id=wallet/wallets', '5 rows.'],
  ['compare', 'What ends differently'],
] as const;

/** Widths and heights of windows, in points. */
const sizes = [
  [1_280, 800],
  [320, 640],
] as const;

describe.skipIf(browserPath === undefined)('by keyboard alone', () => {
  const browser = watchedBrowser();

  async function start(fixture: string): Promise<StudioServer> {
    const server = await startStudio({ defaults: { fixture } });
    onTestFinished(() => server.close());
    return server;
  }

  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('a stuck transaction is understood, forked, accelerated and compared', async () => {
    const { server, id } = await stuckTransfer();
    const page = await browser.open(server.studio());
    await pressAt(page, link(page, 'default'));
    await pressAt(page, link(page, 'Transactions'));
    await pressAt(page, link(page, 'Skip to the content'));
    await press(page, 'Tab');
    const search = page.getByLabel('Search transactions');
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('stuck usdc');
    await page.getByText('1 of 9 at this moment.').waitFor();
    await pressAt(page, page.getByRole('table').getByRole('link'));
    await page.getByText('It offers at most 10.92 gwei, and blocks ask').first().waitFor();

    await tabTo(page, page.getByRole('slider', { name: 'Moment' }), 'Shift+Tab');
    const moment = page.locator('.moment');
    const positionOf = async () =>
      Number.parseInt(await moment.locator('.position').innerText(), 10);
    for (let at = await positionOf(); at > 0; at -= 1) {
      await expect.poll(positionOf).toBe(at); // a step is drawn a frame later
      if ((await moment.locator('.since').textContent()) === '+00:00:01.000') break;
      await press(page, 'ArrowLeft');
    }
    await tabTo(page, button(page, 'Fork here and accelerate'), 'Shift+Tab');
    await press(page, 'Enter');
    const forked = page.getByRole('heading', { level: 1, name: /^default-at-/ });
    await forked.waitFor();
    const fork = await forked.innerText();
    await pressAt(page, button(page, 'Until idle'));
    await page.getByText('COMPLETE').first().waitFor();

    await pressAt(page, link(page, 'Compare'));
    const ends = page.getByRole('region', { name: 'What ends differently' });
    await pressAt(page, ends.getByRole('link', { name: 'STUCK' }));
    await page.getByRole('region', { name: /TransactionStuck/ }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('default');
    const stateIn = async (world: string) =>
      (await server.client.world(world).wallet.transactions.get(id)).state;
    expect([await stateIn('default'), await stateIn(fork)]).toEqual(['STUCK', 'COMPLETE']);
  });

  it('worlds are created, forked, reset and removed', async () => {
    const { studio, client } = await start('wallet/treasury');
    const page = await browser.open(studio());
    await page.getByRole('row', { name: /default/ }).waitFor();
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('demo-1');
    await press(page, 'Enter');
    await page.waitForURL(/#\/w\/demo-1\/timeline/);
    await pressAt(page, link(page, 'Reprise'));

    const row = page.getByRole('row').filter({ has: link(page, 'demo-1') });
    await pressAt(page, row.locator('summary'));
    await tabTo(page, row.getByLabel('Name of the fork'));
    await press(page, 'Enter');
    await page.waitForURL(/#\/w\/demo-1-2\/timeline/);
    await pressAt(page, link(page, 'Reprise'));
    await page.reload(); // so that no world is followed whose journal ends

    await pressAt(page, row.locator('summary'));
    for (const key of ['Enter', 'Space']) {
      await pressAt(page, row.getByRole('button', { name: 'Reset…' }), key);
      await row.getByText('Everything that happened in demo-1 is lost.').waitFor();
      // What is safe has the focus.
      await press(page, key);
    }
    await press(page, 'Enter');
    await press(page, 'Tab');
    await press(page, 'Enter');
    await row.getByRole('button', { name: 'Reset…' }).waitFor();
    await pressAt(page, row.getByRole('button', { name: 'Remove…' }));
    await press(page, 'Tab');
    await press(page, 'Enter');
    await row.waitFor({ state: 'detached' });
    expect((await client.worlds.list()).map(({ name }) => name)).toEqual(['default', 'demo-1-2']);
  });

  it('the timeline is zoomed, moved, searched and read', async () => {
    const { server } = await stuckTransfer();
    const page = await browser.open(server.studio('/w/default/timeline'));
    const canvas = page.getByRole('application', { name: /Timeline/ });
    const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    await tabTo(page, canvas);
    await expect
      .poll(() => canvas.getAttribute('data-frame-ms'), { timeout: drawnMs })
      .not.toBeNull();
    let before = await picture();
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowRight', '-', 'Home', 'End', '0']) {
      await press(page, key);
      await expect.poll(picture, { message: `after ${key}`, timeout: drawnMs }).not.toBe(before);
      before = await picture();
    }
    await pressAt(page, page.getByRole('button', { name: 'Zoom in' }), 'Space');
    await expect.poll(picture, { timeout: drawnMs }).not.toBe(before);

    await tabTo(page, page.getByLabel('Search events'));
    await page.keyboard.type('type:stuck');
    await page.getByText('1 found').waitFor();
    await press(page, 'Enter');
    const panel = page.getByRole('region', { name: /#\d+ TransactionStuck/ });
    await panel.waitFor();
    await press(page, 'Escape');

    // Along the causes and back, each time the panel keeps the focus.
    await pressAt(page, panel.getByRole('button', { name: /TransactionSent/ }));
    const cause = page.getByRole('region', { name: /#\d+ TransactionSent/ });
    await pressAt(page, cause.getByRole('button', { name: /TransactionStuck/ }));
    await panel.waitFor();
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await tabTo(page, panel.getByRole('button', { name: 'Close' }), 'Shift+Tab');
    await press(page, 'Enter');
    await panel.waitFor({ state: 'detached' });
    await tabTo(page, page.getByRole('grid', { name: 'Events' }));
    await press(page, 'ArrowUp');
    await page.getByRole('row', { selected: true }).waitFor();
  });

  it('the calendar is read, as somebody else and in another month', async () => {
    const { studio } = await start('calendar/town-year');
    const page = await browser.open(studio('/w/default/calendar'));
    await page.getByRole('heading', { name: 'January 2026' }).waitFor();
    await tabTo(page, page.getByLabel('Seen as'));
    await page.keyboard.type('anyone');
    await pressAt(page, link(page, 'Later →'));
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
    await pressAt(page, page.getByRole('button', { name: /^publish/ }));
    await pressAt(page, page.getByRole('table').last().getByRole('link').first());
    await page.getByRole('heading', { name: 'History up to the scrubber' }).waitFor();
    await pressAt(page, link(page, '← The calendar'));
    await page.getByRole('heading', { name: 'February 2026' }).waitFor();
  });

  it('states and exchanges are listed, filtered and opened', async () => {
    const { server } = await stuckTransfer();
    const page = await browser.open(server.studio('/w/default/state'));
    const tables = page.getByRole('navigation', { name: 'Tables' });
    await pressAt(page, tables.getByRole('link', { name: 'wallet/transactions' }));
    const region = page.getByRole('region', { name: /wallet\/transactions/ });
    await region.waitFor();
    await pressAt(page, region.getByRole('button', { name: 'state' }));
    await pressAt(page, region.getByRole('link').first());
    await pressAt(page, link(page, 'Exchanges'));
    await tabTo(page, page.getByLabel('Search exchanges'));
    await page.keyboard.type('transfer');
    await page.getByText('1 of 4 exchanges.').waitFor();
    await pressAt(page, page.getByRole('table').getByRole('link'));
    await page.getByRole('heading', { name: 'Events that it made' }).waitFor();
    await pressAt(page, page.getByRole('link', { name: /^TransferInitiated/ }));
    await page.getByRole('region', { name: /TransferInitiated/ }).waitFor();
  });

  it('Tab leads through each view in the order of the page, and each stop is seen', async () => {
    const { server } = await stuckTransfer();
    await server.client.world('default').fork({ name: 'other', at: 20 });
    const page = await browser.open(server.studio('/w/default/timeline?id=18'));
    for (const [view, text] of walked) {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.goto(server.studio(`/w/default/${view}`));
        await page.reload();
        await page.getByText(text).first().waitFor();
        const stops = await stopsOf(page);
        const parts = stops.map(({ part }) => part);
        const unseen = stops.filter(({ problem }) => problem !== '');
        expect({ view, width, unseen, parts }).toEqual({
          view,
          width,
          unseen: [],
          parts: parts.toSorted((one, other) => one - other),
        });
        expect(new Set(parts)).toEqual(new Set([0, 1, 2]));
      }
    }
  });

  it('a call is zoomed, and its turns lead to their moments', async () => {
    const server = await startCall('speech/support');
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/calls'));
    await pressAt(page, link(page, 'Conversation'));
    await page.getByText('0:00.00 to 0:16.40').waitFor();
    await pressAt(page, button(page, '+'));
    await page.getByText('0:08.20 to 0:16.40').waitFor();
    await pressAt(page, button(page, 'Whole call'));
    await pressAt(page, page.getByRole('link', { name: 'Barge-in' }));
    await page.getByText('106 of 164').waitFor();
    await pressAt(page, link(page, '← All calls'));
    await link(page, 'Conversation').waitFor();
  });
});
