// API keys of the speech service, and their stored form.

import { fingerprintOf, isFingerprint } from '../../fingerprints.ts';

/** The whole key is secret. */
export const speechKeyPattern = /^[!-~]+$/;

/** The key of a first run (design section 4). It is public, so it is stored unchanged. */
export const publishedSpeechKey = 'reprise-demo';

/** The stored form of a key. A stored form is returned unchanged. */
export function storedSpeechKey(key: string): string {
  return isFingerprint(key) || key === publishedSpeechKey ? key : fingerprintOf(key);
}
