// A file of `reprise export --html` opens in a browser without a network, shows what it has, and runs nothing that is in it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { inlineScript } from '../../../adapters/studio/story/inline-code.ts';
import { recordingStory } from '../../../adapters/studio/story/recording-story.ts';
import { writeHtml } from '../../../adapters/studio/story/written-html.ts';
import { linesOf, recordingFolder, writeSealed } from '../../support/recording/recordings.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { commentTexts } from '../../support/studio/inline-code.ts';

vi.setConfig({ testTimeout: longMs }); // a browser is started

const folder = recordingFolder();
/** Nothing may be on the console, nor requested, nor refused by the policy. */
const browser = watchedBrowser();
const openFile = (file: string) => browser.open(pathToFileURL(file).href, { offline: true });

async function htmlOf(recording: string, name: string): Promise<string> {
  const file = join(folder, name);
  writeHtml(file, await recordingStory(recording, await readAnyRecording(recording)), true);
  return file;
}

describe.skipIf(browserPath === undefined)('an exported file', () => {
  it('shows the world with its digest, without a network', async () => {
    const recording = 'recordings/v1/wallet/demo.jsonl';
    const { ending } = await readAnyRecording(recording);
    const digest = ending.kind === 'whole' && 'digest' in ending.end ? ending.end.digest : '';
    const file = await htmlOf(recording, 'demo.html');
    const page = await openFile(file);
    await page.getByText('TransferInitiated').first().waitFor();
    await page.getByRole('link', { name: 'State', exact: true }).click();
    await page.getByText(digest.slice(0, 12)).first().waitFor();
  });

  it('has the audio of calls', async () => {
    const page = await openFile(await htmlOf('recordings/v1/speech/support.jsonl', 'call.html'));
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('link', { name: 'Conversation' }).click();
    const listening = page.getByRole('group', { name: 'Listen' });
    const playhead = listening.getByRole('slider', { name: 'Playhead' });
    await playhead.fill('6000');
    await listening.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => Number(await playhead.inputValue())).toBeGreaterThan(6_500);
    expect(await listening.getByText('does not have the audio').count()).toBe(0);
  });

  it('shows hostile content as text', async () => {
    const lines = linesOf('recordings/v1/calendar/publishers-day.jsonl');
    const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028\u202e<!--<script>${'x'.repeat(1_048_576)}`;
    for (const line of lines) {
      if (line.kind === 'event' && 'title' in line.data) line.data.title = hostile;
      if (line.kind === 'http.answer') line.text = hostile;
    }
    const file = await htmlOf(writeSealed(join(folder, 'hostile.jsonl'), lines), 'hostile.html');
    const page = await openFile(file);
    // It does not replay: both are compared, and what differs is quoted.
    await page.getByRole('heading', { name: 'What the command line named first' }).waitFor();
    await page.getByText('</script><script>alert(1)').first().waitFor();
    await page.goto(`${page.url().split('#')[0]}#/w/recorded/state`);
    await page.getByText('Digest').first().waitFor();
  });

  it.each(Object.entries(commentTexts))(
    'ends its script after a %s with <!-- and <script',
    async (name, expression) => {
      const file = join(folder, `${name}.html`);
      const script = inlineScript(`document.title = String(${expression});`);
      writeFileSync(file, `<!doctype html><body><script type="module">${script}</script>the rest`);
      const page = await openFile(file);
      await page.getByText('the rest').waitFor();
      await expect.poll(() => page.title()).toMatch(/^<!-- <script|^true$/);
    },
  );

  it('opens at what differs, and leads to it by keyboard, without barriers', async () => {
    const lines = linesOf('recordings/v1/wallet/demo.jsonl');
    lines.find(({ type }) => type === 'TransactionSent').data.note = 'planted';
    const file = await htmlOf(writeSealed(join(folder, 'planted.jsonl'), lines), 'planted.html');
    const page = await openFile(file);
    await page.getByRole('heading', { name: 'First difference, at event' }).waitFor();
    await page.getByRole('row', { name: 'data.note' }).getByText('planted').waitFor();
    await page.getByRole('row').filter({ hasText: 'first difference' }).waitFor();
    await page
      .getByRole('article')
      .filter({ hasText: 'POST /v1/w3s/developer/transactions/transfer' })
      .waitFor();
    expect(await barriersOf(page)).toEqual([]);
    const link = page.getByRole('article').getByRole('link', { name: 'TransactionSent' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/w\/recorded\/timeline\?at=\d+/);
    await page.goBack();
    await page.getByRole('heading', { name: 'First difference, at event' }).waitFor();
  });

  it('shows an empty world of a file with a header alone', async () => {
    const [header] = linesOf('recordings/v1/wallet/transfer.jsonl');
    const recording = writeSealed(join(folder, 'header.jsonl'), [header]);
    const page = await openFile(await htmlOf(recording, 'header.html'));
    await page.getByText('was cut after the header: it is shown up to there.').waitFor();
  });
});
