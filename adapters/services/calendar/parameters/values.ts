// What a value that a client sent may be taken for: a number, a list, a word for yes. The original is written in a language
// that turns texts into numbers and maps into lists by itself (reference/calendar.md section 1.2).

/** A number or a text that is one, with blanks around it; no infinite ones. Integers too great to be exact become the greatest. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string' && !numberText.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  const { MAX_SAFE_INTEGER: most } = Number;
  return Math.max(-most, Math.min(most, number));
}

const numberText = /^\s*[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:e[+-]?\d{1,3})?\s*$/i;

/** A whole number of at least 1, or a text that is one. */
export function positiveIntegerIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** A map, as JSON and bracket names have them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as a map with names; lists are none. */
export function fieldsIn(value: unknown): Fields | undefined {
  const isMap = typeof value === 'object' && value !== null && listIn(value) === undefined;
  return isMap ? (value as Fields) : undefined;
}

/** A member that the client sent, not one that every object has. */
export function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The items of a list; a map whose names all are numbers is one too, in the order in which they came. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.keys(value).every((name) => digits.test(name)) ? Object.values(value) : undefined;
}

const digits = /^\d+$/;

/** The most items of one list. */
export const listItemsMax = 1_000;

/**
 * The items of a list, or of a text with commas; blanks around commas and empty items do not count. `undefined` where there
 * are more than one list may have.
 */
export function itemsIn(value: unknown): readonly unknown[] | undefined {
  const most = listItemsMax + 1;
  const items = listIn(value) ?? (typeof value === 'string' ? value.split(',', most) : [value]);
  if (items.length > listItemsMax) return undefined;
  const said: unknown[] = [];
  for (const item of items) {
    const one = typeof item === 'string' ? item.trim() : item;
    if (one !== '' && one !== null && one !== undefined) said.push(one);
  }
  return said;
}

/** The same as texts, without what is neither text nor number. */
export function wordsIn(value: unknown): readonly string[] | undefined {
  const items = itemsIn(value);
  if (items === undefined) return undefined;
  const words: string[] = [];
  for (const item of items) {
    if (typeof item === 'string' || typeof item === 'number') words.push(String(item));
  }
  return words;
}

/** What stands for nothing: no text, no number but 0, an empty list. */
export function isNothing(value: unknown): boolean {
  if (value === '' || value === 0 || value === '0' || value === false) return true;
  return value === null || value === undefined || listIn(value)?.length === 0;
}

const yes: readonly unknown[] = ['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true'];

/** Whether the value is a word for yes, in any letter case; numbers count by being other than 0, lists by not being empty. */
export function isTruthy(value: unknown): boolean {
  return typeof value === 'string' ? yes.includes(value.toLowerCase()) : !isNothing(value);
}

/** The booleans that typed parameters take; `undefined` for anything else. */
export function booleanIn(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 1 || word === '1' || word === 'true') return true;
  if (word === false || word === 0 || word === '0' || word === 'false') return false;
  return undefined;
}
