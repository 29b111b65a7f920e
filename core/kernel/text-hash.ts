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
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 2;
}
