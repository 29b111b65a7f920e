// Access tokens of POST /v1/auth/grant: JWTs (RFC 7519) with HS256. The key derives from the seed and name of the world, and
// instants come from its clock, so that equal requests get equal tokens.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis, World } from '../../../core/index.ts';

/** The lifetime of a token in seconds (reference/speech.md section 2, "Temporary token"). */
export const ttlSecondsDefault = 30;
export const ttlSecondsMax = 3_600;

type TokenWorld = Pick<World['record'], 'seed' | 'name'>;

export interface Grant {
  readonly nowMs: Millis;
  readonly ttlSeconds: number;
  /** The id of the token. */
  readonly id: string;
}

export function createAccessToken(world: TokenWorld, { nowMs, ttlSeconds, id }: Grant): string {
  const iat = nowMs / 1_000;
  const claims = { iss: 'reprise', aud: world.name, jti: id, iat, exp: iat + ttlSeconds };
  const signed = `${header}.${base64url(JSON.stringify(claims))}`;
  return `${signed}.${signature(world, signed)}`;
}

const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));

export type TokenVerdict = 'token' | 'token-invalid' | 'token-expired';

/** Whether this world issued a token, and the token is valid at this instant. */
export function tokenVerdict(world: TokenWorld, token: string, nowMs: Millis): TokenVerdict {
  const [, signed = '', sent = ''] = /^([^.]+\.[^.]+)\.([^.]+)$/.exec(token) ?? [];
  if (!isEqual(signature(world, signed), sent)) return 'token-invalid';
  // The signature matches, so the claims are our own.
  const [, payload = ''] = signed.split('.');
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
  return nowMs < Math.round(exp * 1_000) ? 'token' : 'token-expired';
}

function signature({ seed, name }: TokenWorld, signed: string): string {
  const key = createHash('sha256').update(JSON.stringify(['speech access token', seed, name]));
  return createHmac('sha256', key.digest()).update(signed).digest('base64url');
}

function isEqual(expected: string, sent: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(sent)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
