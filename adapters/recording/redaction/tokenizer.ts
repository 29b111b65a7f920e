// What a secret becomes: a token of its own length that says nothing about it, but is the same wherever the secret is.

import * as crypto from 'node:crypto';
import { countedChars, isFingerprint, walletKeyCharsMax } from '../../fingerprints.ts';
import { secretKinds, type SecretKind } from '../../services/secret-names.ts';

/** A secret of an exchange, and what stands for it. */
export interface Secret {
  readonly value: string;
  readonly replacement: string;
  /** What it is looked for by: its beginning where a part of it can be replaced too, else all of it. */
  readonly head: string;
}

/** What an exchange has shown to be secret, for what is answered to it. */
export type Secrets = readonly Secret[];

/** Replaces one secret of a kind, decoded, and adds it to those that were found. */
export type Replace = (kind: SecretKind, value: string, found: Secret[]) => string;

/** Shorter secrets could be guessed from their token; they become a mark that is the same for all of them. */
export const tokenCharsMin = 16;
/** A tilde and the hex digits of SHA-256. */
const tokenDigitsMax = 65;

/** Both forms are told apart from what they stand for by their form alone. */
const tokenPattern = /^~(?:[0-9a-f]{15,63}|[0-9a-f]{64}~*)$/;
export const markSource = String.raw`\[redacted:(?:wallet:key~*|${secretKinds.join('|')})\]`;
const markPattern = new RegExp(`^${markSource}$`);

/** A wallet API key as the worlds' settings have it (walletKeyPattern), in its parts. */
const walletKey = /^([^:\s]+:[^:\s]+:)([^:\s]+)$/;
/** Prefixes and ids that can stay. Others are no ids, but pieces of a broken body that a key was looked for in. */
const walletKeyFront = /^[^"'{}[\],\\]+$/;

/** Remembered tokens: API keys come with each request. Ciphertexts are new each time and not worth it. */
const memoryMax = 1_000;
const rememberedCharsMax = 1_000;

/** With `isReplay` what is a token or a mark already stays, since a replay sends them in place of secrets. */
export function createReplace({ salt, isReplay }: { salt: string; isReplay: boolean }): Replace {
  const digest = createDigest(salt);
  const memory = new Map<string, string>();

  return (kind, value, found) => {
    if (value === '') return value;
    if (isReplay && markPattern.test(value)) return value;
    const parts = kind === 'key' && value.includes(':') ? walletKey.exec(value) : null;
    return parts === null
      ? replaceWhole(kind, value, found)
      : replaceWalletKey(value, parts[1] ?? '', parts[2] ?? '', found);
  };

  function replaceWhole(kind: SecretKind, value: string, found: Secret[]): string {
    // A fingerprint becomes the same mark for all: a replay has fingerprints of tokens in place of those of secrets.
    if (isFingerprint(value)) return noted(value, `[redacted:${kind}]`, found);
    if (value.length < tokenCharsMin) return `[redacted:${kind}]`;
    return noted(value, tokenOf(kind, value), found);
  }

  /** Prefix and id stay, since they say which key it is and of which network. */
  function replaceWalletKey(value: string, front: string, secret: string, found: Secret[]): string {
    const hasToken = secret.length >= tokenCharsMin && !isFingerprint(secret);
    if (hasToken && walletKeyFront.test(front)) {
      return front + noted(secret, tokenOf('key', secret), found);
    }
    return noted(value, walletMark(countedChars(value)), found);
  }

  function tokenOf(kind: SecretKind, value: string): string {
    if (isReplay && tokenPattern.test(value)) return value;
    if (kind === 'ciphertext' || value.length > rememberedCharsMax) return made(value);
    let token = memory.get(value);
    if (token === undefined) {
      token = made(value);
      if (memory.size >= memoryMax) memory.clear();
      memory.set(value, token);
    }
    return token;
  }

  /** The kind is not part of it: what is a key here and echoed as something else there stays recognisable. */
  function made(value: string): string {
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
  // The same in two calls where Node has hashes in one (from 20.12 on), which takes two thirds of the time.
  const padded = (byte: number) =>
    Buffer.from(salt.padEnd(64, '\0'), 'latin1').map((letter) => letter ^ byte);
  const inner = Buffer.from(padded(0x36)).toString('latin1');
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(32)]);
  return (value) => {
    outer.write(crypto.hash('sha256', inner + value), 64, 'hex'); // cheaper than to ask for bytes
    return crypto.hash('sha256', outer);
  };
}

/**
 * A wallet key whose secret part is too short for a token, or that is odd otherwise. It still has the three parts that the pattern of the settings
 * wants, so that a configuration that was valid stays valid; one that was too long stays too long (worldConfigSchema).
 */
function walletMark(length: number): string {
  const mark = '[redacted:wallet:key';
  return length <= walletKeyCharsMax ? `${mark}]` : `${mark.padEnd(length - 1, '~')}]`;
}

/** Keeps a secret for where it is echoed; a short one would be found in what is none. */
export function noted(value: string, replacement: string, found: Secret[]): string {
  if (value.length >= tokenCharsMin) {
    // Only of a token, which is as long as what it stands for, can a part be put for a part.
    const isCut = replacement.length === value.length;
    found.push({ value, replacement, head: isCut ? value.slice(0, tokenCharsMin) : value });
  }
  return replacement;
}
