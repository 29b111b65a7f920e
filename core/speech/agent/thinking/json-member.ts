// Members of the answers of functions, which may be deep, large or invalid JSON.

import { canonical, type Json } from '../../../kernel/canonical.ts';
import { jsonIn } from '../../../kernel/parse-json.ts';
import { answerLimits } from '../limits.ts';

/** The value of a text that is JSON; undefined if it is none. */
export function parsedJson(text: string): Json | undefined {
  return jsonIn(text) as Json | undefined;
}

/** A member of a value, by names and numbers from the outermost on; null if there is none, or if it is too deep or too large. */
export function memberOf(value: Json, path: readonly string[]): Json {
  let member: Json = value;
  for (const name of path) {
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name)) return null;
    member = (member as { readonly [name: string]: Json })[name] ?? null;
  }
  return isPlain(member) ? member : null;
}

/** A value as text: strings without quotes, null as nothing, lists and objects as JSON. */
export function textOf(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? canonical(value) : String(value);
}

/** Whether JSON can represent a value again (1e999 is infinite), and its depth and its number of values are bounded. */
function isPlain(whole: Json): boolean {
  let values = 0;
  const visit = (value: Json, levels: number): boolean => {
    values += 1;
    if (values > answerLimits.memberValuesMax) return false;
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object' || value === null) return true;
    return levels > 0 && Object.values(value).every((each) => visit(each ?? null, levels - 1));
  };
  return visit(whole, answerLimits.argumentDepthMax);
}
