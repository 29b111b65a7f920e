// Fingerprints of API keys and application passwords. The settings of a world store them in place of the secrets, so that
// neither the store nor the control plane can leak a secret.

import { timingSafeEqual } from 'node:crypto';
import { nodeHash } from './node-hash.ts';

/** A wallet API key: prefix, identifier and secret. */
export const walletKeyPattern = /^[^:\s]+:[^:\s]+:[^:\s]+$/;
/** The longest wallet key; a fingerprint counts as no characters, so that each valid key has a valid stored form. */
export const walletKeyCharsMax = 500;

/** The keys and passwords of a first run (design section 4). They are published, so they are stored as they are. */
export const publishedKeys = ['TEST_API_KEY:reprise:demo', 'LIVE_API_KEY:reprise:demo'] as const;
export const publishedPassword = 'reprise-demo';

const fingerprintPattern = /^sha256\.[0-9a-f]{64}$/;
export const fingerprintChars = 71;

export function isFingerprint(text: string): boolean {
  return text.length === fingerprintChars && fingerprintPattern.test(text);
}

/** The form in which a wallet key is stored: prefix and id stay readable. A stored form stays as it is. */
export function storedKey(key: string): string {
  const [front, secret] = partsOfKey(key);
  const isStored = isFingerprint(secret) || publishedKeys.some((published) => published === key);
  return isStored ? key : front + fingerprintOf(secret);
}

/** The form in which an application password is stored; blanks in it do not count. A stored form stays as it is. */
export function storedPassword(password: string): string {
  const plain = withoutBlanks(password);
  const isStored = isFingerprint(plain) || plain === publishedPassword;
  return isStored ? plain : fingerprintOf(plain);
}

/** Whether only the fingerprint of the key is stored. */
export function isFingerprintOfKey(key: string): boolean {
  return isFingerprint(partsOfKey(key)[1]);
}

/** A stored key for display, with a placeholder for an unknown secret. */
export function shownKey(key: string): string {
  const [front, secret] = partsOfKey(key);
  return isFingerprint(secret) ? `${front}<secret>` : key;
}

/** How many characters of a key count towards `walletKeyCharsMax`. */
export function countedChars(key: string): number {
  return isFingerprintOfKey(key) ? key.length - fingerprintChars : key.length;
}

/**
 * Whether a presented key is among the stored ones, which are fingerprints, or plain in stores of earlier versions. The
 * secret is hashed once at most, and only if prefix and id are known.
 */
export function hasKey(stored: readonly string[], front: string, secret: string): boolean {
  const isSecret = matcherOf(secret);
  return stored.some((key) => key.startsWith(front) && isSecret(key.slice(front.length)));
}

/** Whether an application password matches the stored one. The empty password never matches. */
export function isStoredPassword(stored: string, password: string): boolean {
  const given = withoutBlanks(password);
  return given !== '' && matcherOf(given)(withoutBlanks(stored));
}

/** Compares a secret with stored ones; hashes it with the first that is a fingerprint. */
function matcherOf(given: string): (stored: string) => boolean {
  let fingerprint: string | undefined;
  return (stored) =>
    isEqual(isFingerprint(stored) ? (fingerprint ??= fingerprintOf(given)) : given, stored);
}

/** Compares in a time that depends on the lengths alone. */
function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function fingerprintOf(secret: string): string {
  return `sha256.${nodeHash(secret)}`;
}

/** The part before the secret, and the secret. */
function partsOfKey(key: string): readonly [string, string] {
  const start = key.lastIndexOf(':') + 1;
  return [key.slice(0, start), key.slice(start)];
}

function withoutBlanks(password: string): string {
  return password.replace(/\s/g, '');
}
