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

/**
 * A title with its quotes, dashes, ellipses and signs as entities, as WordPress's `wptexturize` prints those of plain text
 * (reference 2.6). Quotes turn by what stands beside them.
 */
export function texturized(title: string): string {
  if (!mark.test(title)) return title;
  let text = title;
  for (const [pattern, entity] of marks) text = text.replace(pattern, entity);
  return withClosing(withClosing(text, singleQuotes), doubleQuotes);
}

const mark = /['"`&-]|\.\.\.|\dx\d|\(tm\)/i;

/** In the order in which they are replaced; of quotes those that open. */
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
  [/'(?=\d\ds?(?:\W|$))/g, '&#8217;'], // of a year without its century
  [/(?<=^|[\s([{"-]|&#821[12];|&#8220;)'(?=\S)/g, '&#8216;'],
  [/(?<=^|[\s([{-]|&#821[12];|&#8216;)"(?=\S)/g, '&#8220;'],
];

interface Quotes {
  readonly sign: RegExp;
  readonly open: string;
  readonly close: string;
  /** Of minutes or seconds: behind a figure, where no quote is open. */
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
    if (/[a-z]/i.test(text.charAt(at + 1))) return close; // within a word, it closes nothing
    const isPrime = !isOpen && /\d/.test(text.charAt(at - 1));
    isOpen = false;
    return isPrime ? prime : close;
  });
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
