// Fingerprints of post passwords. The fingerprint of a sent password is a recorded fact: recordings contain no passwords.

import { nodeHash } from '../../node-hash.ts';
import { recordedFact, type HttpRequest } from '../../protocol/messages.ts';

/** The SHA-256 of a password in hex digits, as the state stores it. */
export function fingerprintOf(password: string): string {
  return nodeHash(password);
}

/** The fingerprint of the password in a request; null without one. */
export function sentFingerprint(
  request: Pick<HttpRequest, 'facts'>,
  password: string | null | undefined = null,
): string | null {
  const find = () => (password === null || password === '' ? null : fingerprintOf(password));
  return recordedFact(request, 'password', find, null);
}
