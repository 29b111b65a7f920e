// Credentials in URLs: user info and the values of the query and fragment.

/** Scheme and slashes, in any number and direction, so that mistyped URLs are understood, too. */
const start = String.raw`^(\s*(?:[a-z][a-z0-9+.-]*:?(?=[/\\]))?[/\\]*`;
/** Up to the last @ of the authority; without one there, up to the last @ of all, unless this is a port. */
const password = String.raw`([^/\\?#]*(?=@)|(?!\d*(?:[/\\?#]|$)).*(?=@))`;
const passwordOf = new RegExp(String.raw`${start}(?!\[)[^/\\?#@:\s]*:)${password}`, 'is');
const keyOf = new RegExp(String.raw`${start})([^/\\?#@:\s]+)(?=@)`, 'i');
/** Its name and value are told apart by the first equals sign. */
const parameter = /[?&#][^&#]+/g;

/**
 * Replaces the password before the host, or all user info that has no colon, and all values of the query and fragment, whatever
 * their names.
 */
export function replaceCredentials(
  url: string,
  replace: (kind: 'password' | 'secret', text: string) => string,
): string {
  const one = (kind: 'password' | 'secret') => (_all: string, front: string, text: string) =>
    front + encodeURIComponent(replace(kind, decoded(text)));
  return url
    .replace(passwordOf, one('password'))
    .replace(keyOf, one('secret'))
    .replace(parameter, (text) => {
      const value = text.indexOf('=') + 1;
      const isNamed = value > 0 && value < text.length;
      return isNamed ? one('secret')(text, text.slice(0, value), text.slice(value)) : text;
    });
}

/** In place of a secret that is shown. */
export const secretMark = '***';

/** A URL to show to operators, with a mark in place of each credential. */
export function withoutCredentials(url: string): string {
  return replaceCredentials(url, () => secretMark);
}

export function hasCredentials(url: string): boolean {
  return withoutCredentials(url) !== url;
}

/** Malformed escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
