// An exported file shows what the live studio shows of the same world at the same moment: the accessibility trees are equal, in Chromium.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { recordingStory } from '../../../adapters/studio/story/recording-story.ts';
import { writeHtml } from '../../../adapters/studio/story/written-html.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startCall } from '../../support/studio/call.ts';
import { startStudio, type StudioServer } from '../../support/studio/server.ts';
import { stuckTransfer } from '../../support/studio/stuck-transfer.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** Within which both have read everything, in ms. */
const readMs = 20_000;

/** Places of the world `default`, each with a text that it has once it is read. */
type Places = readonly (readonly [place: string, text: string])[];

/** A file of the recording that runs in the world `default`. */
async function fileOf({ client }: StudioServer): Promise<string> {
  const folder = testFolder();
  const recording = join(folder, 'world.jsonl');
  writeFileSync(recording, await client.world('default').recording.text());
  const file = join(folder, 'world.html');
  writeHtml(file, await recordingStory(recording, await readAnyRecording(recording)), true);
  return pathToFileURL(file).href;
}

/** What a screen reader has of the content; without the buttons that steer, which need a server. */
async function treeOf(page: Page): Promise<string> {
  const tree = await page.locator('main').ariaSnapshot();
  return tree.replace(/^( +)- region "Steering":\n(?:\1 +.*\n)*/m, '');
}

describe.skipIf(browserPath === undefined)('a file and the live studio', () => {
  const browser = watchedBrowser();

  async function expectSame(server: StudioServer, places: Places): Promise<void> {
    const file = await fileOf(server);
    const viewport = { width: 1_280, height: 4_000 }; // with room for all rows of lists
    const live = await browser.open(server.studio(), { viewport });
    const written = await browser.open(file, { viewport, offline: true });
    for (const [place, text] of places) {
      await live.goto(server.studio(`/w/default/${place}`));
      await written.goto(`${file}#/w/default/${place}`);
      for (const page of [live, written]) await page.getByText(text).first().waitFor();
      const bothTrees = async () => [await treeOf(live), await treeOf(written)];
      let trees = await bothTrees();
      const isSame = async () => {
        if (trees[0] !== trees[1]) trees = await bothTrees();
        return trees[0] === trees[1];
      };
      await expect
        .poll(isSame, { timeout: readMs })
        .toBe(true)
        .catch(() => expect(trees[1]).toBe(trees[0]));
    }
  }

  it('show the same of a wallet', async () => {
    const { server, id } = await stuckTransfer({ isRecorded: true });
    await expectSame(server, [
      ['timeline?at=20&id=18', '#18 TransactionCleared'],
      ['timeline?q=type:stuck', '1 found'],
      ['transactions?at=23', '9 at this moment.'],
      [`transactions?at=21&id=${id}`, 'Max fee against base fee'],
      ['exchanges', '6 exchanges.'],
      ['exchanges?id=10', 'TransferInitiated at 17'],
      ['state?at=20', 'TransactionSent'],
      ['state?at=21&id=wallet/transactions', '9 rows.'],
    ]);
  });

  it('show the same of a calendar', async () => {
    const server = await startStudio({ defaults: { fixture: 'calendar/town-year' } });
    onTestFinished(() => server.close());
    const { recording, clock } = server.client.world('default');
    await recording.start();
    await clock.advance('11d');
    await expectSame(server, [
      ['calendar', 'January 2026'],
      ['calendar?at=346&month=2026-03&as=anonymous', 'CET → CEST'],
      ['state?at=347', 'publish'],
    ]);
  });

  it('show the same of a call', async () => {
    const server = await startCall('speech/support', { isRecorded: true });
    onTestFinished(() => server.close());
    const { events } = await server.client.world('default').events({ type: 'SessionOpened' });
    const [session] = events;
    const id = session?.stream.split('/').at(-1);
    await expectSame(server, [
      ['calls', 'Conversation'],
      [`calls?at=106&id=${id}`, '760 ms to 806 ms, median 760 ms.'],
    ]);
  });
});
