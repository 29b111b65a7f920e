// Text for a terminal: in colours where they are wanted, no wider than it is, and free of what would steer it.

import colours from 'picocolors';
import type { Surroundings } from './serve.ts';

export type Colours = ReturnType<typeof colours.createColors>;

/** Colours as the flags --color and --no-color say, else on a terminal unless NO_COLOR is set. */
export function coloursFor(
  isWanted: boolean | undefined,
  { isTerminal, env }: Surroundings,
): Colours {
  return colours.createColors(isWanted ?? (isTerminal && (env['NO_COLOR'] ?? '') === ''));
}

/** What a recording says, without what would steer a terminal: control characters and those that turn its direction. */
export function harmless(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** At most so many characters; what is left out is shown as `…`. */
export function clipped(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const part = text.slice(0, Math.max(0, charsMax - 1));
  return `${part.replace(/[\ud800-\udbff]$/, '')}…`; // no half of a character
}
