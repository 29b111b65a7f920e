// The address that webhooks go to, as its owner gave it: what stands in its query, and in front of its host, is for him alone.

import type { Replace, Secret } from './tokenizer.ts';

/** All values of the query, whatever their names, and the password in front of the host; or all in front, if it has no colon. */
export function replaceInEndpoint(replace: Replace, url: string, found: Secret[]): string {
  const one = (kind: 'password' | 'secret', text: string) =>
    encodeURIComponent(replace(kind, decoded(text), found));
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

/** An address to show to operators: with a mark in place of each of its credentials. */
export function withoutCredentials(url: string): string {
  return replaceInEndpoint(() => '***', url, []);
}

/** Malformed escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
