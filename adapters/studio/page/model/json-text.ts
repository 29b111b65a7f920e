// JSON for people: indented, as far as the text is JSON at all.

/** Longer texts stay as they are: indenting a text of a megabyte takes some ten milliseconds. */
const prettyCharsMax = 2_000_000;

/** Indented by two spaces; any other text as it is. Numbers keep their digits only where JavaScript does. */
export function prettyJson(text: string): string {
  const start = text.trimStart().charAt(0);
  if ((start !== '{' && start !== '[') || text.length > prettyCharsMax) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
