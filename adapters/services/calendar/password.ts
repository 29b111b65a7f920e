// Passwords of posts: the state keeps fingerprints of them, and what a client sends becomes a fact of its request, since a
// recording has neither.

import { nodeHash } from '../../node-hash.ts';
import { recordedFact, type HttpRequest } from '../../http/messages.ts';

/** What the state knows of a password: its SHA-256 in hex digits. */
export function fingerprintOf(password: string): string {
  return nodeHash(password);
}

/** The fingerprint of the password that came with a request; null if none did. */
export function sentFingerprint(
  request: Pick<HttpRequest, 'facts'>,
  password: string | null | undefined = null,
): string | null {
  const find = () => (password === null || password === '' ? null : fingerprintOf(password));
  return recordedFact(request, 'password', find, null);
}
