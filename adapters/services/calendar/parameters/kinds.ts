// Kinds of parameters: validation, parsing and JSON Schema (reference/calendar.md sections 1.2, 2 and 5 to 8). The core
// validates values that depend on the clock, zone rules or records, such as dates and ids.

import { calendar } from '../../../../core/index.ts';
import type { JsonSchema } from '../../../protocol/json-schema.ts';
import {
  booleanIn,
  isEmpty,
  isTruthy,
  itemsIn,
  numberIn,
  positiveIntegerIn,
  wordsIn,
} from './values.ts';
import { isUrl } from './url.ts';

/** The result of parsing an invalid value. */
export const invalid: unique symbol = Symbol('invalid');

/** The result of parsing an invalid value, with a reason. */
export class Refused {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export interface Kind<T> {
  /** The type, checked after validation. Typed parameters refuse null, untyped ones treat it as absent. */
  readonly type?: 'string' | 'integer' | 'boolean';
  /** The length limit of a text or of each item of a list. Default: {@link calendar.wordCharsMax}. */
  readonly charsMax?: number;
  /** Whether texts are lists with commas. */
  readonly isList?: true;
  /** Its JSON Schema. */
  readonly form: JsonSchema;
  /** Parses a value; undefined if it has the wrong type or, without a type, counts as absent. */
  readonly read: (value: unknown) => T | typeof invalid | Refused | undefined;
}

const textForm: JsonSchema = { type: 'string' };
const integerForm: JsonSchema = { type: 'integer', minimum: 1 };
const idsForm: JsonSchema = { type: 'array', items: { type: 'integer' } };

const isText = (value: unknown): value is string => typeof value === 'string';
const textIn = (value: unknown): string | undefined => (isText(value) ? value : undefined);

/** A kind with a length limit, checked before parsing. */
export function upTo<T>(charsMax: number, kind: Kind<T>): Kind<T> {
  return { ...kind, charsMax };
}

/** The refusal of a value that is too long; undefined otherwise. */
export function tooLongIn(
  value: unknown,
  { charsMax, isList }: Kind<unknown>,
): Refused | undefined {
  const most = charsMax ?? calendar.wordCharsMax;
  if (longestIn(value, isList === true) <= most) return undefined;
  return new Refused(`must have at most ${most} characters`);
}

/** The length of the longest text: the value itself, a part between commas, or an item. Nested maps have tables of their own. */
function longestIn(value: unknown, isList: boolean): number {
  if (typeof value === 'string') return isList ? longestPart(value) : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const item of Object.values(value)) {
    if (typeof item === 'string' && item.length > longest) longest = item.length;
  }
  return longest;
}

