// Splits HTML into tags, comments and text, as slugs and paragraphs need it. Builds no tree.

import { lowerCase } from '../../kernel/unicode.ts';

/** A tag or comment with its brackets, or the text between. */
export interface MarkupToken {
  /** `rest`: an unterminated tag or comment, and everything after it. */
  readonly kind: 'text' | 'open' | 'close' | 'comment' | 'rest';
  /** The name of the element in lower case; empty except for tags. */
  readonly name: string;
  readonly text: string;
}

/** Elements whose content is text up to their end tag. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed']);

const tagName = /\/?([a-z][^\s/>]*)/iy;
const insideTag = /[^>"']*/y;

/**
 * Splits a text into tokens; joined they are the text again. Stops at unterminated tags, comments and raw elements, so that
 * the time is linear for every text.
 */
export function* markupTokens(html: string): Generator<MarkupToken, void> {
  let textStart = 0;
  let from = 0;
  for (;;) {
    const open = html.indexOf('<', from);
    if (open < 0) break;
    const token = markupAt(html, open);
    if (token === undefined) {
      from = open + 1;
      continue;
    }
    if (open > textStart) yield nameless('text', html.slice(textStart, open));
    yield token;
    textStart = from = open + token.text.length;
    if (token.kind !== 'open' || !rawElements.has(token.name)) continue;
    const end = endOfRaw(html, from, token.name);
    if (end > from) yield nameless('text', html.slice(from, end));
    textStart = from = end;
  }
  if (textStart < html.length) yield nameless('text', html.slice(textStart));
}

/**
 * A text without tags, as PHP's `strip_tags` does it: `<` begins a tag unless white space follows, quotes hide brackets, and
 * an unterminated tag extends to the end.
 */
export function stripTags(text: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('<', from);
    if (open < 0) return plain + text.slice(from);
    if (open + 1 === text.length || /\s/.test(text.charAt(open + 1))) {
      plain += text.slice(from, open + 1);
      from = open + 1;
      continue;
    }
    plain += text.slice(from, open);
    const end = text.startsWith('<!--', open) ? endOfComment(text, open) : endOfTag(text, open + 1);
    if (end < 0) return plain;
    from = end;
  }
}

function nameless(kind: 'text' | 'comment' | 'rest', text: string): MarkupToken {
  return { kind, name: '', text };
}

function restFrom(html: string, open: number): MarkupToken {
  return nameless('rest', html.slice(open));
}

/** The tag or comment at a `<`, or the rest of the text if it is unterminated; undefined if the `<` begins neither. */
function markupAt(html: string, open: number): MarkupToken | undefined {
  if (html.startsWith('<!--', open)) {
    const end = endOfComment(html, open);
    return end < 0 ? restFrom(html, open) : nameless('comment', html.slice(open, end));
  }
  tagName.lastIndex = open + 1;
  const name = tagName.exec(html)?.[1];
  if (name === undefined) return undefined;
  const end = endOfTag(html, open + 1);
  if (end < 0) return restFrom(html, open);
  const kind = html.charAt(open + 1) === '/' ? 'close' : 'open';
  return { kind, name: lowerCase(name), text: html.slice(open, end) };
}

function endOfComment(html: string, open: number): number {
  const end = html.indexOf('-->', open + 2);
  return end < 0 ? -1 : end + 3;
}

/** The offset after the `>` of a tag, ignoring quoted ones; -1 if the tag is unterminated. */
function endOfTag(html: string, inside: number): number {
  let at = inside;
  for (;;) {
    insideTag.lastIndex = at;
    insideTag.exec(html);
    const stop = insideTag.lastIndex;
    if (stop >= html.length) return -1;
    const mark = html.charAt(stop);
    if (mark === '>') return stop + 1;
    const quoteEnd = html.indexOf(mark, stop + 1);
    if (quoteEnd < 0) return -1;
    at = quoteEnd + 1;
  }
}

/** The offset of the end tag of a raw element; the end of the text without one. */
function endOfRaw(html: string, from: number, name: string): number {
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}
