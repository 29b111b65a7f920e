// Cuts texts that are too long.

/** The beginning of a text with at most this many UTF-16 code units. No character is cut in two. */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const last = text.charCodeAt(charsMax - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? charsMax - 1 : charsMax);
}
