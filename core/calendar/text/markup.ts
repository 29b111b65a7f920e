// Where tags begin and end in a text: the little of HTML that slugs and paragraphs need. It builds no tree.

import { lowerCase } from '../../kernel/unicode.ts';

/** One piece of a text: tags and comments with their brackets, and what stands between them. */
export interface MarkupToken {
  /** `rest`: what is left behind a tag or comment that never ends, with its `<`. */
  readonly kind: 'text' | 'open' | 'close' | 'comment' | 'rest';
  /** The element's name in lower case; empty for all but tags. */
  readonly name: string;
  readonly text: string;
}

/** Elements whose content is text whatever it looks like, up to their own end tag. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed']);

const tagName = /\/?([a-z][^\s/>]*)/iy;
const insideTag = /[^>"']*/y;

/**
 * Cuts a text into tokens that, put together, are the text again. Nothing is sought behind a tag, a comment or a raw
 * element that never ends: so each character is looked at a bounded number of times, whatever the text is.
 */
export function markupTokens(html: string): readonly MarkupToken[] {
  const tokens: MarkupToken[] = [];
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
    if (open > textStart) tokens.push(nameless('text', html.slice(textStart, open)));
    tokens.push(token);
    textStart = from = open + token.text.length;
    if (token.kind !== 'open' || !rawElements.has(token.name)) continue;
    const end = endOfRaw(html, from, token.name);
    if (end > from) tokens.push(nameless('text', html.slice(from, end)));
    textStart = from = end;
  }
  if (textStart < html.length) tokens.push(nameless('text', html.slice(textStart)));
  return tokens;
}

/**
 * A text without its tags, as PHP's `strip_tags` leaves it: whatever follows a `<` up to its `>` is a tag unless white space
 * comes first, quotes hide brackets, and a tag that never ends takes the rest with it.
 */
export function withoutTags(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('<', from);
    if (open < 0) return kept + text.slice(from);
    if (open + 1 === text.length || /\s/.test(text.charAt(open + 1))) {
      kept += text.slice(from, open + 1);
      from = open + 1;
      continue;
    }
    kept += text.slice(from, open);
    const end = text.startsWith('<!--', open) ? endOfComment(text, open) : endOfTag(text, open + 1);
    if (end < 0) return kept;
    from = end;
  }
}

function nameless(kind: 'text' | 'comment' | 'rest', text: string): MarkupToken {
  return { kind, name: '', text };
}

function restFrom(html: string, open: number): MarkupToken {
  return nameless('rest', html.slice(open));
}

/** The tag or comment that begins at a `<`, or the rest of the text if it has no end; undefined if none begins. */
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

/** Behind the `>` that ends a tag, not counting those in quotes; -1 if there is none. */
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

/** Where the end tag of a raw element begins; the end of the text if it has none. */
function endOfRaw(html: string, from: number, name: string): number {
  const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}
