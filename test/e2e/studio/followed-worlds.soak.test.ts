// Worlds that the page follows in Chromium: only those that are shown, so that connections are left; and exchanges without an input.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startStudio } from '../../support/studio/server.ts';
import { longMs } from '../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** More than a browser has connections to a server. */
const worldsShown = 8;

describe.skipIf(browserPath === undefined)('the worlds that are followed', () => {
  const browser = watchedBrowser();

  it('are those that are shown: one is read after many others', async () => {
    const server = await startStudio();
    onTestFinished(() => server.close());
    const names = Array.from({ length: worldsShown }, (_, index) => `world-${index}`);
    for (const name of names) await server.client.worlds.create({ name });
    const page = await browser.open(server.studio());
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.locator('.scrubber[aria-busy=false]').waitFor();
      await page.getByRole('link', { name: 'Reprise', exact: true }).click();
    }
  });

  it('are left alone while the server has none of the name, and read once it has', async () => {
    const server = await startStudio();
    onTestFinished(() => server.close());
    const { worlds, world } = server.client;
    await worlds.create({ name: 'brief' });
    const requested: string[] = [];
    const options = { requested, refusedWith: 404 };
    const page = await browser.open(server.studio('/w/brief/state'), options);
    await page.getByText('Digest').waitFor();
    await world('brief').remove();
    await page.getByText('The world was removed or reset.').waitFor();
    await page.getByText("There is no world 'brief'").waitFor();
    const count = (path: string) => requested.filter((url) => url.includes(path)).length;
    const [reads, lists] = [count('/brief/journal'), count('/worlds')];
    await vi.waitFor(() => expect(count('/worlds')).toBeGreaterThan(lists + 1), longMs);
    expect(count('/brief/journal')).toBeLessThanOrEqual(reads + 1);
    await worlds.create({ name: 'brief' });
    await page.locator('.scrubber[aria-busy=false]').waitFor();
    await page.getByText(/no world|removed/).waitFor({ state: 'hidden' });

    await page.goto(server.studio('/w/nowhere/state'));
    await page.reload();
    await page.getByText('There is no world named nowhere').waitFor();
  });

  it('show an exchange once it is answered, with or without an input', async () => {
    const server = await startStudio();
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/exchanges'));
    await page.locator('.scrubber[aria-busy=false]').waitFor();
    const answer = await fetch(`${server.url}/v1/w3s/no-such-route`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await page.getByText('/v1/w3s/no-such-route').first().waitFor();
  });
});
