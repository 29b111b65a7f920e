// The rolling hash over a world's events: two runs are equal exactly if their digests are.
// The hash itself is injected: native in Node, a pure library elsewhere.

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hex digits. */
export type Hash = (text: string) => string;

/** Where every digest starts. */
export const emptyDigest = '0'.repeat(64);

/** The digest after one more canonical text. */
export function extendDigest(hash: Hash, digest: string, text: string): string {
  return hash(digest + text);
}

/** The digest after more of them, one behind the other. */
export function digestBehind(
  hash: Hash,
  digest: string,
  events: readonly { readonly text: string }[],
): string {
  let behind = digest;
  for (const { text } of events) behind = extendDigest(hash, behind, text);
  return behind;
}
