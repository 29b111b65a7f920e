// Quotes words for shells of the Bourne family.

/** In single quotes, where nothing but the quote itself has a meaning. */
export function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
