// The documents of a running server, in Chromium: found, read and tried, by keyboard, at every width.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longMs } from '../../support/runner/timeouts.ts';
import { token } from '../../support/server/server.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const run = promisify(execFile);

describe.skipIf(browserPath === undefined)('the documents', () => {
  const browser = watchedBrowser();

  async function start(): Promise<StudioServer> {
    const server = await startStudio();
    onTestFinished(() => server.close());
    return server;
  }

  const docsAt = ({ url }: StudioServer, place = '/') =>
    `${url}/__reprise/docs#token=${token}&${place}`;

  const headingOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

  it('are found by a filter over all of them, and read by keyboard alone', async () => {
    const page = await browser.open(docsAt(await start()));
    await page.getByText('in this document').waitFor();
    await page.getByLabel('Filter').focus();
    await page.keyboard.type('fork post');
    await page.getByText('1 found in all documents').waitFor();
    const link = page.getByRole('link', { name: /\/worlds\/\{w\}\/fork/ });
    await page.keyboard.press('Tab');
    await expect.poll(() => link.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await headingOf(page).getByText('/worlds/{w}/fork').waitFor();
    expect(new URL(page.url()).hash).toBe('#/control/forkWorld');
    expect(await page.title()).toBe('forkWorld · Reprise documents');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('POST /worlds/{w}/fork');
    const member = page.getByRole('list', { name: 'Body' }).locator('summary', { hasText: /^at/ });
    await member.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Body' }).getByText('alternative 1').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText('alternative 1').count()).toBe(0);
    await page.goBack();
    await headingOf(page).getByText('Reprise control plane').waitFor();
  });

  it('have commands that work as they are', async () => {
    const server = await start();
    const page = await browser.open(docsAt(server, '/control/forkWorld'));
    const command = await page.locator('.example code').first().innerText();
    const { stdout } = await run('bash', ['-c', command], {
      env: { ...process.env, REPRISE_TOKEN: token },
    });
    expect(JSON.parse(stdout)).toMatchObject({ name: 'name', forkedFrom: { world: 'default' } });
    expect(await page.content()).not.toContain(token);
  });

  it.each([
    ['/control', 1_280, 'light'],
    ['/control/forkWorld', 1_280, 'dark'],
    ['/wallet/createTransfer', 320, 'light'],
    ['/calendar/createEvent', 3_840, 'dark'],
    ['/speech', 640, 'light'],
    ['/channels/listen', 400, 'dark'],
    ['/channels/agent', 1_280, 'light'],
  ] as const)('%s has no barriers at %i points, %s', async (place, width, colorScheme) => {
    const page = await browser.open(docsAt(await start(), place), {
      viewport: { width, height: 800 },
      colorScheme,
    });
    await headingOf(page).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const surplus = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(surplus)).toBe(0);
  });

  it('show a channel with the messages of both sides', async () => {
    const page = await browser.open(docsAt(await start(), '/channels/speak'));
    await headingOf(page).getByText('/v1/speak').waitFor();
    const names = await page.getByRole('heading', { level: 4 }).allInnerTexts();
    expect(names).toEqual([
      'Speak',
      'Flush',
      'Clear',
      'Close',
      'Metadata',
      'Flushed',
      'Cleared',
      'Warning',
      'Audio binary frames',
    ]);
    await page.getByText('{"type":"Speak","text":"text"}').waitFor();
  });

  it('on a narrow screen hide their list behind a button', async () => {
    const page = await browser.open(docsAt(await start(), '/control/getWorld'), {
      viewport: { width: 400, height: 700 },
    });
    await headingOf(page).waitFor();
    const link = page.getByRole('link', { name: /\/worlds\/\{w\}\/reset/ });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show the list' }).click();
    await link.click();
    await headingOf(page).getByText('/worlds/{w}/reset').waitFor();
    expect(await link.isVisible()).toBe(false);
  });

  it('say that there is no such operation or document', async () => {
    const server = await start();
    const page = await browser.open(docsAt(server, '/control/forkMoon'));
    await page.getByText('The document has nothing named forkMoon; the list shows all.').waitFor();
    await page.evaluate(() => {
      location.hash = '#/moon';
    });
    await page.getByText('There is no document named moon.').waitFor();
  });

  it('ask for the token where the tab has none', async () => {
    const { url } = await start();
    const page = await browser.open(`${url}/__reprise/docs`);
    await page.getByLabel('Token of the control plane').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await headingOf(page).getByText('Reprise control plane').waitFor();
    expect(page.url()).not.toContain(token);
  });
});
