// Bearer keys: PREFIX:ID:SECRET (reference/wallet.md section 2, "Authentication").

import type { wallet } from '../../../core/index.ts';
import { hasKey } from '../../fingerprints.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import { failure, wireErrors } from './errors.ts';

/** The network of a bearer key, or the reason to refuse it. */
export type KeyVerdict = wallet.Network | KeyRefusal;

type KeyRefusal = 'malformed' | 'not-known' | 'prefix-unknown';

export function verdictOf(header: string | undefined, keys: readonly string[]): KeyVerdict {
  const bearer = /^Bearer +([^\s:]+):([^\s:]+):([^\s:]+) *$/i.exec(header ?? '');
  if (bearer === null) return 'malformed';
  const [, prefix, id, secret = ''] = bearer;
  if (!hasKey(keys, `${prefix}:${id}:`, secret)) {
    const isKnown = prefix === 'TEST_API_KEY' || prefix === 'LIVE_API_KEY';
    return isKnown ? 'not-known' : 'prefix-unknown';
  }
  return prefix === 'LIVE_API_KEY' ? 'main' : 'test';
}

export function isRefused(verdict: KeyVerdict): verdict is KeyRefusal {
  return verdict !== 'test' && verdict !== 'main';
}

export function refusedKey(refusal: KeyRefusal): HttpResponse {
  return failure(refusals[refusal]);
}

const refusals = {
  malformed: wireErrors.malformedAuthorization,
  'not-known': wireErrors.invalidCredentials,
  'prefix-unknown': wireErrors.keyPrefixUnknown,
};
