// Text for a terminal: colours, and escaping of control characters.

import colours from 'picocolors';
import type { CliHost } from './cli-host.ts';

export type Colours = ReturnType<typeof colours.createColors>;

/** Colours by --color or --no-color, else on a terminal unless NO_COLOR is set. */
export function coloursFor(flag: boolean | undefined, { isTerminal, env }: CliHost): Colours {
  return colours.createColors(flag ?? (isTerminal && (env['NO_COLOR'] ?? '') === ''));
}

/** Escapes control characters and those that change the direction of text, in data. */
export function escapeControlChars(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, escaped);
}

/**
 * Escapes the same in a printed line, but for the controls of ASCII, which colours and tabs are made of. JSON stays JSON with the
 * same values.
 */
export function harmlessLine(line: string): string {
  return line.replaceAll(/[\u0080-\u009f\p{Bidi_Control}]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
