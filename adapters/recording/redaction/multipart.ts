// Secrets in the parts of a multipart body, by the names of the parts.

import { lastPart } from './urls.ts';
import { replaceField } from './credentials.ts';
import { fieldOf } from './names.ts';
import type { Replace, Secret } from './tokenizer.ts';

/**
 * The line that a body of parts begins with: two hyphens and what its parts are set apart by (RFC 2046: 70 characters). Then
 * comes a header, or that line may be anything, also a secret.
 */
const opening = /^\s*(--[^\r\n]{1,200})\r?\n(content-[a-z-]{1,40}:)?/i;
const boundaryCharsMax = 72;
/**
 * The head of a part from its name on, up to the empty line before what it holds. A name without quotes is matched whole:
 * all splits of a long line into name and rest would be tried otherwise.
 */
const head =
  /\bname=(?:"([^"\r\n]{0,500})"|([^\s;"]{1,500})(?![^\s;"]))[^\r\n]{0,1000}(?:\r?\n[A-Za-z-]{1,40}:[^\r\n]{0,1000}){0,10}\r?\n\r?\n/gi;

/**
 * A body of parts with what the parts with names of secrets hold replaced, and `others` done to the rest of it; undefined
 * where it is no such body.
 */
export function replaceInParts(
  replace: Replace,
  text: string,
  found: Secret[],
  others: (text: string) => string,
): string | undefined {
  const [, boundary, header] = opening.exec(text) ?? [];
  if (boundary === undefined) return undefined;
  // What sets parts apart is no secret, however long and odd it is, and without it nobody could read the parts again.
  const isKept = header !== undefined && boundary.length <= boundaryCharsMax;
  const between = (piece: string) =>
    isKept ? piece.split(boundary).map(others).join(boundary) : others(piece);
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
