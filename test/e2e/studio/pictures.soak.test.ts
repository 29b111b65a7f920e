// The pictures of the main views in the documents, taken in Chromium: `npm run pictures` writes them anew.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPage, root } from '../../support/documents/page.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startCall } from '../../support/studio/call.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';
import { stuckTransfer } from '../../support/studio/stuck-transfer.ts';
import { webpOf } from '../../support/studio/webp.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = 'adapters/studio/pictures';
const isWriting = process.env['PICTURES'] === 'write';
/** The most bytes of one: everybody who clones the project gets them. */
const bytesMax = 100 * 1_024;

interface Subject {
  readonly server: StudioServer;
  /** In the address, after the world. */
  readonly place: string;
  /** Resolves once everything is drawn. */
  readonly drawn: (page: Page) => Promise<unknown>;
}

/** A world in which the transfer is accelerated in a fork, where it was sent. */
async function acceleratedFork(): Promise<Awaited<ReturnType<typeof stuckTransfer>>> {
  const stuck = await stuckTransfer();
  const { client } = stuck.server;
  await client.world('default').fork({ name: 'accelerated', at: 20 });
  const fork = client.world('accelerated');
  await fork.wallet.transactions.accelerate(stuck.id);
  await fork.clock.untilIdle();
  return stuck;
}

const canvasIsDrawn = (page: Page) =>
  page.waitForFunction(() => document.querySelector('canvas')?.dataset['frameMs'] !== undefined);

const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  async timeline() {
    const { server } = await stuckTransfer();
    return {
      server,
      place: 'default/timeline?id=23',
      drawn: async (page) => {
        await page.getByRole('region', { name: '#23 TransactionStuck' }).waitFor();
        await canvasIsDrawn(page);
      },
    };
  },
  async transaction() {
    const { server, id } = await stuckTransfer();
    return {
      server,
      place: `default/transactions?id=${id}`,
      drawn: (page) => page.getByRole('heading', { name: 'Max fee against base fee' }).waitFor(),
    };
  },
  async compare() {
    const { server } = await acceleratedFork();
    return {
      server,
      place: 'accelerated/compare?with=default',
      drawn: (page) => page.getByRole('heading', { name: 'Side by side' }).waitFor(),
    };
  },
  async calendar() {
    const server = await startStudio({ defaults: { fixture: 'calendar/town-year' } });
    onTestFinished(() => server.close());
    await server.client.world('default').clock.advance('11d');
    return {
      server,
      place: 'default/calendar',
      drawn: (page) => page.getByRole('heading', { name: 'January 2026' }).waitFor(),
    };
  },
  async call() {
    const server = await startCall('speech/support');
    onTestFinished(() => server.close());
    const { events } = await server.client.world('default').events({ type: 'SessionOpened' });
    const id = events[0]?.stream.split('/').at(-1) ?? '';
    return {
      server,
      place: `default/calls?id=${id}`,
      drawn: (page) => page.getByText('Loading the audio…').waitFor({ state: 'detached' }),
    };
  },
};

describe.skipIf(browserPath === undefined)('the pictures', () => {
  const browser = watchedBrowser();

  it.each(Object.entries(subjects))('%s is small, and in the documents', async (name, subject) => {
    const { server, place, drawn } = await subject();
    const page = await browser.open(server.studio(`/w/${place}`), { deviceScaleFactor: 1 });
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    await drawn(page);
    const picture = await webpOf(page, await page.screenshot());
    expect(picture.length).toBeLessThan(bytesMax);
    const file = join(folder, `${name}.webp`);
    if (isWriting) writeFileSync(join(root, file), picture);
    expect(statSync(join(root, file)).size).toBeLessThan(bytesMax);
    expect(readPage('adapters/studio/README.md')).toContain(`](pictures/${name}.webp)`);
  });
});
