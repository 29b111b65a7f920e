// A newcomer follows adapters/studio/README.md in Chromium, from the start of a server to a fork that ended differently.

import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { blocksOf, chapterOf, readPage, root } from '../../support/documents/page.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { servedAddress } from '../../support/studio/served-address.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describe.skipIf(browserPath === undefined)('a newcomer', () => {
  const browser = watchedBrowser();

  it('gets to a fork that ended differently by the page alone', async () => {
    const chapter = chapterOf(
      readPage('adapters/studio/README.md'),
      'A fork that ends differently, in two minutes',
    );
    const [start, client, run] = blocksOf(chapter).map(({ code }) => code);
    /** What the page says in bold, in its order. */
    const bold = [...chapter.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text);
    const next = (name: string) => {
      expect(bold.splice(0, bold.indexOf(name) + 1)).toContain(name);
      return { name, exact: true };
    };

    const [, flags = ''] = /^npm start -- (.+)$/m.exec(start ?? '') ?? [];
    const { address, shell } = await servedAddress(...flags.split(' '));
    const page = await browser.open(address);
    await page.getByRole('heading', next('Worlds')).waitFor();
    await page.getByRole('link', { name: 'default' }).click();
    await page.getByText('14 of 14').waitFor();

    const url = new URL(address).origin;
    const [, words = ''] = /^reprise (chain .+)$/m.exec(run ?? '') ?? [];
    expect((await shell.run(words.split(' '))).errors).toEqual([]);
    const file = shell.write('send.mjs', client?.replace('http://127.0.0.1:4600', url) ?? '');
    symlinkSync(join(root, 'node_modules'), shell.path('node_modules'));
    await promisify(execFile)('node', [file]);
    await page.getByText('17 of 17').waitFor();

    await page.getByRole('button', next('Until idle')).click();
    await page.getByRole('link', next('Transactions')).click();
    const row = page.getByRole('row').nth(1);
    await row.getByText(next('STUCK').name).waitFor();
    await row.getByRole('link').first().click();
    await page.getByText('and blocks ask').first().waitFor();
    expect(await barriersOf(page)).toEqual([]);

    const life = page.getByRole('region', next('Life'));
    const sent = life.getByRole('listitem').filter({ hasText: 'TransactionSent' });
    await sent.getByRole('button').click();
    await page
      .getByText(/enough for block \d+, which asks/)
      .first()
      .waitFor();
    await page.getByText(': 0 of 1 ask more than it offers').first().waitFor();
    await page.getByRole('button', next('Fork here and accelerate')).click();
    await page.getByRole('heading', { level: 1, name: /^default-at-/ }).waitFor();
    await page.getByRole('button', next('Until idle')).click();
    await page.getByRole('heading', { name: new RegExp(next('COMPLETE').name) }).waitFor();
    await page.getByRole('link', next('Compare')).click();
    const ends = page.getByRole('region', { name: 'What ends differently' });
    await ends.getByRole('link', { name: 'COMPLETE' }).first().waitFor();
    await ends.getByRole('link', { name: 'STUCK' }).waitFor();
    const rows = page.getByRole('region', { name: 'Events side by side' }).getByRole('row');
    const marked = await rows.filter({ hasText: 'first difference' }).allInnerTexts();
    expect(marked).toHaveLength(1);
    expect(marked.join()).not.toContain('in both');
    for (const shared of await rows.filter({ hasText: 'in both' }).all())
      expect(await shared.getByRole('link').count()).toBe(2);
    expect(await barriersOf(page)).toEqual([]);
  });
});
