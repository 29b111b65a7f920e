// Hostile recordings in each view of a file, in Chromium: content is text and runs nothing, and no edit or cut throws or hangs.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Page } from '@playwright/test';
import { describe, expect, it, vi } from 'vitest';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../../adapters/recording/format/recording-error.ts';
import { recordingStory } from '../../../adapters/studio/story/recording-story.ts';
import { writeHtml } from '../../../adapters/studio/story/written-html.ts';
import { hostileValue, membersOf, put } from '../../support/recording/edited-lines.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../support/recording/recordings.ts';
import { runs } from '../../support/runner/runs.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { browserPath, watchedBrowser } from '../../support/studio/browser.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = recordingFolder();
const views = ['timeline', 'transactions', 'exchanges', 'calls', 'calendar', 'state', 'compare'];

/** How long a view may keep the page busy, in ms. */
const answersWithinMs = 5_000;

/** The page of a recording; undefined if that is refused. */
async function fileOf(recording: string): Promise<string | undefined> {
  try {
    const story = await recordingStory(recording, await readAnyRecording(recording));
    const file = recording.replace('.jsonl', '.html');
    rmSync(file, { force: true });
    writeHtml(file, story, true);
    return pathToFileURL(file).href;
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

/** Nothing ran, nothing leads out of the page, and the page still answers. */
async function expectCalm(page: Page): Promise<void> {
  const found = page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const foreign = [...document.querySelectorAll('main a, main img, main script, main iframe')];
    return {
      ran: 'ran' in globalThis,
      foreign: foreign
        .map((each) => each.getAttribute('href') ?? each.tagName)
        .filter((target) => !target.startsWith('#/')),
      surplus: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  const late = new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error('The page hangs.')), answersWithinMs);
    void found.finally(() => clearTimeout(timer));
  });
  expect(await Promise.race([found, late])).toEqual({ ran: false, foreign: [], surplus: 0 });
}

describe.skipIf(browserPath === undefined)('a hostile recording', () => {
  const browser = watchedBrowser();

  /** Opens each view of the worlds of a file, and what its first link leads to. */
  async function lookAtAll(file: string): Promise<void> {
    const page = await browser.open(file, { offline: true, viewport: { width: 400, height: 700 } });
    await page.locator('main').waitFor();
    await page.goto(`${file}#/`);
    const world = page.getByRole('table').getByRole('link').first();
    const [, name = ''] = /#\/w\/([^/]+)\//.exec((await world.getAttribute('href')) ?? '') ?? [];
    for (const view of views) {
      await page.goto(`${file}#/w/${name}/${view}`);
      await expectCalm(page);
      const link = page.locator('main').getByRole('link').last();
      if ((await link.count()) === 0) continue;
      await link.click();
      await expectCalm(page);
    }
    await page.context().close();
  }

  /** Fields that clients fill in, of events, requests and frames. */
  const filled =
    /^(title|description|excerpt|name|refId|url|website|text|transcript|content|phone|email|address|cost|reason)$/;
  const texts = [
    '</script><script>ran = 1</script><img src=x onerror="ran = 1"><!--<script>',
    'javascript:ran=1',
    '\u202e\u2066\u2028right to left',
    'x'.repeat(1_048_576),
  ];

  it.each(['calendar/publishers-day', 'wallet/webhooks', 'speech/booking'])(
    'of %s is text in each view',
    async (name) => {
      const lines = linesOf(`recordings/v1/${name}.jsonl`);
      let count = 0;
      const [_header, ...entries] = lines;
      for (const [owner, member] of entries.flatMap((line: Raw) => membersOf(line))) {
        if (!filled.test(member) || typeof owner[member] !== 'string') continue;
        owner[member] = texts[count < texts.length ? count : count % (texts.length - 1)];
        count += 1;
      }
      expect(count).toBeGreaterThan(texts.length);
      const file = await fileOf(writeSealed(join(folder, 'text.jsonl'), lines));
      expect(file).toBeDefined();
      await lookAtAll(file ?? '');
    },
  );

  const names = fc.constantFrom('calendar/publishers-day', 'wallet/webhooks', 'speech/booking');

  it('with random edits is shown, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.array(fc.tuple(fc.nat(), hostileValue)), async (name, edits) => {
        const lines = linesOf(`recordings/v1/${name}.jsonl`);
        const data = lines.flatMap((line: Raw) => (line.kind === 'event' ? [line.data] : []));
        for (const [place, value] of edits) put(data, place, value);
        const file = await fileOf(writeSealed(join(folder, 'edited.jsonl'), lines));
        if (file !== undefined) await lookAtAll(file);
      }),
      runs(15),
    );
  });

  it('that is cut anywhere is shown, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.double({ min: 0.1, max: 1, noNaN: true }), async (name, share) => {
        const whole = readFileSync(`recordings/v1/${name}.jsonl`);
        const cut = join(folder, 'cut.jsonl');
        writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)));
        const file = await fileOf(cut);
        if (file !== undefined) await lookAtAll(file);
      }),
      runs(10),
    );
  });
});
