// Ends a recording that is still being written, in a copy: the text becomes a whole recording.

import { chainStart, link } from './chain.ts';

/** The text of a recording with an end line. `digest`: of the world, after the last line. A text with an end line stays as it is. */
export function withEndLine(text: string, digest: string): string {
  const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
  const { kind, n = 0, h = chainStart } = JSON.parse(last) as LastLine;
  if (kind === 'end') return text;
  return `${text}${link(h, { kind: 'end', entries: n, digest }, 'seal').text}\n`;
}

interface LastLine {
  readonly kind: string;
  /** The number of the entry; a header has none. */
  readonly n?: number;
  readonly h?: string;
}
