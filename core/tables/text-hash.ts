// Hashes of texts, and the buckets that they choose in tables that grow by one bucket at a time (linear hashing).

/** The least 2^k - 1 that reaches every bucket. */
export function maskFor(bucketCount: number): number {
  return bucketCount < 2 ? 0 : 2 ** (32 - Math.clz32(bucketCount - 1)) - 1;
}

/** The bucket of a hash. */
export function placeOf(hash: number, mask: number, bucketCount: number): number {
  const place = hash & mask;
  return place < bucketCount ? place : place & (mask >>> 1);
}

/** The hash of a text begins with this, for who comes by its code units one by one. */
export const hashStart = 0x811c9dc5;

/** Keys are mostly looked up more than once in a row. */
let lastText = '';
let lastHash = mixed('');

/** 30 bits of a text: they choose a bucket, nothing else. */
export function hashOf(text: string): number {
  if (text !== lastText) {
    lastHash = mixed(text);
    lastText = text;
  }
  return lastHash;
}

/** FNV-1a, mixed once more. */
function mixed(text: string): number {
  let hash = hashStart;
  for (let index = 0; index < text.length; index += 1) {
    hash = hashed(hash, text.charCodeAt(index));
  }
  return hashEnd(hash);
}

/** Takes a code unit in. */
export function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** What `hashOf` gives of a text whose code units have been taken in. */
export function hashEnd(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) >>> 2;
}
