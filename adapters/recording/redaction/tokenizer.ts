// Replaces a secret by a token of the same length that reveals nothing and is the same wherever the secret is.

import * as crypto from 'node:crypto';
import { countedChars, isFingerprint, walletKeyCharsMax } from '../../fingerprints.ts';
import { secretKinds, type SecretKind } from '../../services/secret-names.ts';

/** A secret of an exchange, and its replacement. */
export interface Secret {
  readonly value: string;
  readonly replacement: string;
  /** The text to search for: its beginning if a part of it can be replaced, else all of it. */
  readonly head: string;
}

/** The secrets of a request, for its answer. */
export type Secrets = readonly Secret[];

/** Replaces one decoded secret and adds it to `found`. */
export type Replace = (kind: SecretKind, value: string, found: Secret[]) => string;

/** Shorter secrets could be guessed from their token; they become a mark that is the same for all. */
export const tokenCharsMin = 16;
/** A tilde and the hex digits of SHA-256. */
const tokenDigitsMax = 65;

/** The form alone distinguishes tokens and marks from secrets. */
export const tokenSource = '~(?:[0-9a-f]{64}~*|[0-9a-f]{15,63})';
const tokenPattern = new RegExp(`^${tokenSource}$`);
export const markSource = String.raw`\[redacted:(?:wallet:key~*|${secretKinds.join('|')})\]`;
const markPattern = new RegExp(`^${markSource}$`);

/** The parts of a wallet API key (walletKeyPattern). */
const walletKey = /^([^:\s]+:[^:\s]+:)([^:\s]+)$/;
/** Prefixes and ids that stay. Others are pieces of a malformed body. */
const walletKeyFront = /^[^"'{}[\],\\]+$/;

/** Tokens in one request: each takes some 5 µs. Further secrets become the mark, too. */
const tokensMax = 2_000;

/** The size of the token cache. API keys come with each request; ciphertexts are new each time and not cached. */
const cachedTokensMax = 1_000;
const cachedCharsMax = 1_000;

/** With `isReplay`, existing tokens and marks stay: a replay sends them in place of secrets. */
export function createReplace({ salt, isReplay }: { salt: string; isReplay: boolean }): Replace {
  const digest = createDigest(salt);
  const cache = new Map<string, string>();

  return (kind, value, found) => {
    if (value === '') return value;
    if (isReplay && markPattern.test(value)) return value;
    const parts = kind === 'key' && value.includes(':') ? walletKey.exec(value) : null;
    return parts === null
      ? replaceWhole(kind, value, found)
      : replaceWalletKey(value, parts[1] ?? '', parts[2] ?? '', found);
  };

  function replaceWhole(kind: SecretKind, value: string, found: Secret[]): string {
    if (value.length < tokenCharsMin) return `[redacted:${kind}]`;
    // A fingerprint becomes the same mark for all: a replay has fingerprints of tokens in place of those of secrets.
    if (isFingerprint(value) || found.length >= tokensMax)
      return noted(value, `[redacted:${kind}]`, found);
    return noted(value, tokenOf(kind, value), found);
  }

  /** Prefix and id stay: they identify the key and its network. */
  function replaceWalletKey(value: string, front: string, secret: string, found: Secret[]): string {
    const hasToken = secret.length >= tokenCharsMin && !isFingerprint(secret);
    if (hasToken && walletKeyFront.test(front)) {
      return front + noted(secret, tokenOf('key', secret), found);
    }
    return noted(value, walletMark(countedChars(value)), found);
  }

  function tokenOf(kind: SecretKind, value: string): string {
    if (isReplay && tokenPattern.test(value)) return value;
    if (kind === 'ciphertext' || value.length > cachedCharsMax) return newToken(value);
    let token = cache.get(value);
    if (token === undefined) {
      token = newToken(value);
      if (cache.size >= cachedTokensMax) cache.clear();
      cache.set(value, token);
    }
    return token;
  }

  /** The kind is not part of it, so a key that is echoed as something else stays recognizable. */
  function newToken(value: string): string {
    const digits = digest(value);
    const { length } = value;
    return length <= tokenDigitsMax
      ? `~${digits.slice(0, length - 1)}`
      : `~${digits}`.padEnd(length, '~');
  }
}

/** HMAC-SHA256 under the salt, in hex digits. */
function createDigest(salt: string): (value: string) => string {
  const isAscii = Buffer.byteLength(salt) === salt.length;
  if (typeof crypto.hash !== 'function' || salt.length > 64 || !isAscii) {
    const key = crypto.createSecretKey(Buffer.from(salt, 'utf8'));
    return (value) => crypto.createHmac('sha256', key).update(value).digest('hex');
  }
  // The same HMAC by two one-shot hashes (Node 20.12 or later), in two thirds of the time.
  const padded = (byte: number) =>
    Buffer.from(salt.padEnd(64, '\0'), 'latin1').map((letter) => letter ^ byte);
  const inner = Buffer.from(padded(0x36)).toString('latin1');
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(32)]);
  return (value) => {
    outer.write(crypto.hash('sha256', inner + value), 64, 'hex'); // cheaper than a hash as bytes
    return crypto.hash('sha256', outer);
  };
}

/**
 * The mark of a wallet key that is too short for a token or malformed. It has the three parts that the schema of settings requires
 * and the same excess length, so that a configuration stays valid or invalid (worldConfigSchema).
 */
function walletMark(length: number): string {
  const mark = '[redacted:wallet:key';
  return length <= walletKeyCharsMax ? `${mark}]` : `${mark.padEnd(length - 1, '~')}]`;
}

/** Adds a secret to `found`, unless it is so short that it would match other text; returns the replacement. */
export function noted(value: string, replacement: string, found: Secret[]): string {
  if (value.length >= tokenCharsMin) {
    // A part of a secret has a replacement only if both have the same length.
    const isCut = replacement.length === value.length;
    found.push({ value, replacement, head: isCut ? value.slice(0, tokenCharsMin) : value });
  }
  return replacement;
}
