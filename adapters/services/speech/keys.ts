// API keys of the speech service, and their stored form.

import { fingerprintOf, isFingerprint } from '../../fingerprints.ts';

/** All of a key is secret. */
export const speechKeyPattern = /^[!-~]+$/;

/** The key of a first run (design section 4). It is published, so it is stored as it is. */
export const publishedSpeechKey = 'reprise-demo';

/** The form in which a key is stored. A stored form stays as it is. */
export function storedSpeechKey(key: string): string {
  return isFingerprint(key) || key === publishedSpeechKey ? key : fingerprintOf(key);
}
