// The timeline in Chromium: an event and its causes by keyboard alone, the search, a world that is followed, a scrubber that plays.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';
import { longMs } from '../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describe.skipIf(browserPath === undefined)('the timeline', () => {
  const browser = watchedBrowser();

  /** A world with deposits that completed, and chains of which one is congested. */
  async function start(): Promise<StudioServer> {
    const server = await startStudio({ defaults: { fixture: 'wallet/treasury' } });
    onTestFinished(() => server.close());
    const world = server.client.world('default');
    await world.wallet.chains.change('ETH-SEPOLIA', { congestion: '4' });
    await world.clock.untilIdle();
    return server;
  }

  it('shows an event, its causes and what followed, by keyboard alone', async () => {
    const { studio } = await start();
    const page = await browser.open(studio('/w/default/timeline'));
    await page.getByText('23 of 23').waitFor();
    await page.locator('.timeline-canvas canvas').focus();
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowRight', '-', 'Home', 'End', '0']) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press('ArrowUp');
    await page.getByRole('status').getByText('#22 TransactionCompleted').waitFor();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: /#22 TransactionCompleted/ });
    await panel.waitFor();
    expect(new URL(page.url()).hash).toContain('id=22');
    await page.getByText('22 of 23').waitFor();
    expect(await barriersOf(page)).toEqual([]);

    // To its cause, a deposit.
    await panel.getByRole('button', { name: /FundsDeposited/ }).focus();
    await page.keyboard.press('Enter');
    const cause = page.getByRole('region', { name: /FundsDeposited/ });
    await cause.getByRole('button', { name: /TransactionCompleted.*later/ }).waitFor();

    await page.getByRole('grid', { name: 'Events' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('row', { selected: true }).waitFor();
  });

  it('keeps the scrubber in sight where it is zoomed', async () => {
    const { studio } = await start();
    const page = await browser.open(studio('/w/default/timeline?at=1'));
    await page.getByText('1 of 23').waitFor();
    const canvas = page.locator('.timeline-canvas canvas');
    const spanOf = async () => {
      const [from = 0, to = 0] = ((await canvas.getAttribute('data-span')) ?? '')
        .split(' ')
        .map(Number);
      return { from, to };
    };
    const whole = await spanOf();
    for (let times = 0; times < 4; times += 1) {
      await page.getByRole('button', { name: 'Zoom in' }).click();
    }
    await expect.poll(async () => (await spanOf()).to).toBeLessThan(whole.to / 4);
    const { to: before } = await spanOf();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await expect.poll(async () => (await spanOf()).from).toBeGreaterThan(before);
  });

  it('searches, and goes from match to match', async () => {
    const { studio } = await start();
    const page = await browser.open(studio('/w/default/timeline?q=type:completed'));
    await page.getByText('8 found').waitFor();
    const matches = page.getByRole('grid', { name: 'Matches' });
    expect(await matches.getByRole('row').count()).toBe(9); // with the heads of its columns
    const field = page.getByLabel('Search events');
    await field.press('Enter');
    await page.getByText('1 of 8').waitFor();
    await field.press('Shift+Enter');
    await page.getByText('8 of 8').waitFor();
    await field.fill('no such thing');
    await page.getByText('No event matches.').waitFor();
    await field.press('Escape');
    await page.getByRole('grid', { name: 'Events' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  it('follows the world until one scrubs, and plays', async () => {
    const { studio, client } = await start();
    const page = await browser.open(studio('/w/default/timeline'));
    await page.getByText('23 of 23').waitFor();
    const { chains } = client.world('default').wallet;
    await chains.change('ETH-SEPOLIA', { congestion: '0' });
    await page.getByText('24 of 24').waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('23 of 24').waitFor();
    await chains.change('ETH-SEPOLIA', { congestion: '1' });
    await page.getByText('23 of 25').waitFor();
    await page.getByLabel('Virtual time by second').selectOption('max');
    await page.locator('body').press('Space');
    await page.getByText('25 of 25').waitFor();
    await page.getByRole('button', { name: 'Play the history', pressed: false }).waitFor();
  });

  it('plays and pauses by Space on its slider, on the canvas and on a link', async () => {
    const { studio } = await start();
    const page = await browser.open(studio('/w/default/timeline'));
    await page.getByText('23 of 23').waitFor();
    await page.getByLabel('Virtual time by second').selectOption('1');
    const play = (pressed: boolean) => page.getByRole('button', { name: /history/, pressed });
    for (const focused of [
      page.getByRole('slider', { name: 'Moment' }),
      page.getByRole('application', { name: /Timeline/ }),
      page.getByRole('link', { name: 'Transactions', exact: true }),
    ]) {
      await focused.press('Space');
      await play(true).waitFor();
      await focused.press('Space');
      await play(false).waitFor();
    }
    const field = page.getByLabel('Search events');
    await field.press('Space');
    expect([await field.inputValue(), await play(true).count()]).toEqual([' ', 0]);
  });

  it('labels marks at both ends beside them, with no line broken', async () => {
    const { studio } = await start();
    const page = await browser.open(studio('/w/default/timeline'));
    await page.getByText('23 of 23').waitFor();
    const canvas = page.getByRole('application', { name: /Timeline/ });
    const { x, width } = (await canvas.boundingBox())!;
    const label = page.locator('.pointed');
    const labelBox = async (name: string) => {
      await label.getByText(name).waitFor();
      return (await label.boundingBox())!;
    };
    await canvas.press('ArrowDown');
    const last = await labelBox('#23 ');
    expect(last.x + last.width).toBeLessThan(x + width);
    for (let position = 23; position > 1; position -= 1) await canvas.press('ArrowUp');
    const first = await labelBox('#1 ');
    expect(first.x).toBeGreaterThan(x);
    expect(last.height).toBe(first.height);
  });

  it('scrolls its list to the row at the scrubber again when the list gets shorter', async () => {
    const { studio } = await start();
    const viewport = { width: 1_280, height: 1_000 };
    const page = await browser.open(studio('/w/default/timeline'), { viewport });
    await page.getByText('23 of 23').waitFor();
    const list = page.getByRole('grid', { name: 'Events' });
    const heightOf = () => list.evaluate(({ clientHeight }) => clientHeight);
    /** How far the list could scroll on. */
    const rest = () =>
      list.evaluate(
        ({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop,
      );
    const resizeTo = async (height: number) => {
      const before = await heightOf();
      await page.setViewportSize({ ...viewport, height });
      await expect.poll(heightOf).toBeLessThan(before);
      // Size observers are called within the frame.
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    };
    await page.locator('canvas[data-frame-ms]').waitFor();
    await expect.poll(rest).toBeLessThan(1);
    await resizeTo(900);
    expect(await rest()).toBeLessThan(1);
    // Rows that were scrolled to by hand stay in sight.
    await list.evaluate((element) => (element.scrollTop = 0));
    await resizeTo(800);
    expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  it('selects by a click, and fits a narrow screen', async () => {
    const { studio } = await start();
    const viewport = { width: 320, height: 700 };
    const page = await browser.open(studio('/w/default/timeline'), { viewport });
    await page.getByText('23 of 23').waitFor();
    const canvas = page.locator('.timeline-canvas canvas');
    await canvas.waitFor();
    await page.waitForFunction(
      () => document.querySelector('canvas')?.dataset['frameMs'] !== undefined,
    );
    // The deposits of the fixture, at the epoch, in the row below the title.
    await canvas.click({ position: { x: 6, y: 54 } });
    await page.getByRole('region', { name: /FundsDeposited/ }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
    expect(await barriersOf(page)).toEqual([]);
  });
});
