// Parses JSON bodies. Errors have the codes of PHP's json_last_error, as in the original.

import { isUtf8 } from 'node:buffer';
import { JsonLevelsError, JsonLimitError, parseJson } from '../../../../core/index.ts';
import type { SentFields } from './values.ts';

/** A body with a JSON content type that is not JSON. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: number;

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

const depth = { code: 1, message: 'Maximum stack depth exceeded' };
/** The original has no limit of names, and no code for it. */
const limit = ({ message }: JsonLimitError) => ({ code: 1, message: `The body ${message}` });
const syntax = { code: 4, message: 'Syntax error' };
const utf8 = { code: 5, message: 'Malformed UTF-8 characters, possibly incorrectly encoded' };
const utf16 = { code: 10, message: 'Single unpaired high surrogate in Unicode escape' };

/** The members of an object by name; none for other values and empty bodies. Throws JsonError. */
export function jsonMembers(body: Buffer): SentFields {
  if (body.length === 0) return {};
  if (!isUtf8(body)) throw new JsonError(utf8);
  const text = body.toString('utf8');
  const value = parsed(text);
  if (surrogate.test(text) && loneSurrogate.test(JSON.stringify(value))) {
    throw new JsonError(utf16);
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as SentFields) : {};
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonLevelsError) throw new JsonError(depth);
    throw new JsonError(error instanceof JsonLimitError ? limit(error) : syntax);
  }
}

/** An escaped surrogate, paired or not. */
const surrogate = /\\ud[89a-f]/i;

/** JSON.stringify escapes unpaired surrogates only. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
