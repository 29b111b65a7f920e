import { expect, it } from 'vitest';
import { chainStart, link } from '../../../../adapters/recording/format/chain.ts';
import { withEndLine } from '../../../../adapters/recording/format/end-line.ts';

const lastState = { digest: 'd'.repeat(64), underWay: [1], unsent: [2, 3] };

it('adds the end line to a recording, once, with the number of its entries', () => {
  const header = link(chainStart, { kind: 'header' });
  const entry = link(header.hash, { kind: 'clock', n: 1 });
  for (const [lines, entries] of [
    [[header], 0],
    [[header, entry], 1],
  ] as const) {
    const text = lines.map((line) => `${line.text}\n`).join('');
    const end = link(lines.at(-1)?.hash ?? '', { kind: 'end', entries, ...lastState }, 'seal');
    const whole = withEndLine(text, lastState);
    expect(whole).toBe(`${text}${end.text}\n`);
    expect(withEndLine(whole, { digest: 'other' })).toBe(whole);
  }
});
