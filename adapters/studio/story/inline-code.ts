// Scripts and styles as the text of an element of HTML: no part of them ends the element, and all of them keep their meaning.

/** `code`: a module. */
export function inlineScript(code: string): string {
  return `${withoutEndTags(code)}\n${commentEnd}`;
}

export function inlineStyle(code: string): string {
  return withoutEndTags(code);
}

/**
 * After `<!--` and `<script` in a string, HTML does not end the element at its end tag, but only after a `-->`. There is no escape
 * of `<!--` that strings, expressions and raw templates read alike, so the script has the `-->` at its end, in a comment.
 */
const commentEnd = '//-->';

/** The bundler leaves no end tag in a raw template, which would show the escape. */
function withoutEndTags(code: string): string {
  return code.replaceAll(/<\/(?=script|style)/gi, String.raw`<\/`);
}
