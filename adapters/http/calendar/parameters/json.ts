// JSON bodies: the members of an object, or why the text is no JSON, with the numbers by which the original names reasons.

import { isUtf8 } from 'node:buffer';

/** The body says that it is JSON and is not. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: number;

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

/** The deepest nesting of arrays and objects. */
export const jsonDepthMax = 512;

const depth = { code: 1, message: 'Maximum stack depth exceeded' };
const syntax = { code: 4, message: 'Syntax error' };
const utf8 = { code: 5, message: 'Malformed UTF-8 characters, possibly incorrectly encoded' };
const utf16 = { code: 10, message: 'Single unpaired high surrogate in Unicode escape' };

/** Its members by name; none in a list, a number, an empty body. Throws JsonError. */
export function jsonMembers(body: Buffer): ReadonlyMap<string, unknown> {
  if (body.length === 0) return new Map();
  if (!isUtf8(body)) throw new JsonError(utf8);
  const text = body.toString('utf8');
  if (text.length > jsonDepthMax && depthOf(text) > jsonDepthMax) throw new JsonError(depth);
  const value = parsed(text);
  if (/\\ud[89a-f]/i.test(text) && loneSurrogate.test(JSON.stringify(value))) {
    throw new JsonError(utf16);
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonError(syntax);
  }
}

/** Half of a pair, as JSON.stringify writes it: no such text can be encoded. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** How deep the brackets outside of strings are nested. */
function depthOf(text: string): number {
  let deepest = 0;
  let open = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (open += 1));
    else if (character === ']' || character === '}') open -= 1;
  }
  return deepest;
}
