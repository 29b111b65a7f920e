// The API keys and application passwords that the server can print at startup. A store has fingerprints only: a secret is known
// if flags or a fixture contain it again, if it is published, or if an earlier version stored it.

import type { CalendarUser } from '../../services/calendar/config.ts';
import { storedSpeechKey } from '../../services/speech/keys.ts';
import {
  isFingerprint,
  isFingerprintOfKey,
  shownKey,
  storedKey,
  storedPassword,
} from '../../fingerprints.ts';

/** The stored keys whose secrets are known, as clients send them. */
export function knownKeys(stored: readonly string[], given: readonly string[]): readonly string[] {
  return stored.flatMap((key) => {
    if (!isFingerprintOfKey(key)) return [key];
    const found = given.find((one) => !isFingerprintOfKey(one) && storedKey(one) === key);
    return found === undefined ? [] : [found];
  });
}

/** All stored keys for the startup text: whole if known. */
export function printedKeys(stored: readonly string[], given: readonly string[]): string {
  return stored.map((key) => knownKeys([key], given)[0] ?? shownKey(key)).join(' or ');
}

/** The stored speech keys that are known, as clients send them. */
export function knownSpeechKeys(
  stored: readonly string[],
  given: readonly string[],
): readonly string[] {
  return stored.flatMap((key) => {
    if (!isFingerprint(key)) return [key];
    const found = given.find((one) => !isFingerprint(one) && storedSpeechKey(one) === key);
    return found === undefined ? [] : [found];
  });
}

/** Users with their application passwords, as far as these are known. */
export function printedUsers(
  stored: readonly CalendarUser[],
  given: readonly Pick<CalendarUser, 'password'>[],
): string {
  const passwordOf = ({ password }: CalendarUser) => {
    if (!isFingerprint(password)) return password;
    const matches = (one: string) => !isFingerprint(one) && storedPassword(one) === password;
    return given.find((one) => matches(one.password))?.password ?? '<password>';
  };
  const pairs = stored.slice(0, 3).map((user) => `${user.login}:${passwordOf(user)}`);
  const rest = stored.length > 3 ? `, and ${stored.length - 3} more` : '';
  return pairs.join(' or ') + rest;
}
