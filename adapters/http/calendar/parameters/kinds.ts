// The kinds of parameters: what is valid, what is read from it, and how documents write it (reference/calendar.md sections
// 1.2, 2 and 5 to 8). What needs the clock, zone rules or records, such as dates and ids that must exist, is left to the core.

import type { JsonForm } from '../../json-form.ts';
import {
  booleanIn,
  isNothing,
  isTruthy,
  itemsIn,
  numberIn,
  positiveIntegerIn,
  wordsIn,
} from './values.ts';
import { isUrl } from './url.ts';

export interface Kind<T> {
  /** What it must be after it was found valid. Without a type null is as good as nothing, with one it is refused. */
  readonly type?: 'string' | 'integer' | 'boolean';
  /** Its JSON Schema. */
  readonly form: JsonForm;
  readonly isValid: (value: unknown) => boolean;
  /** What a valid value comes to; `undefined` where it has not the type or, without a type, is as good as nothing. */
  readonly read: (value: unknown) => T | undefined;
}

const textForm: JsonForm = { type: 'string' };
const integerForm: JsonForm = { type: 'integer', minimum: 1 };
const idsForm: JsonForm = { type: 'array', items: { type: 'integer' } };

const isText = (value: unknown): value is string => typeof value === 'string';
const textIn = (value: unknown): string | undefined => (isText(value) ? value : undefined);
const always = () => true;

/** A whole number of at least 1: pages and ids. */
export const positiveInteger: Kind<number> = {
  type: 'integer',
  form: integerForm,
  isValid: (value) => positiveIntegerIn(value) !== undefined,
  read: positiveIntegerIn,
};

/** A text that is not empty. */
export const text: Kind<string> = {
  type: 'string',
  form: { ...textForm, minLength: 1 },
  isValid: (value) => isText(value) && value !== '',
  read: textIn,
};

export const textOrEmpty: Kind<string> = {
  type: 'string',
  form: textForm,
  isValid: (value) => isText(value) || isNothing(value),
  read: textIn,
};

export const boolean: Kind<boolean> = {
  type: 'boolean',
  form: { type: 'boolean' },
  isValid: always,
  read: booleanIn,
};

const isDate = (value: unknown) =>
  typeof value === 'number' ? Number.isFinite(value) : isText(value) && value.trim() !== '';
const dateIn = (value: unknown) =>
  isText(value) || typeof value === 'number' ? String(value) : undefined;

/** The text of a date, or Unix seconds. Which texts are dates is the core's to say. */
export const date: Kind<string> = {
  type: 'string',
  form: { ...textForm, minLength: 1 },
  isValid: isDate,
  read: dateIn,
};

/** The same among the filters of a list, which are untyped. */
export const dateBound: Kind<string> = { form: textForm, isValid: isDate, read: dateIn };

/** Whether what was sent is a word for yes; the rest is no. */
export const truthy: Kind<boolean> = { form: textForm, isValid: always, read: isTruthy };

/** A word for yes or no that must not be empty. */
export const truthyWord: Kind<boolean> = {
  form: { type: 'boolean' },
  isValid: (value) =>
    typeof value === 'boolean' || typeof value === 'number' || (isText(value) && value !== ''),
  read: isTruthy,
};

/** The same of a venue: typed as text, and taken as a boolean too (reference/calendar.md section 6.2, proposal). */
export const truthyText: Kind<boolean> = {
  type: 'string',
  form: textForm,
  isValid: always,
  read: (value) => (isText(value) || typeof value === 'boolean' ? isTruthy(value) : undefined),
};

const isUrlOrEmpty = (value: unknown) => isNothing(value) || (isText(value) && isUrl(value));

/** A URL, or nothing, which is read as an empty text. */
export const urlOrEmpty: Kind<string> = {
  form: textForm,
  isValid: isUrlOrEmpty,
  read: (value) => textIn(value) ?? '',
};

export const typedUrlOrEmpty: Kind<string> = {
  type: 'string',
  form: textForm,
  isValid: isUrlOrEmpty,
  read: textIn,
};

const imageIn = (value: unknown) => numberIn(value) ?? textIn(value)?.trim();
const isImage = (value: unknown) =>
  positiveIntegerIn(value) !== undefined || (isText(value) && value.trim() !== '');

/** An image by id or URL. Which URLs become images is the core's to say. */
export const image: Kind<number | string> = {
  type: 'string',
  form: { ...textForm, minLength: 1 },
  isValid: isImage,
  read: imageIn,
};

/** The same, or an empty text for none. */
export const imageOrEmpty: Kind<number | string> = {
  type: 'string',
  form: textForm,
  isValid: (value) => isNothing(value) || isImage(value),
  read: (value) => (isNothing(value) ? textIn(value) && '' : imageIn(value)),
};

/** Ids, at least one: a list or a text with commas. */
export const ids: Kind<readonly number[]> = {
  form: idsForm,
  isValid: (value) => {
    const items = itemsIn(value) ?? [];
    return items.length > 0 && items.every((item) => positiveIntegerIn(item) !== undefined);
  },
  read: (value) => itemsIn(value)?.flatMap((item) => positiveIntegerIn(item) ?? []),
};

/** Ids or slugs, at least one, as texts. */
export const slugsOrIds: Kind<readonly string[]> = {
  form: idsForm,
  isValid: (value) => {
    const items = itemsIn(value) ?? [];
    return items.length > 0 && wordsIn(value).length === items.length;
  },
  read: wordsIn,
};

const isList = (value: unknown) => itemsIn(value) !== undefined;

/** Names, slugs and ids, as texts; what is neither is left out, and there may be none. */
export const termNames: Kind<readonly string[]> = { form: idsForm, isValid: isList, read: wordsIn };

/** Words, at least one: statuses. */
export const words: Kind<readonly string[]> = { ...slugsOrIds, form: textForm };

/** A record by its id, or a text that the core may know it by. */
export const idOrSlug: Kind<string> = {
  form: { type: 'integer' },
  isValid: (value) => wordsIn(value).length === 1 && itemsIn(value)?.length === 1,
  read: (value) => wordsIn(value)[0],
};

/** Prices as texts: one, or several. */
export const cost: Kind<string | readonly string[]> = {
  form: textForm,
  isValid: (value) => typeof value !== 'object' || isList(Object.values(value ?? {})),
  read: (value) => {
    if (typeof value === 'object') return Object.values(value ?? {}).flatMap(pricesIn);
    return pricesIn(value)[0] ?? (value === true ? '1' : '');
  },
};

function pricesIn(item: unknown): readonly string[] {
  return isText(item) || typeof item === 'number' ? [String(item)] : [];
}

/** A number; anything else is as good as nothing. */
export const looseNumber: Kind<number> = {
  form: { type: 'number', format: 'double' },
  isValid: always,
  read: numberIn,
};

/** `asc` in any letter case; any other text means the other direction. */
export const sortOrder: Kind<'asc' | 'desc'> = {
  type: 'string',
  form: { ...textForm, enum: ['asc', 'desc'] },
  isValid: text.isValid,
  read: (value) => (isText(value) ? (value.toLowerCase() === 'asc' ? 'asc' : 'desc') : undefined),
};

/** One of the words; any other text means the first. */
export function oneOf<const Word extends string>(choices: readonly [Word, ...Word[]]): Kind<Word> {
  return {
    type: 'string',
    form: { ...textForm, enum: choices },
    isValid: text.isValid,
    read: (value) =>
      isText(value) ? (choices.find((choice) => choice === value) ?? choices[0]) : undefined,
  };
}
