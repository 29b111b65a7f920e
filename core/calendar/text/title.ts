// Titles and names as they are sent: plain text that is safe in a page.

/** `&` that begins no entity. */
const bareAmpersand = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)/gi;

/**
 * A title as the service sends it: no space around it, its `&`, `<` and `>` as entities; an entity stays one, so that
 * doing it twice changes nothing. Tags are shown, not obeyed (reference 2.6 and 11).
 */
export function titleOf(text: string): string {
  return escaped(text.trim());
}

/** A text with quotes escaped as well, as numbers where they have no name in all of HTML (WordPress's `esc_html`). */
export function escapedForAttribute(text: string): string {
  const safe = escaped(text);
  return quote.test(safe) ? safe.replaceAll('"', '&quot;').replaceAll("'", '&#039;') : safe;
}

const special = /[&<>]/;
const quote = /["']/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(bareAmpersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
