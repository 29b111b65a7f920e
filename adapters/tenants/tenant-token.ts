// Tokens of tenants: random, and known to the store by their hashes only.

import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

export function newTenantToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** SHA-256 in hexadecimal digits. A token is random, so that a slow hash would protect it no better. */
export function tenantTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
