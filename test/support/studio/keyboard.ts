// Uses a page by keyboard alone. At each press the focus must be on an element, visible, and not covered by the bars of the page.

import type { Locator, Page } from '@playwright/test';
import { expect } from 'vitest';

/** Within which the focus is somewhere, in ms: a page may be drawn slowly. */
const soonMs = 15_000;

/** Presses of Tab after which an element counts as out of reach. */
const tabsMax = 400;

/** The element with the focus. */
export interface FocusStop {
  /** Its role or tag, and the start of its text. */
  readonly name: string;
  /** The part of the page: 0 the top bar, 1 the content, 2 the scrubber. */
  readonly part: number;
  /** Empty where the focus is visible. */
  readonly problem: string;
}

function focusOf(page: Page): Promise<FocusStop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) {
      return { name: 'body', part: -1, problem: 'nothing has the focus' };
    }
    const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    const name = `${role} ${label.trim().slice(0, 40)}`;
    const part = element.closest('main') === null ? (element.closest('footer') ? 2 : 0) : 1;
    const problemOf = () => {
      const { outlineStyle } = getComputedStyle(element);
      if (!element.matches(':focus-visible') || outlineStyle === 'none') return 'has no outline';
      const box = element.getBoundingClientRect();
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      if (right <= left || bottom <= top) return 'is outside of the window';
      const points = [0.1, 0.5, 0.9].map((share) => top + (bottom - top) * share);
      const isSeen = points.some((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit !== null && (element.contains(hit) || hit.contains(element));
      });
      return isSeen ? '' : 'is covered';
    };
    return { name, part, problem: problemOf() };
  });
}

/** Presses a key. Rejects unless an element has the focus and is visible soon afterwards. */
export async function press(page: Page, key: string): Promise<FocusStop> {
  await page.keyboard.press(key);
  let stop = await focusOf(page);
  await expect
    .poll(
      async () => {
        if (stop.problem !== '') stop = await focusOf(page);
        return stop.problem === '' ? '' : `after ${key}: ${stop.name} ${stop.problem}`;
      },
      { timeout: soonMs },
    )
    .toBe('');
  return stop;
}

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab, until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let count = 0; count < tabsMax; count += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    const { part } = await focusOf(page);
    if (part === -1) await press(page, key); // from the browser, which follows the last element, to the first one
  }
  throw new Error(`${tabsMax} presses of ${key} do not lead to ${target.toString()}.`);
}

/** Goes to an element by Tab, and presses a key there: Enter, unless told otherwise. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<FocusStop> {
  await tabTo(page, target);
  return press(page, key);
}

/** The stops of Tab from the first element of the page to its last one. */
export async function stopsOf(page: Page): Promise<readonly FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let count = 0; count < tabsMax; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await focusOf(page);
    // After the last one comes the browser, or the first one again.
    if (stop.part === -1 || stop.name === stops[0]?.name) return stops;
    stops.push(stop);
  }
  throw new Error(`The page has more than ${tabsMax} stops.`);
}
