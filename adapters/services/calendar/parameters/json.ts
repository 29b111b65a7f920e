// Parses JSON bodies. Errors have the codes of PHP's json_last_error, as in the original.

import { isUtf8 } from 'node:buffer';
import type { Fields } from './values.ts';

/** A body with a JSON content type that is not JSON. */
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

/** The members of an object by name; none for other values and empty bodies. Throws JsonError. */
export function jsonMembers(body: Buffer): Fields {
  if (body.length === 0) return {};
  if (!isUtf8(body)) throw new JsonError(utf8);
  const text = body.toString('utf8');
  if (hasManyBrackets(text) && depthOf(text) > jsonDepthMax) throw new JsonError(depth);
  const value = parsed(text);
  if (surrogate.test(text) && loneSurrogate.test(JSON.stringify(value))) {
    throw new JsonError(utf16);
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new JsonError(syntax);
  }
}

/** An escaped surrogate, paired or not. */
const surrogate = /\\ud[89a-f]/i;

/** JSON.stringify escapes unpaired surrogates only. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Whether the nesting may be too deep: cheaper than depthOf, and false for almost all texts. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if ((count += 1) > jsonDepthMax) return true;
    }
  }
  return false;
}

/** The nesting depth of brackets outside strings. */
function depthOf(text: string): number {
  let deepest = 0;
  let open = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isQuoted = !isQuoted;
    else if (isQuoted) at += Number(code === backslash);
    else if (code === openBracket || code === openBrace) deepest = Math.max(deepest, (open += 1));
    else if (code === closeBracket || code === closeBrace) open -= 1;
  }
  return deepest;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
