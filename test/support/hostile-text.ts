// Texts that try how careful code is with markup, and how its work grows with a text.

import { cpuUsage } from 'node:process';
import fc from 'fast-check';

const pieces = [
  '<p>|</p>|<div>|</div>|<b>|</b>|<br>|<br />|<hr>|<ul>|<li>|</ul>|<pre>|</pre>|<script>|</script>|<textarea>|</textarea>',
  '|<svg>|</svg>|<svg/>|<!--|-->|<!-- x -->|<a href="|">|',
  "<a title='|'>|<|</|>|&|&amp;|&lt;|\"|'|\n|\n\n|\r\n| |\t|\u00a0|a|é|[gallery]|%c3%a9|%|-|.|—|<img src=x>|<table><tr><td>|<3|<!x",
]
  .join('')
  .split('|');

/** Characters of any script, and halves of some. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCodePoint(code)),
    fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  ),
});

/** Markup, whole and broken, put together at random. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 24 })
  .map((chosen) => chosen.join(''));

const [shortLength, longLength] = [4_000, 40_000];

/** The least that is measured, in microseconds: what is quicker tells nothing about how it grows. */
const grainUs = 500;

/**
 * How many times the work of a short text one takes that is ten times as long and made of the same unit: about 10 if the work
 * grows with the length, about 100 if it grows with its square. Work is processor time, the least of some tries.
 */
export function growthOf(run: (text: string) => unknown, unit: string): number {
  const workUs = (length: number) => {
    const text = unit.repeat(length / unit.length);
    const before = cpuUsage();
    run(text);
    const { user, system } = cpuUsage(before);
    return user + system;
  };
  const least = (length: number) => Math.min(...Array.from({ length: 3 }, () => workUs(length)));
  return least(longLength) / Math.max(least(shortLength), grainUs);
}

/** What no linear work grows by, and no quadratic work stays below. */
export const growthMax = 40;
