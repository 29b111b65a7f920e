// Authentication by API key or access token, in the header Authorization or, for browsers, in the subprotocols
// (reference/speech.md section 2).

import type { World } from '../../../core/index.ts';
import { hasKey } from '../../fingerprints.ts';
import { protocolsOf } from '../../protocol/channel.ts';
import { recordedFact, type HttpRequest } from '../../protocol/messages.ts';
import { tokenVerdict, type TokenVerdict } from './access-token.ts';
import { speechConfigOf } from './config.ts';
import { speechErrors, type ErrorForm } from './errors.ts';

/** The kind of the credentials, or the reason to refuse them. */
export type CredentialsVerdict = CredentialsKind | CredentialsRefusal;

export type CredentialsKind = 'key' | 'token';

type CredentialsRefusal = 'missing' | 'malformed' | 'key-unknown' | Exclude<TokenVerdict, 'token'>;

export const verdicts = [
  'key',
  'token',
  'missing',
  'malformed',
  'key-unknown',
  'token-invalid',
  'token-expired',
] as const satisfies readonly CredentialsVerdict[];

interface Credentials {
  readonly scheme: 'token' | 'bearer';
  readonly secret: string;
}

type RequestHeaders = HttpRequest['headers'];

/** The verdict on a request to a world: a recorded fact, since recordings have no keys. */
export function verdictOn(request: HttpRequest, world: World): CredentialsVerdict {
  const { record } = world;
  return recordedFact(request, 'caller', () =>
    verdictOf(request.headers, speechConfigOf(world).speechKeys, (token) =>
      tokenVerdict(record, token, world.nowMs()),
    ),
  );
}

/** Whether a request has one of these API keys. */
export function hasSpeechKey(headers: RequestHeaders, keys: readonly string[]): boolean {
  return verdictOf(headers, keys, () => 'token-invalid') === 'key';
}

export function isRefused(verdict: CredentialsVerdict): verdict is CredentialsRefusal {
  return verdict !== 'key' && verdict !== 'token';
}

/** The subprotocol of an accepted upgrade: the first that announces credentials. */
export function schemeProtocol(protocols: readonly string[]): string | undefined {
  return protocols.find((protocol) => /^(token|bearer)$/i.test(protocol));
}

/** The error form of refused credentials. */
export function refusedCredentials(refusal: CredentialsRefusal): ErrorForm {
  return refusals[refusal];
}

const refusals = {
  missing: speechErrors.credentialsMissing,
  malformed: speechErrors.credentialsMalformed,
  'key-unknown': speechErrors.keyUnknown,
  'token-invalid': speechErrors.tokenInvalid,
  'token-expired': speechErrors.tokenExpired,
} as const satisfies Record<CredentialsRefusal, ErrorForm>;

function verdictOf(
  headers: RequestHeaders,
  keys: readonly string[],
  verdictOfToken: (token: string) => TokenVerdict,
): CredentialsVerdict {
  const credentials = credentialsIn(headers);
  if (typeof credentials === 'string') return credentials;
  const { scheme, secret } = credentials;
  if (scheme === 'bearer') return verdictOfToken(secret);
  return hasKey(keys, '', secret) ? 'key' : 'key-unknown';
}

function credentialsIn(headers: RequestHeaders): Credentials | 'missing' | 'malformed' {
  const authorization = headers['authorization'];
  if (authorization !== undefined) return inHeader(authorization);
  const protocols = protocolsOf(headers['sec-websocket-protocol']) ?? [];
  const scheme = schemeProtocol(protocols);
  if (scheme === undefined) return 'missing';
  const secret = protocols[protocols.indexOf(scheme) + 1];
  return secret === undefined ? 'malformed' : { scheme: lowerCase(scheme), secret };
}

function inHeader(authorization: string): Credentials | 'malformed' {
  const [, scheme, secret] = /^(token|bearer) +(\S+) *$/i.exec(authorization) ?? [];
  if (scheme === undefined || secret === undefined) return 'malformed';
  return { scheme: lowerCase(scheme), secret };
}

function lowerCase(scheme: string): Credentials['scheme'] {
  return scheme.toLowerCase() === 'token' ? 'token' : 'bearer';
}
