// Slugs: the names of events, venues, organizers and terms in URLs. Callers know which ones are taken.

import { trimEndOf } from '../../kernel/trim-end.ts';
import { composed, decomposed, isAscii, isLatin, isMark, lowerCase } from '../../kernel/unicode.ts';
import { firstFreeName, type TakenNumbers } from './free-number.ts';
import { stripTags } from './markup.ts';

/** The length limit of a slug, in its percent-encoded form. */
export const slugLengthMax = 200;

/** The suffix of slugs in the trash; a number follows if it is taken. */
const trashedSuffix = '__trashed';
const trashedEnd = /__trashed(?:-\d+)?$/;

/** Reserved for URLs of feeds and embeds. */
const reservedSlugs = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Replacements of Latin letters and signs that are not a letter with an accent. */
const plainForms: Readonly<Record<string, string>> = {
  ª: 'a',
  º: 'o',
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  ß: 's',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĳ: 'ij',
  ĸ: 'k',
  ŀ: 'l',
  ł: 'l',
  ŉ: 'n',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
  ſ: 's',
  '€': 'e',
  '£': '',
};

const plainForm = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'g');

/** Spaces and dashes that separate words. */
const wideSpaces =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f';
const dashes = '\u2011\u2013\u2014';
const wordBreak = new RegExp(
  `${anyOf(wideSpaces + dashes)}|&(?:nbsp|ndash|mdash|#160|#8211|#8212);|/`,
  'g',
);

/** Dropped characters beyond ASCII: quotes, bullets, marks, loose accents, zero-width characters. */
const droppedSign = new RegExp(
  anyOf(
    '¡¿«»‹›‘’‚‛“”„‟•©®°…™´ˊ' +
      '\u00ad\u0300\u0301\u0304\u030c\u0341\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc',
  ),
  'g',
);

/** A character, percent-encoded or not. */
const character = /%[c-f][0-9a-f](?:%[89ab][0-9a-f])+|%[0-9a-f]{2}|[^%]/gu;

/**
 * The slug of a title or of a sent slug (WordPress's `sanitize_title`): lower case, without accents, tags, entities and
 * punctuation; runs of spaces, dots, slashes and dashes become one `-`; other letters become lower-case percent-encoded
 * octets; at most 200 characters, cut between characters. May be empty (`!!!`): see {@link slugOrId}.
 */
export function slugOf(title: string): string {
  return plainSlugOf(title) ?? anySlugOf(title);
}

function anySlugOf(title: string): string {
  const words = lowerCase(stripTags(stripAccents(title))).replace(plainForm, plainFormOf);
  return octetsWithin(words, slugLengthMax)
    .replace(wordBreak, '-')
    .replace(droppedSign, '')
    .replaceAll(octetsOf('×'), 'x')
    .replace(/&.+?;/g, '')
    .replace(/[.\s]/g, '-')
    .replace(/[^%a-z0-9_-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Classes of ASCII characters. `special` ones may begin a tag, an entity or an octet. */
const [plain, separator, dropped, special] = [0, 1, 2, 3];

const characterClasses = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\w/.test(sign)) return plain;
  if (/[-./\s]/.test(sign)) return separator;
  return /[<&%]/.test(sign) ? special : dropped;
});

/** The slug of a title without special characters: the common case, in one pass. Undefined for other titles. */
function plainSlugOf(title: string): string | undefined {
  if (title.length > slugLengthMax) return undefined;
  let slug = '';
  let start = 0; // of the run of plain characters up to `at`
  let isSeparated = false;
  for (let at = 0; at < title.length; at += 1) {
    const kind = characterClasses[title.charCodeAt(at)] ?? special;
    if (kind === plain) continue;
    if (kind === special) return undefined;
    if (at > start) {
      // A single dash between plain characters is part of the run.
      if (title[at] === '-' && characterClasses[title.charCodeAt(at + 1)] === plain) continue;
      slug = joined(slug, isSeparated, title.slice(start, at));
      isSeparated = false;
    }
    isSeparated ||= kind === separator;
    start = at + 1;
  }
  const end = title.slice(start);
  return (end === '' ? slug : joined(slug, isSeparated, end)).toLowerCase();
}

function joined(front: string, isSeparated: boolean, end: string): string {
  return isSeparated && front !== '' ? `${front}-${end}` : front + end;
}

/** The slug of a title, or the id of the post or term if the title yields none. */
export function slugOrId(title: string, id: number): string {
  return slugOf(title) || String(id);
}

/** Whether posts must not have this slug: `feed` becomes `feed-2`. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/**
 * The slug itself, or with the first free suffix of `-2`, `-3`, …; shortened to make room for the suffix. Beyond `-100` see
 * `firstFreeName`. `isTaken` must return false eventually. `taken` speeds up repeated searches as long as no slug becomes
 * free.
 */
export function uniqueSlug(
  base: string,
  isTaken: (slug: string) => boolean,
  taken?: () => TakenNumbers,
): string {
  if (!isTaken(base)) return base;
  const stemOf = (digitCount: number) => `${shortenSlug(base, slugLengthMax - 1 - digitCount)}-`;
  return firstFreeName({ stemOf, start: 2, isTaken, taken: taken?.() });
}

/** The slug of a post in the trash: `fair` becomes `fair__trashed`. */
export function trashedSlug(slug: string): string {
  if (slug.endsWith(trashedSuffix)) return slug;
  return shortenSlug(slug, slugLengthMax - trashedSuffix.length) + trashedSuffix;
}

/** The slug of a post before it was trashed; another post may have taken it. */
export function untrashedSlug(slug: string): string {
  return slug.replace(trashedEnd, '');
}

/** Removes accents from Latin letters only: in other scripts they make different letters (Cyrillic й). */
function stripAccents(text: string): string {
  if (isAscii(text)) return text;
  let bare = '';
  let followsLatin = false;
  for (const character of decomposed(text)) {
    const code = character.codePointAt(0)!;
    // Some Latin letters are marks themselves: they stay unless they follow another letter.
    if (followsLatin && isMark(code)) continue;
    followsLatin = isLatin(code);
    bare += character;
  }
  return composed(bare);
}

function plainFormOf(letter: string): string {
  return plainForms[letter] ?? letter;
}

function octetsOf(text: string): string {
  return encodeURIComponent(text).toLowerCase();
}

/** A pattern for percent-encoded characters. */
function anyOf(characters: string): string {
  return Array.from(characters, octetsOf).join('|');
}

/** Percent-encodes a text, cut at a length between characters. Existing octets stay, other percent signs are dropped. */
function octetsWithin(text: string, length: number): string {
  let octets = '';
  for (const [part] of text.replace(/\p{Surrogate}/gu, '').matchAll(character)) {
    const next = part.charCodeAt(0) < 0x80 ? part : octetsOf(part);
    if (octets.length + next.length > length) break;
    octets += next;
  }
  return octets;
}

/** A slug cut at a length between characters, without a trailing dash. */
export function shortenSlug(slug: string, length: number): string {
  return slug.length <= length ? slug : trimEndOf(octetsWithin(slug, length), '-');
}
