// Chromium for tests of the studio. Each page is watched: no error on the console, no report of the Content-Security-Policy, no request
// to another host.

import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findChromium } from '../../package/chromium.ts';

/** Undefined if there is none; CI installs it. */
export const browserPath = (() => {
  try {
    return findChromium();
  } catch {
    return undefined;
  }
})();

export interface PageOptions extends BrowserContextOptions {
  /** Whether the server may be gone: then the console says so. */
  readonly mayLoseServer?: boolean;
  /** The status with which the server may refuse a request: then the console says so. */
  readonly refusedWith?: number;
  /** Collects the addresses of all requests. */
  readonly requested?: string[];
}

export interface WatchedBrowser {
  /** Opens a page, of 1280 by 800 points unless told otherwise. */
  readonly open: (url: string, options?: PageOptions) => Promise<Page>;
}

/** A browser for the tests of a file. After each test nothing may have been reported. */
export function watchedBrowser(): WatchedBrowser {
  let browser: Browser | undefined;
  let reports: string[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      ...(browserPath === undefined ? {} : { executablePath: browserPath }),
      args: ['--no-sandbox'],
    });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    const found = reports;
    reports = [];
    expect(found).toEqual([]);
  });
  return {
    async open(url, { mayLoseServer = false, refusedWith, requested = [], ...options } = {}) {
      if (browser === undefined) throw new Error('The browser is not started.');
      const context = await browser.newContext({
        viewport: { width: 1_280, height: 800 },
        reducedMotion: 'reduce',
        ...options,
      });
      const page = await context.newPage();
      const own = new URL(url);
      page.on('console', (message) => {
        const isLoss = message.text().startsWith('Failed to load resource: net::ERR_');
        if (isLoss && mayLoseServer) return;
        if (refusedWith !== undefined && message.text().includes(`status of ${refusedWith} `))
          return;
        if (message.type() === 'error' || message.type() === 'warning') {
          reports.push(`${message.type()}: ${message.text()} ${message.location().url}`.trim());
        }
      });
      page.on('pageerror', (error) => reports.push(`error: ${error.stack ?? error.message}`));
      page.on('request', (request) => {
        requested.push(request.url());
        const { protocol, host } = new URL(request.url());
        const isOwn = host === own.host && protocol === own.protocol;
        if (!isOwn && protocol !== 'blob:' && protocol !== 'data:') {
          reports.push(`request to ${request.url()}`);
        }
      });
      await page.goto(url);
      return page;
    },
  };
}
