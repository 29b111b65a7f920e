// The browser of the system; Playwright would download one.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the browser. Throws if there is none. */
export function findChromium(): string {
  // The first one has no window at all, and is faster.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun);
  const path = process.env['REPRISE_CHROMIUM'] ?? found;
  if (path !== undefined) return path;
  throw new Error(
    'There is no chromium: install the package chromium-headless-shell, or set REPRISE_CHROMIUM.',
  );
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
