// Checks a page for barriers with axe-core, in the page itself.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The findings, each as one line; none in a page without known barriers. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  // Once in each document; by the debugger, which no Content-Security-Policy keeps out.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(readFileSync(axeFile, 'utf8'));
  }
  return page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const { axe } = globalThis as any;
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(
      ({ id, help, nodes }: { id: string; help: string; nodes: { target: string[] }[] }) =>
        `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
  });
}
