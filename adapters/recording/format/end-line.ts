// Ends a recording that is still being written, in a copy: the text becomes a whole recording.

import { chainStart, link } from './chain.ts';
import type { End } from './entries.ts';

/** What an end line says of the world, and of the sessions, after the last entry. */
export type LastState = Omit<End, 'kind' | 'entries' | 'seal'>;

/** The text of a recording with an end line. A text with an end line stays as it is. */
export function withEndLine(text: string, lastState: LastState): string {
  const last = text.slice(text.lastIndexOf('\n', text.length - 2) + 1);
  const { kind, n = 0, h = chainStart } = JSON.parse(last) as LastLine;
  if (kind === 'end') return text;
  return `${text}${link(h, { kind: 'end', entries: n, ...lastState }, 'seal').text}\n`;
}

interface LastLine {
  readonly kind: string;
  /** The number of the entry; a header has none. */
  readonly n?: number;
  readonly h?: string;
}
