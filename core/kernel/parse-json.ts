// Parses JSON that comes from outside: bodies, frames, files, and JSON within them. The code that reads the values recurses, and
// printing them takes quadratic time in their levels: so these have a limit, which is checked before any other work.

/** The most levels of lists and objects in JSON, at every door. It is that of PHP, whose refusal clients of the calendar know. */
export const jsonLevelsMax = 512;

/** A text with more levels. */
export class JsonLevelsError extends Error {
  override readonly name = 'JsonLevelsError';

  constructor() {
    super(`has more than ${jsonLevelsMax} levels of lists and objects`);
  }
}

/** The value of a JSON text. Throws SyntaxError or JsonLevelsError. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new JsonLevelsError();
  return JSON.parse(text) as unknown;
}

/** The value of a JSON text; undefined if it is none, or has too many levels. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a JSON text has too many levels. */
export function isTooDeep(text: string): boolean {
  return hasManyBrackets(text) && levelsOf(text) > jsonLevelsMax;
}

/** Cheaper than `levelsOf`, and false for almost all texts. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if ((count += 1) > jsonLevelsMax) return true;
    }
  }
  return false;
}

/** The levels of brackets outside strings. */
function levelsOf(text: string): number {
  let most = 0;
  let open = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isQuoted = !isQuoted;
    else if (isQuoted) at += Number(code === backslash);
    else if (code === openBracket || code === openBrace) most = Math.max(most, (open += 1));
    else if (code === closeBracket || code === closeBrace) open -= 1;
  }
  return most;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
