// Formats titles and names: plain text, escaped for HTML (reference/calendar.md section 2.6).

/** An `&` that does not begin an entity. */
const bareAmpersand = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)/gi;

/** A title, trimmed, with `&`, `<` and `>` as entities. Existing entities stay, so it is idempotent (sections 2.6 and 11). */
export function titleOf(text: string): string {
  return escaped(text.trim());
}

/** A title with typographic quotes, dashes, ellipses and signs as entities, like WordPress's `wptexturize` for plain text. */
export function texturize(title: string): string {
  if (!mark.test(title)) return title;
  let text = title;
  for (const [pattern, entity] of marks) text = text.replace(pattern, entity);
  return withClosing(withClosing(text, singleQuotes), doubleQuotes);
}

const mark = /['"`&-]|\.\.\.|\dx\d|\(tm\)/i;

/** In the order of replacement. Only opening quotes: `withClosing` replaces the others. */
const marks: readonly (readonly [pattern: RegExp, entity: string])[] = [
  [/&amp;/g, '&#038;'],
  [/\.\.\./g, '&#8230;'],
  [/``/g, '&#8220;'],
  [/''/g, '&#8221;'],
  [/ \(tm\)/gi, ' &#8482;'],
  [/---/g, '&#8212;'],
  [/(?<=^| )--(?=$| )/g, '&#8212;'],
  [/(?<!xn)--/g, '&#8211;'],
  [/(?<=^| )-(?=$| )/g, '&#8211;'],
  [/(?<=\d)x(?=\d)/g, '&#215;'],
  [/'(?=\d\ds?(?:\W|$))/g, '&#8217;'], // an abbreviated year
  [/(?<=^|[\s([{"-]|&#821[12];|&#8220;)'(?=\S)/g, '&#8216;'],
  [/(?<=^|[\s([{-]|&#821[12];|&#8216;)"(?=\S)/g, '&#8220;'],
];

interface Quotes {
  readonly sign: RegExp;
  readonly open: string;
  readonly close: string;
  /** The sign of minutes or seconds, after a digit outside quotes. */
  readonly prime: string;
}

const singleQuotes = { sign: /&#8216;|'/g, open: '&#8216;', close: '&#8217;', prime: '&#8242;' };
const doubleQuotes = { sign: /&#8220;|"/g, open: '&#8220;', close: '&#8221;', prime: '&#8243;' };

function withClosing(text: string, { sign, open, close, prime }: Quotes): string {
  let isOpen = false;
  return text.replace(sign, (found: string, at: number) => {
    if (found === open) {
      isOpen = true;
      return open;
    }
    if (/[a-z]/i.test(text.charAt(at + 1))) return close; // an apostrophe within a word
    const isPrime = !isOpen && /\d/.test(text.charAt(at - 1));
    isOpen = false;
    return isPrime ? prime : close;
  });
}

/** A text with quotes escaped as well (WordPress's `esc_html`). */
export function escapeAttribute(text: string): string {
  const safe = escaped(text);
  return quote.test(safe) ? safe.replaceAll('"', '&quot;').replaceAll("'", '&#039;') : safe;
}

const special = /[&<>]/;
const quote = /["']/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(bareAmpersand, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