function longestPart(list: string): number {
  let longest = 0;
  for (let start = 0; start <= list.length;) {
    const comma = list.indexOf(',', start);
    const end = comma === -1 ? list.length : comma;
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return longest;
}

/** A whole number of at least 1: pages and ids. */
export const positiveInteger: Kind<number> = {
  type: 'integer',
  form: integerForm,
  read: (value) => positiveIntegerIn(value) ?? invalid,
};

/** A text that is not empty. */
export const text: Kind<string> = {
  type: 'string',
  form: { ...textForm, minLength: 1 },
  read: (value) => (isText(value) && value !== '' ? value : invalid),
};

export const textOrEmpty: Kind<string> = {
  type: 'string',
  form: textForm,
  read: (value) => (isText(value) ? value : isEmpty(value) ? undefined : invalid),
};

export const boolean: Kind<boolean> = {
  type: 'boolean',
  form: { type: 'boolean' },
  read: booleanIn,
};

function dateIn(value: unknown): string | typeof invalid {
  if (isText(value)) return value.trim() === '' ? invalid : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : invalid;
}

/** The text of a date, or Unix seconds. The core parses it. */
export const date: Kind<string> = {
  type: 'string',
  charsMax: calendar.dateCharsMax,
  form: { ...textForm, minLength: 1 },
  read: dateIn,
};

/** A date among the filters of a list, which are untyped. */
export const dateBound: Kind<string> = {
  charsMax: calendar.dateCharsMax,
  form: textForm,
  read: dateIn,
};

/** True for truthy words, false for all other values. */
export const truthy: Kind<boolean> = { form: textForm, read: isTruthy };

/** A truthy word typed as text, or a boolean (reference/calendar.md section 6.2, proposal). */
export const truthyText: Kind<boolean> = {
  type: 'string',
  form: textForm,
  read: (value) => (isText(value) || typeof value === 'boolean' ? isTruthy(value) : undefined),
};

function urlIn(value: unknown): string | typeof invalid | undefined {
  if (isText(value) && isUrl(value)) return value;
  return isEmpty(value) ? textIn(value) : invalid;
}

/** A URL; empty values are parsed as an empty text. */
export const urlOrEmpty: Kind<string> = {
  charsMax: calendar.websiteCharsMax,
  form: textForm,
  read: (value) => urlIn(value) ?? '',
};

export const typedUrlOrEmpty: Kind<string> = {
  type: 'string',
  charsMax: calendar.websiteCharsMax,
  form: textForm,
  read: urlIn,
};

function imageIn(value: unknown): number | string | typeof invalid {
  const id = numberIn(value);
  if (isText(value)) return id ?? (value.trim() || invalid);
  return id !== undefined && Number.isInteger(id) && id > 0 ? id : invalid;
}

/** An image by id or URL. The core validates URLs of images. */
export const image: Kind<number | string> = {
  type: 'string',
  charsMax: calendar.imageUrlLengthMax,
  form: { ...textForm, minLength: 1 },
  read: imageIn,
};

/** An image, or an empty text for none. */
export const imageOrEmpty: Kind<number | string> = {
  type: 'string',
  charsMax: calendar.imageUrlLengthMax,
  form: textForm,
  read: (value) => (isEmpty(value) ? textIn(value) && '' : imageIn(value)),
};

/** Ids, at least one: a list or a text with commas. */
export const ids: Kind<readonly number[]> = {
  isList: true,
  form: idsForm,
  read: (value) => {
    const items = itemsIn(value) ?? [];
    const numbers = items.flatMap((item) => positiveIntegerIn(item) ?? []);
    return items.length > 0 && numbers.length === items.length ? numbers : invalid;
  },
};

function someWordsIn(value: unknown): readonly string[] | typeof invalid {
  const words = wordsIn(value) ?? [];
  return words.length > 0 && words.length === itemsIn(value)?.length ? words : invalid;
}

/** Ids or slugs, at least one, as texts. */
export const slugsOrIds: Kind<readonly string[]> = {
  charsMax: calendar.nameCharsMax,
  isList: true,
  form: idsForm,
  read: someWordsIn,
};

/** Names, slugs and ids as texts, possibly none; other values are ignored. */
export const termNames: Kind<readonly string[]> = {
  charsMax: calendar.nameCharsMax,
  isList: true,
  form: idsForm,
  read: (value) => wordsIn(value) ?? invalid,
};

/** Words, at least one: statuses. */
export const words: Kind<readonly string[]> = {
  isList: true,
  form: textForm,
  read: someWordsIn,
};

/** A record by id or slug. */
export const idOrSlug: Kind<string> = {
  charsMax: calendar.nameCharsMax,
  form: { type: 'integer' },
  read: (value) => {
    const all = someWordsIn(value);
    return all !== invalid && all.length === 1 ? all[0] : invalid;
  },
};

/** One or several prices as texts. */
export const cost: Kind<string | readonly string[]> = {
  charsMax: calendar.costCharsMax, // of each text; the core limits their sum
  form: textForm,
  read: (value) => {
    if (typeof value !== 'object') return priceIn(value) ?? (value === true ? '1' : '');
    const all = Object.values(value ?? {});
    return itemsIn(all) === undefined ? invalid : all.flatMap((item) => priceIn(item) ?? []);
  },
};

function priceIn(item: unknown): string | undefined {
  return isText(item) || typeof item === 'number' ? String(item) : undefined;
}

/** A number; other values count as absent. */
export const looseNumber: Kind<number> = {
  form: { type: 'number', format: 'double' },
  read: numberIn,
};

/** `asc` in any letter case; any other text means the other direction. */
export const sortOrder: Kind<'asc' | 'desc'> = {
  type: 'string',
  form: { ...textForm, enum: ['asc', 'desc'] },
  read(value) {
    if (!isText(value) || value === '') return invalid;
    return value.toLowerCase() === 'asc' ? 'asc' : 'desc';
  },
};

/** One of the words; any other text means the first. */
export function oneOf<const Word extends string>(choices: readonly [Word, ...Word[]]): Kind<Word> {
  return {
    type: 'string',
    form: { ...textForm, enum: choices },
    read(value) {
      if (!isText(value) || value === '') return invalid;
      return choices.find((choice) => choice === value) ?? choices[0];
    },
  };
}
