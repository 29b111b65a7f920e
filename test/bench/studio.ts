// The studio's page in Chromium: how soon a world of 100,000 events is seen and folded, and how soon a scrub shows its state.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../package/chromium.ts';
import { builtMain, startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { importBuilt, startFlags } from './built.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';
import { createSessionFactory, record, storeSession } from './session.ts';

const eventsStored = 100_000;
/** The average number of events per transfer of the session. */
const eventsPerTransfer = 7;
const scrubs = 15;
/** The page may take so long, in ms, until the benchmark fails. */
const longestMs = 300_000;

export async function studioFigures({ rounds, scale }: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    const data = join(folder, 'studio.db');
    const events = await storeWorld(data, Math.ceil((eventsStored * scale) / eventsPerTransfer));
    const flags = ['--data', data, '--clock', 'frozen'];
    const server = await startServe(flags, { cwd: folder, program: [...startFlags, builtMain] });
    try {
      const headers = { Authorization: `Bearer ${server.token}` };
      await fetch(`${server.url}/__reprise/worlds/${record.name}`, { headers }); // the server loads it
      const opened: Opened[] = [];
      for (let round = 0; round < rounds; round += 1) opened.push(await open(server, events));
      return figuresOf(events, opened);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number of its events. */
async function storeWorld(file: string, transfers: number): Promise<number> {
  const factory = await createSessionFactory();
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const session = factory.openSession(factory.rules(nodeHost.hash));
  const store = openSqliteStore({ file });
  await storeSession(store, session, transfers);
  await store.close();
  return session.world.position;
}

interface Opened {
  /** All in ms; the first three since the navigation. */
  readonly canvasMs: number;
  readonly countedMs: number;
  readonly foldedMs: number;
  /** Of the processor, for the thread of the page, until all is folded. */
  readonly processorMs: number;
  readonly longestTaskMs: number;
  readonly scrubMs: readonly number[];
}

function figuresOf(events: number, opened: readonly Opened[]): readonly Figure[] {
  const of = (name: keyof Opened) => opened.map((one) => Number(one[name]));
  const scrubMs = opened.flatMap((one) => one.scrubMs);
  const most = opened.map((one) => Math.max(...one.scrubMs));
  const world = `a world of ${events.toLocaleString('en')} events`;
  return [
    plainFigure(`${world}: first canvas`, 'ms', of('canvasMs'), { most: 2_000 }),
    plainFigure(`${world}: all events counted and drawn`, 'ms', of('countedMs'), { most: 2_000 }),
    plainFigure(`${world}: folded to its present`, 'ms', of('foldedMs')),
    plainFigure(`${world}: folded, of the processor`, 'ms', of('processorMs')),
    plainFigure(`${world}: longest task while it is folded`, 'ms', of('longestTaskMs')),
    plainFigure('a scrub shows its state, median', 'ms', scrubMs, { most: 100 }),
    plainFigure(`a scrub shows its state, slowest of ${scrubs}`, 'ms', most, { most: 100 }),
  ];
}

async function open(server: ServeProcess, events: number): Promise<Opened> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    const place = `/w/${record.name}/timeline`;
    await page.goto(`${server.url}/__reprise/studio/#token=${server.token}&${place}`);
    const canvasMs = await msWhen(page, () =>
      document.querySelector('canvas')?.dataset['frameMs'] === undefined ? 0 : performance.now(),
    );
    const countedMs = await msWhen(
      page,
      (count: number) => {
        const text = document.querySelector('.scrubber .position')?.textContent;
        return text === `${count} of ${count}` ? performance.now() : 0;
      },
      events,
    );
    const foldedMs = await msWhen(page, () =>
      document.querySelector('.scrubber[aria-busy=false]') === null ? 0 : performance.now(),
    );
    const { metrics } = await devTools.send('Performance.getMetrics');
    const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const longestTaskMs = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { readonly tasks: readonly number[] }).tasks),
    );
    await page.getByRole('link', { name: 'State', exact: true }).click();
    await page.locator('#state-title').waitFor();
    const scrubMs: number[] = [];
    for (let index = 1; index <= scrubs; index += 1) {
      scrubMs.push(await page.evaluate(scrubTo, someBelow(events, index)));
    }
    return {
      canvasMs,
      countedMs,
      foldedMs,
      processorMs: taskSeconds * 1_000,
      longestTaskMs,
      scrubMs,
    };
  } finally {
    await browser.close();
  }
}

/** The instant that the page gives, once it is not 0. */
async function msWhen<Arg>(page: Page, instant: (arg: Arg) => number, arg?: Arg): Promise<number> {
  const options = { polling: 'raf', timeout: longestMs } as const;
  const found = await page.waitForFunction(instant as (arg: unknown) => number, arg, options);
  return found.jsonValue();
}

/** Spread over all, in no order. */
function someBelow(count: number, index: number): number {
  return 1 + Math.floor(((index * 0.618_033_988_749) % 1) * (count - 1));
}

/** In the page: moves the scrubber; the time until the frame is drawn with the state there and its changes, in ms. */
async function scrubTo(position: number): Promise<number> {
  const range = document.querySelector<HTMLInputElement>('.scrubber input[type=range]');
  if (range === null) throw new Error('There is no scrubber.');
  // Methods, since tsx calls a helper for functions with a name, which the page does not have.
  const view = {
    before: document.querySelector('.state code')?.getAttribute('title'),
    isShown() {
      const digest = document.querySelector('.state code')?.getAttribute('title');
      const empty = document.querySelector('.state-content > .empty')?.textContent ?? '';
      return digest !== this.before && !empty.startsWith('Comparing');
    },
  };
  const startedMs = performance.now();
  range.value = String(position);
  range.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!view.isShown()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - startedMs;
}
