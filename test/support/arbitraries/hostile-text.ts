// Texts that test how code handles markup, and how its run time grows with the length of a text.

import { cpuUsage } from 'node:process';
import fc from 'fast-check';

const pieces = [
  '<p>|</p>|<div>|</div>|<b>|</b>|<br>|<br />|<hr>|<ul>|<li>|</ul>|<pre>|</pre>|<script>|</script>|<textarea>|</textarea>',
  '|<svg>|</svg>|<svg/>|<!--|-->|<!-- x -->|<a href="|">|',
  "<a title='|'>|<|</|>|&|&amp;|&lt;|\"|'|\n|\n\n|\r\n| |\t|\u00a0|a|é|[gallery]|%c3%a9|%|-|.|—|<img src=x>|<table><tr><td>|<3|<!x",
]
  .join('')
  .split('|');

/** Characters of any script, and lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCodePoint(code)),
    fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  ),
});

/** Random sequences of whole and broken markup. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 24 })
  .map((chosen) => chosen.join(''));

const shortLength = 4_000;

/** The smallest run time that counts, in microseconds: shorter ones are mostly noise. */
const grainUs = 500;

/** As {@link growthOver}, for texts that repeat one unit. */
export function growthOf(run: (text: string) => unknown, unit: string): number {
  return growthOver((length) => run(unit.repeat(length / unit.length)), shortLength);
}

/**
 * The factor by which processor time grows for an input of ten times the size: about 10 for linear work, about 100 for
 * quadratic work. Compares the minimum of three runs of each size.
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

/** Above the growth of linear work, below that of quadratic work. */
export const growthMax = 40;
