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

const shortLength = 4_000;

/** The least that is measured, in microseconds: what is quicker tells nothing about how it grows. */
const grainUs = 500;

/** As {@link growthOver}, for texts of a length that are made of one unit. */
export function growthOf(run: (text: string) => unknown, unit: string): number {
  return growthOver((length) => run(unit.repeat(length / unit.length)), shortLength);
}

/**
 * How many times the work of a small size a size takes that is ten times as great: about 10 if the work grows with the size,
 * about 100 if it grows with its square. Work is processor time, the least of some tries.
 */
function growthOver(run: (size: number) => unknown, size: number): number {
  const workUs = (each: number) => {
    const before = cpuUsage();
    run(each);
    const { user, system } = cpuUsage(before);
    return user + system;
  };
  const least = (each: number) => Math.min(...Array.from({ length: 3 }, () => workUs(each)));
  return least(10 * size) / Math.max(least(size), grainUs);
}

/** What no linear work grows by, and no quadratic work stays below. */
export const growthMax = 40;
