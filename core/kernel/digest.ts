// The rolling hash over a world's events: equal runs have equal digests.
// The hash function is injected: native in Node, a pure library elsewhere.

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hex digits. */
export type Hash = (text: string) => string;

/** The digest before the first event. */
export const emptyDigest = '0'.repeat(64);

/** The digest after one more canonical text. */
export function extendDigest(hash: Hash, digest: string, text: string): string {
  return hash(digest + text);
}

/** The digest after several events. */
export function digestAfter(
  hash: Hash,
  digest: string,
  events: readonly { readonly text: string }[],
): string {
  let extended = digest;
  for (const { text } of events) extended = extendDigest(hash, extended, text);
  return extended;
}
