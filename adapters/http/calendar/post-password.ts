// Passwords of single posts: what the core and recordings know of one is its fingerprint.

import { createHash } from 'node:crypto';
import type { HttpRequest } from '../table.ts';
import { factOf } from '../tap.ts';

/** The SHA-256 of a password in hex digits: what a post keeps in its place. */
export function passwordFingerprint(password: string): string {
  return createHash('sha256').update(password, 'utf8').digest('hex');
}

/** What a request shows to know of a password; null if it gives none. */
export function shownFingerprint(
  request: Pick<HttpRequest, 'facts'>,
  password: string | undefined,
): string | null {
  if (password === undefined) return null;
  return factOf(request, 'password', () => passwordFingerprint(password));
}
