// Each view at each width and in both schemes, in Chromium: no barriers, and nothing that one has to scroll sideways for.

import type { Page } from '@playwright/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { longMs } from '../../support/runner/timeouts.ts';
import { barriersOf } from '../../support/studio/axe.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';
import { startCall } from '../../support/studio/call.ts';
import { startStudio } from '../../support/studio/server.ts';
import { stuckTransfer } from '../../support/studio/stuck-transfer.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** The first ones also are checked for barriers. */
const looks = [
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 3_840, height: 2_160, colorScheme: 'light' },
  { width: 640, height: 900, colorScheme: 'light' },
  { width: 1_280, height: 800, colorScheme: 'dark' },
] as const;
const checkedLooks = 2;

/** Fragments of addresses, each with a text that the page has once it is read. */
type Places = readonly (readonly [place: string, text: string])[];

async function expectFitting(page: Page, places: Places): Promise<void> {
  for (const [place, text] of places) {
    await page.evaluate((fragment) => (location.hash = fragment), place);
    await page.getByText(text).first().waitFor();
    for (const [index, { width, height, colorScheme }] of looks.entries()) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const surplus = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      const barriers = index < checkedLooks ? await barriersOf(page) : [];
      expect({ place, width, surplus, barriers }).toEqual({
        place,
        width,
        surplus: 0,
        barriers: [],
      });
    }
  }
}

describe.skipIf(browserPath === undefined)('at each width', () => {
  const browser = watchedBrowser();

  it('a wallet is whole, without barriers', async () => {
    const { server, id } = await stuckTransfer();
    await server.client.world('default').fork({ name: 'earlier', at: 20 });
    const page = await browser.open(server.studio());
    await expectFitting(page, [
      ['#/', 'fork of default at 20'],
      ['#/w/default/timeline?id=23', '#23'],
      ['#/w/default/transactions', '9 at this moment.'],
      [`#/w/default/transactions?id=${id}`, 'Max fee against base fee'],
      ['#/w/default/exchanges', '4 exchanges.'],
      ['#/w/default/exchanges?id=4', 'TransferInitiated at 17'],
      ['#/w/default/state', 'TransactionCompleted'],
      ['#/w/default/state?id=wallet/transactions', '9 rows.'],
      ['#/w/default/compare', 'Side by side'],
    ]);
    await page.goto(server.studio('/w/default/state'));
    const tables = page.getByRole('navigation', { name: 'Tables' });
    const badge = tables.getByText(/^\d+ changed$/).first();
    await badge.waitFor();
    // Names of tables have any length: somewhere in this range the line ends within the badge.
    for (let width = 100; width <= 300; width += 5) {
      await tables.evaluate((element, px) => (element.style.width = `${px}px`), width);
      expect(await badge.evaluate((element) => element.getClientRects().length)).toBe(1);
    }
  });

  it('a calendar is whole, without barriers', async () => {
    const server = await startStudio({ defaults: { fixture: 'calendar/town-year' } });
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio());
    await expectFitting(page, [
      ['#/w/default/calendar', 'January 2026'],
      ['#/w/default/calendar?id=252', 'History up to the scrubber'],
      ['#/w/default/timeline', '346 of 346'],
    ]);
  });

  it('a call is whole, without barriers', async () => {
    const server = await startCall('speech/support');
    onTestFinished(() => server.close());
    const page = await browser.open(server.studio('/w/default/calls'));
    await page.getByRole('link', { name: 'Conversation' }).waitFor();
    await expectFitting(page, [['#/w/default/calls', 'Conversation']]);
    await page.getByRole('link', { name: 'Conversation' }).click();
    await expectFitting(page, [[new URL(page.url()).hash, 'median 760 ms']]);
  });
});
