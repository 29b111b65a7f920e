// Credentials in URLs: user info and the values of the query.

/**
 * Replaces the password before the host, or all user info that has no colon, and all values of the query, whatever their names.
 */
export function replaceCredentials(
  url: string,
  replace: (kind: 'password' | 'secret', text: string) => string,
): string {
  const one = (kind: 'password' | 'secret', text: string) =>
    encodeURIComponent(replace(kind, decoded(text)));
  return url
    .replace(/(\/\/[^/?#@:]*:)([^/?#]*)(?=@)/, (_all, front: string, password: string) => {
      return front + one('password', password);
    })
    .replace(/(\/\/)([^/?#@:]+)(?=@)/, (_all, front: string, key: string) => {
      return front + one('secret', key);
    })
    .replace(/([?&][^=&#]*=)([^&#]+)/g, (_all, front: string, value: string) => {
      return front + one('secret', value);
    });
}

/** A URL to show to operators, with a mark in place of each credential. */
export function withoutCredentials(url: string): string {
  return replaceCredentials(url, () => '***');
}

/** Malformed escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
