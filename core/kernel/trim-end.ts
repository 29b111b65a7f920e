// Removes characters at the end of a text. An expression such as /a+$/ looks for its end from every place: the square of the length.

/** The text without the characters at its end that are in a list. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
