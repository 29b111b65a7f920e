// The studio on a running server, in Chromium: the list of worlds, the clock, a world that is followed.

import { describe, expect, it, vi } from 'vitest';
import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { join } from 'node:path';
import { bodyBytesMax } from '../../../adapters/protocol/limits.ts';
import { root } from '../../support/documents/page.ts';
import { foldedWorld, storyOf } from '../../support/studio/stories.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';
import { token } from '../../support/server/server.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folded = async (name: string) => foldedWorld((await storyOf(name)).worlds[0]!);

describe.skipIf(browserPath === undefined)('the studio', () => {
  const browser = watchedBrowser();

  async function start(...options: Parameters<typeof startStudio>): Promise<StudioServer> {
    const server = await startStudio(...options);
    onTestFinished(() => server.close());
    return server;
  }

  it('lists worlds as a tree, and forks one', async () => {
    const { studio, client } = await start({ defaults: { fixture: 'wallet/treasury' } });
    await client.world('default').fork({ name: 'twin' });
    const page = await browser.open(studio());
    const row = page.getByRole('row', { name: /twin.*fork of default at 14/ });
    await row.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await row.getByText('Fork, reset, remove').click();
    await row.getByLabel('Name of the fork').fill('third');
    await row.getByRole('button', { name: 'Fork', exact: true }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/w/third/timeline');
    expect((await client.worlds.list()).map(({ name }) => name)).toEqual([
      'default',
      'third',
      'twin',
    ]);
  });

  it('opens a recording, which the server replays, and returns to its worlds', async () => {
    const { studio } = await start();
    const page = await browser.open(studio(), { refusedWith: 422 });
    const opened = page.getByLabel('Replay and show a file');
    const recordings = join(root, 'recordings/v1');
    await opened.setInputFiles(join(recordings, 'wallet/transfer.jsonl'));
    const close = page.getByRole('button', { name: 'Close transfer.jsonl' });
    await close.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(new URL(page.url()).hash).toMatch(/^#\/w\/[^/]+\/timeline$/);
    await page.getByRole('link', { name: 'State' }).click();
    const { digest } = await folded('wallet/transfer');
    await page.getByTitle(digest).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await close.click();
    await page.getByRole('row', { name: /default/ }).waitFor();

    await opened.setInputFiles({
      name: 'broken.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('hello'),
    });
    await page.getByText(/^broken\.jsonl .*header/).waitFor();
    await opened.setInputFiles({
      name: 'long.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.alloc(bodyBytesMax + 1),
    });
    await page.getByText('long.jsonl is larger than the 1 MiB that a server takes.').waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  it('keeps the token out of the address, and of every request line', async () => {
    const { studio } = await start();
    const requested: string[] = [];
    const page = await browser.open(studio('/w/default/state'), { requested });
    await page.getByText('Digest').waitFor();
    expect(page.url()).not.toContain(token);
    // The first one is as the test has it, with the fragment, which a browser does not send.
    expect(requested.slice(1).filter((url) => url.includes(token))).toEqual([]);
    await page.reload();
    await page.getByText('Digest').waitFor();
  });

  it('asks for the token, and says what is wrong with another', async () => {
    const { url } = await start();
    const page = await browser.open(`${url}/__reprise/studio/`, { refusedWith: 401 });
    await page.getByLabel('Token of the control plane').fill('ü ✓');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('A token has letters').waitFor();
    await page.getByLabel('Token of the control plane').fill('another');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The server refuses this token').waitFor();
    const address = `${url}/__reprise/studio/#token=${token}`;
    await page.getByLabel('Token of the control plane').fill(address);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Worlds' }).waitFor();
  });

  it('moves the clock, and follows the world', async () => {
    const { studio } = await start({ defaults: { fixture: 'wallet/treasury' } });
    const page = await browser.open(studio('/w/default/timeline'));
    const clock = page.getByRole('region', { name: 'Clock' });
    await page.getByText('14 of 14').waitFor();
    await clock.getByRole('button', { name: 'Until idle' }).click();
    await page.getByText(/22 of 22/).waitFor();
    await clock.getByRole('button', { name: 'Play' }).click();
    await clock.getByRole('button', { name: 'Play', pressed: true }).waitFor();
    await clock.getByRole('button', { name: 'Freeze' }).click();
    await clock.getByRole('button', { name: 'Freeze', pressed: true }).waitFor();
  });

  it('goes on by itself after a restart of the server', async () => {
    const file = join(testFolder(), 'world.db');
    const open = () => openSqliteStore({ file });
    const first = await startStudio({ store: open(), defaults: { fixture: 'wallet/treasury' } });
    const place = first.studio('/w/default/timeline');
    const page = await browser.open(place, { mayLoseServer: true });
    await page.getByText('14 of 14').waitFor();
    const port = Number(new URL(first.url).port);
    await first.close();
    await page
      .getByText(/The server does not answer|No server answers/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: '+10 s' }).click();
    await page.getByRole('alert').waitFor();
    const second = await start({ store: open() }, port);
    await second.client.world('default').clock.untilIdle();
    await page.getByText(/22 of 22/).waitFor();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
  });

  it('says which world or moment is not there', async () => {
    const { studio } = await start({ defaults: { fixture: 'wallet/treasury' } });
    const page = await browser.open(studio('/w/default/timeline?at=9999'), { refusedWith: 404 });
    const absent = 'There is no event 9999 yet: the world has 14, and the last one is shown.';
    await page.getByText(absent).waitFor();
    await page.goto(studio('/w/default/timeline?id=9999'));
    await page.getByText(absent).waitFor();
    await page.goto(studio('/w/default/compare?with=nope'));
    await page.getByText('There is no world named nope').waitFor();
    expect(await barriersOf(page)).toEqual([]);
  });

  it('is whole on a narrow screen', async () => {
    const { studio } = await start({ defaults: { fixture: 'wallet/treasury' } });
    const viewport = { width: 320, height: 640 };
    const page = await browser.open(studio('/w/default/state'), { viewport });
    await page.getByText('Digest').waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
    expect(await barriersOf(page)).toEqual([]);
  });
});
