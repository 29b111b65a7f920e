// Quotes words for shells of the Bourne family.

/** In single quotes, where nothing but the quote itself has a meaning. */
export function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quoted only if a shell reads it as anything else than one plain word. */
export function shellWord(text: string): string {
  return /^[-\w./:@%+,][\w./:@%+,=-]*$/.test(text) ? text : quotedForShell(text);
}
