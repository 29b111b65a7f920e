import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasKey,
  isFingerprint,
  isFingerprintOfKey,
  isStoredPassword,
  publishedKeys,
  publishedPassword,
  shownKey,
  storedKey,
  storedPassword,
} from '../../adapters/fingerprints.ts';
import { publishedSpeechKey, storedSpeechKey } from '../../adapters/services/speech/keys.ts';
import { changedSettings, worldConfigSchema } from '../../adapters/world-config.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const part = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[:\s]/.test(text));
const key = fc.record({
  front: fc.tuple(part, part).map((all) => `${all.join(':')}:`),
  secret: part,
});
const password = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');

describe('a stored speech key', () => {
  it('is the SHA-256 of the key, unless that is published', () => {
    const stored = storedSpeechKey('hush');
    expect(stored).toBe(`sha256.${sha256('hush')}`);
    expect(storedSpeechKey(stored)).toBe(stored);
    expect(storedSpeechKey(publishedSpeechKey)).toBe(publishedSpeechKey);
    expect(hasKey([publishedSpeechKey, stored], '', 'hush')).toBe(true);
    expect(hasKey([publishedSpeechKey, stored], '', stored)).toBe(false);
    expect(hasKey([publishedSpeechKey, stored], '', '')).toBe(false);
  });
});

describe('a stored wallet key', () => {
  it('has prefix and id, and the SHA-256 of the secret', () => {
    expect(storedKey('TEST_API_KEY:own:hush')).toBe(`TEST_API_KEY:own:sha256.${sha256('hush')}`);
    expect(shownKey(storedKey('TEST_API_KEY:own:hush'))).toBe('TEST_API_KEY:own:<secret>');
  });

  it('is unchanged if it is published', () => {
    for (const published of publishedKeys) expect(storedKey(published)).toBe(published);
    expect(storedKey('TEST_API_KEY:other:demo')).toBe(
      `TEST_API_KEY:other:sha256.${sha256('demo')}`,
    );
  });

  it('matches only its own secret, even if stored as plain text, and never its fingerprint', () => {
    fc.assert(
      fc.property(key, part, ({ front, secret }, other) => {
        const stored = storedKey(front + secret);
        expect(isFingerprintOfKey(stored)).toBe(true);
        expect(storedKey(stored)).toBe(stored);
        for (const form of [stored, front + secret]) {
          const keys = ['other:key:here', form, `${front}another`];
          expect(hasKey(keys, front, secret)).toBe(true);
          expect(hasKey(keys, front, other)).toBe([secret, 'another'].includes(other));
          expect(hasKey(keys, `x${front}`, secret)).toBe(false);
          expect(hasKey(keys, front, stored.slice(front.length))).toBe(false);
        }
      }),
    );
  });
});

describe('a stored application password', () => {
  it('is the SHA-256 of the password without blanks; a published one is unchanged', () => {
    expect(storedPassword('abcd EFGH\tijkl')).toBe(`sha256.${sha256('abcdEFGHijkl')}`);
    expect(storedPassword(publishedPassword)).toBe(publishedPassword);
  });

  it('matches only the password, with any blanks, even if stored as plain text, and never its fingerprint', () => {
    fc.assert(
      fc.property(password, password, (given, other) => {
        const stored = storedPassword(given);
        expect(isFingerprint(stored)).toBe(true);
        expect(storedPassword(stored)).toBe(stored);
        const isSame = given.replace(/\s/g, '') === other.replace(/\s/g, '');
        for (const form of [stored, given]) {
          expect(isStoredPassword(form, ` ${given}\n`)).toBe(true);
          expect(isStoredPassword(form, other)).toBe(isSame);
          expect(isStoredPassword(form, stored)).toBe(false);
        }
      }),
    );
  });

  it('never matches if it is empty', () => {
    expect(isStoredPassword(storedPassword(' '), ' ')).toBe(false);
    expect(isStoredPassword(storedPassword(' '), '')).toBe(false);
  });
});

describe('changed settings', () => {
  const user = { id: 2, login: 'ann', role: 'editor' } as const;

  it('have fingerprints, also of secrets that were plain before, and stay valid', () => {
    const before = {
      ids: 'ordinal',
      config: {
        walletKeys: ['TEST_API_KEY:own:hush'],
        calendar: { users: [{ ...user, password: 'hush hush' }] },
      },
    } as const;
    const after = changedSettings(before, { ids: 'idempotency-key' });
    expect(JSON.stringify(after)).not.toContain('hush');
    expect(changedSettings(after, {})).toEqual(after);
    expect(worldConfigSchema.parse(after.config)).toEqual(after.config);
  });

  it('have fingerprints of the longest key, too', () => {
    const walletKeys = [`T:${'i'.repeat(496)}:s`];
    expect(worldConfigSchema.safeParse({ walletKeys }).success).toBe(true);
    const { config } = changedSettings({ ids: 'ordinal', config: {} }, { walletKeys });
    expect(worldConfigSchema.parse(config)).toEqual(config);
    for (const one of [`T:${'i'.repeat(497)}:s`, `T:${'i'.repeat(499)}:sha256.${sha256('s')}`]) {
      expect(worldConfigSchema.safeParse({ walletKeys: [one] }).success).toBe(false);
    }
  });
});
