// Redacts multipart bodies by the names of their parts.

import { lastPart } from './urls.ts';
import { replaceField } from './credentials.ts';
import { fieldOf } from './names.ts';
import type { Replace, Secret } from './tokenizer.ts';

/**
 * The first line of a multipart body: two hyphens and the boundary (RFC 2046: up to 70 characters). Without a header in the next line
 * it may be anything, even a secret.
 */
const opening = /^\s*(--[^\r\n]{1,200})\r?\n(content-[a-z-]{1,40}:)?/i;
const boundaryCharsMax = 72;
/**
 * The head of a part from its name up to the empty line before its content. A name without quotes is matched whole; otherwise all
 * splits of a long line would be tried.
 */
const head =
  /\bname=(?:"([^"\r\n]{0,500})"|([^\s;"]{1,500})(?![^\s;"]))[^\r\n]{0,1000}(?:\r?\n[A-Za-z-]{1,40}:[^\r\n]{0,1000}){0,10}\r?\n\r?\n/gi;

/**
 * Replaces the content of parts with names of secrets, and applies `others` to the rest; undefined if the text is no multipart body.
 */
export function replaceInParts(
  replace: Replace,
  text: string,
  found: Secret[],
  others: (text: string) => string,
): string | undefined {
  const [, boundary, header] = opening.exec(text) ?? [];
  if (boundary === undefined) return undefined;
  // The boundary is no secret, however random it looks, and is needed to read the parts again.
  const hasBoundary = header !== undefined && boundary.length <= boundaryCharsMax;
  const between = (piece: string) =>
    hasBoundary ? piece.split(boundary).map(others).join(boundary) : others(piece);
  const pieces: string[] = [];
  let end = 0;
  head.lastIndex = 0;
  for (let hit = head.exec(text); hit !== null; hit = head.exec(text)) {
    const [all, quoted, bare = ''] = hit;
    const start = hit.index + all.length;
    const field = fieldOf(lastPart(quoted ?? bare));
    if (field === undefined) continue;
    const close = text.indexOf(`\n${boundary}`, start);
    const cut = close === -1 ? text.length : close;
    const stop = text[cut - 1] === '\r' ? cut - 1 : cut;
    if (stop <= start) continue;
    pieces.push(between(text.slice(end, start)));
    pieces.push(replaceField(replace, field, text.slice(start, stop), found));
    end = stop;
    head.lastIndex = stop;
  }
  return pieces.join('') + between(text.slice(end));
}
