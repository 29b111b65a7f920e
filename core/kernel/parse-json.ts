// Parses JSON that comes from outside: bodies, frames, files, and JSON within them. The code that reads the values recurses, printing
// them takes quadratic time in their levels, and JSON.parse is slow for names that differ: these have limits, which are checked before
// any other work.

/** The most levels of lists and objects in JSON, at every door. It is that of PHP, whose refusal clients of the calendar know. */
export const jsonLevelsMax = 512;

/** The most different names of members in JSON, at every door. Each costs up to 1.5 µs; repeated ones cost nearly nothing. */
export const jsonNamesMax = 10_000;

/** A text beyond a limit. */
export class JsonLimitError extends Error {
  override readonly name: string = 'JsonLimitError';
}

/** A text with more levels. */
export class JsonLevelsError extends JsonLimitError {
  override readonly name = 'JsonLevelsError';

  constructor() {
    super(`has more than ${jsonLevelsMax} levels of lists and objects`);
  }
}

/** A text with more names. */
export class JsonNamesError extends JsonLimitError {
  override readonly name = 'JsonNamesError';

  constructor() {
    super(`has more than ${jsonNamesMax} different names of members`);
  }
}

/** The value of a JSON text. Throws SyntaxError or JsonLimitError. */
export function parseJson(text: string): unknown {
  const error = limitError(text);
  if (error !== undefined) throw error;
  return JSON.parse(text) as unknown;
}

/** The value of a JSON text; undefined if it is none, or is beyond a limit. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a JSON text has too many levels. */
export function isTooDeep(text: string): boolean {
  return limitError(text) instanceof JsonLevelsError;
}

/** The limit that a JSON text exceeds, if any. */
function limitError(text: string): JsonLimitError | undefined {
  const mayBeDeep = hasMoreOf(text, ['[', '{'], jsonLevelsMax);
  const mayHaveManyNames = hasMoreOf(text, [':'], jsonNamesMax);
  return mayBeDeep || mayHaveManyNames ? limitErrorIn(text) : undefined;
}

/** Whether some signs are in a text more often: cheap, and false for almost all texts. */
function hasMoreOf(text: string, signs: readonly string[], countMax: number): boolean {
  let count = 0;
  for (const sign of signs) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if ((count += 1) > countMax) return true;
    }
  }
  return false;
}

/** Looks at the brackets and colons outside strings. */
function limitErrorIn(text: string): JsonLimitError | undefined {
  const names = new Set<string>();
  let levels = 0;
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      start = at;
      end = closingQuote(text, start);
      at = end;
    } else if (code === colon) {
      names.add(text.slice(start, end));
      if (names.size > jsonNamesMax) return new JsonNamesError();
    } else if (code === openBracket || code === openBrace) {
      levels += 1;
      if (levels > jsonLevelsMax) return new JsonLevelsError();
    } else if (code === closeBracket || code === closeBrace) levels -= 1;
  }
  return undefined;
}

/** The end of the string that begins with a quote: its last quote, or the end of the text. */
function closingQuote(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (!isEscaped(text, at)) return at;
  }
}

/** Whether an odd number of backslashes is before a quote. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
