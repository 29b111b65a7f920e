// Slugs: the names of events, venues, organizers and terms in addresses. Which are taken, the caller knows.

import { composed, decomposed, isLatin, isMark, lowerCase } from '../../kernel/unicode.ts';
import { firstFreeName, type TakenNumbers } from './free-number.ts';
import { withoutTags } from './markup.ts';

/** The most characters of a slug, percent-encoded ones counted as they are written. */
export const slugLengthMax = 200;

/** What a slug ends with while its post is in the trash; a number follows where another has that slug there. */
const trashedSuffix = '__trashed';
const trashedEnd = /__trashed(?:-\d+)?$/;

/** Words that addresses of posts need for themselves: feeds and embeds. */
const reservedSlugs = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Latin letters and signs that are no letter with an accent, and what they become. */
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

/** Spaces and dashes that part words. */
const wideSpaces =
  '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f';
const dashes = '\u2011\u2013\u2014';
const wordBreak = new RegExp(
  `${anyOf(wideSpaces + dashes)}|&(?:nbsp|ndash|mdash|#160|#8211|#8212);|/`,
  'g',
);

/** Signs that are dropped although they are no ASCII: quotes, bullets, marks, loose accents, what has no width. */
const droppedSign = new RegExp(
  anyOf(
    '¡¿«»‹›‘’‚‛“”„‟•©®°…™´ˊ' +
      '\u00ad\u0300\u0301\u0304\u030c\u0341\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc',
  ),
  'g',
);

/** A character of a slug that is being made, whether it is octets already or not. */
const character = /%[c-f][0-9a-f](?:%[89ab][0-9a-f])+|%[0-9a-f]{2}|[^%]/gu;

/**
 * The slug of a title, or of a slug that a client sent: lower case, accents folded, tags, entities and punctuation dropped,
 * spaces, dots, slashes and dashes as one `-`, other letters as lower-case percent-encoded octets, at most 200 characters
 * with none cut within (WordPress's `sanitize_title`). Empty where nothing of the title remains (`!!!`): the original
 * leaves drafts without a slug then, and gives others their id, as {@link slugOrId} does.
 */
export function slugOf(title: string): string {
  return plainSlugOf(title) ?? anySlugOf(title);
}

function anySlugOf(title: string): string {
  const words = lowerCase(withoutTags(withoutAccents(title))).replace(plainForm, plainFormOf);
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

/** What becomes of a character of ASCII; of tags, entities and octets more than one tells. */
const [kept, parting, dropped, telling] = [0, 1, 2, 3];

const fates = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\w/.test(sign)) return kept;
  if (/[-./\s]/.test(sign)) return parting;
  return /[<&%]/.test(sign) ? telling : dropped;
});

/** The slug of a title in which each character stands for itself, as in most: undefined for all others. */
function plainSlugOf(title: string): string | undefined {
  if (title.length > slugLengthMax) return undefined;
  let slug = '';
  let start = 0; // of the characters that are kept, up to `at`
  let isParted = false;
  for (let at = 0; at < title.length; at += 1) {
    const fate = fates[title.charCodeAt(at)] ?? telling;
    if (fate === kept) continue;
    if (fate === telling) return undefined;
    if (at > start) {
      // A dash between two that are kept is kept itself.
      if (title[at] === '-' && fates[title.charCodeAt(at + 1)] === kept) continue;
      slug = joined(slug, isParted, title.slice(start, at));
      isParted = false;
    }
    isParted ||= fate === parting;
    start = at + 1;
  }
  return (start < title.length ? joined(slug, isParted, title.slice(start)) : slug).toLowerCase();
}

function joined(front: string, isParted: boolean, end: string): string {
  return isParted && front !== '' ? `${front}-${end}` : front + end;
}

/** The slug of a title, or the id of the post or term as text where the title yields none. */
export function slugOrId(title: string, id: number): string {
  return slugOf(title) || String(id);
}

/** Whether no event, venue or organizer may have a slug, because addresses need it: `feed` becomes `feed-2`. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/**
 * The slug itself, or with the first of `-2`, `-3`, … that is free; one that is too long for its suffix is shortened. Past
 * `-100` the numbers are not tried one by one: what is found is free and follows one that is taken, so that a number which
 * became free again may stay unused. `isTaken` must return false eventually. `taken` speeds up many searches between which no
 * slug becomes free.
 */
export function uniqueSlug(
  base: string,
  isTaken: (slug: string) => boolean,
  taken?: TakenNumbers,
): string {
  if (!isTaken(base)) return base;
  const stemOf = (digitCount: number) => `${shortenedSlug(base, slugLengthMax - 1 - digitCount)}-`;
  return firstFreeName({ stemOf, start: 2, isTaken, taken });
}

/** The slug of a post that goes into the trash: `fair` becomes `fair__trashed`. */
export function trashedSlug(slug: string): string {
  if (slug.endsWith(trashedSuffix)) return slug;
  return shortenedSlug(slug, slugLengthMax - trashedSuffix.length) + trashedSuffix;
}

/** The slug that a post had before the trash; somebody else may have it by now. */
export function untrashedSlug(slug: string): string {
  return slug.replace(trashedEnd, '');
}

/** Latin letters without their accents; other scripts keep theirs, which make other letters of them (Cyrillic й). */
function withoutAccents(text: string): string {
  let plain = '';
  let isBehindLatin = false;
  for (const character of decomposed(text)) {
    const code = character.codePointAt(0)!;
    // Some Latin letters are marks themselves: they stay unless they stand behind another.
    if (isBehindLatin && isMark(code)) continue;
    isBehindLatin = isLatin(code);
    plain += character;
  }
  return composed(plain);
}

function plainFormOf(letter: string): string {
  return plainForms[letter] ?? letter;
}

function octetsOf(text: string): string {
  return encodeURIComponent(text).toLowerCase(); // ASCII by now
}

/** A pattern that finds any of these characters where they are octets. */
function anyOf(characters: string): string {
  return Array.from(characters, octetsOf).join('|');
}

/** A text with octets for what is no ASCII, cut at a length; octets that are there stay, other per cent signs go. */
function octetsWithin(text: string, length: number): string {
  let octets = '';
  for (const [part] of text.replace(/\p{Surrogate}/gu, '').matchAll(character)) {
    const next = part.charCodeAt(0) < 0x80 ? part : octetsOf(part);
    if (octets.length + next.length > length) break;
    octets += next;
  }
  return octets;
}

/** The first characters of a slug, with none cut within and no dash at the end. */
export function shortenedSlug(slug: string, length: number): string {
  return slug.length <= length ? slug : octetsWithin(slug, length).replace(/-+$/, '');
}
