// Coercion of sent values to numbers, lists and booleans, as PHP does it in the original (reference/calendar.md section 1.2).

/** A finite number, or a text of one, clamped to the safe integers. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string' && !numberText.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  const { MAX_SAFE_INTEGER: most } = Number;
  return Math.max(-most, Math.min(most, number));
}

const numberText = /^\s*[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:e[+-]?\d{1,3})?\s*$/i;

/** An integer of at least 1, or a text of one. */
export function positiveIntegerIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** A map: a JSON object, or bracket names. */
export type SentFields = Readonly<Record<string, unknown>>;

/** The value as a map; undefined for lists and other values. */
export function fieldsIn(value: unknown): SentFields | undefined {
  const isMap = typeof value === 'object' && value !== null && listIn(value) === undefined;
  return isMap ? (value as SentFields) : undefined;
}

/** An own member: not one that every object inherits. */
export function own(fields: SentFields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The items of a list, or of a map whose names are all numbers, in the order in which they were sent. */
function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.keys(value).every((name) => digits.test(name)) ? Object.values(value) : undefined;
}

const digits = /^\d+$/;

/** The most items of one list. */
export const listItemsMax = 1_000;

/** The items of a list, or of a text with commas, trimmed and without empty ones; undefined if the list is too long. */
export function itemsIn(value: unknown): readonly unknown[] | undefined {
  const most = listItemsMax + 1;
  const items = listIn(value) ?? (typeof value === 'string' ? value.split(',', most) : [value]);
  if (items.length > listItemsMax) return undefined;
  const filled: unknown[] = [];
  for (const item of items) {
    const one = typeof item === 'string' ? item.trim() : item;
    if (one !== '' && one !== null && one !== undefined) filled.push(one);
  }
  return filled;
}

/** The items that are texts or numbers, as texts. */
export function wordsIn(value: unknown): readonly string[] | undefined {
  const items = itemsIn(value);
  if (items === undefined) return undefined;
  const words: string[] = [];
  for (const item of items) {
    if (typeof item === 'string' || typeof item === 'number') words.push(String(item));
  }
  return words;
}

/** Whether PHP considers the value empty: an empty text, 0, false, null, an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === '' || value === 0 || value === '0' || value === false) return true;
  return value === null || value === undefined || listIn(value)?.length === 0;
}

const truthyWords = ['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true'];

/** Whether the value is a truthy word in any case, or a value other than a text that is not empty. */
export function isTruthy(value: unknown): boolean {
  return typeof value === 'string' ? truthyWords.includes(value.toLowerCase()) : !isEmpty(value);
}

/** The value of a typed boolean; undefined for other values. */
export function booleanIn(value: unknown): boolean | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 1 || word === '1' || word === 'true') return true;
  if (word === false || word === 0 || word === '0' || word === 'false') return false;
  return undefined;
}
