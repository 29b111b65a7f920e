// Percent-encoded parts of paths.

/** The decoded text; unchanged if it is malformed. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
