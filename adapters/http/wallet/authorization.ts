// Bearer keys: PREFIX:ID:SECRET (reference/wallet.md section 2, "Authentication").

import type { wallet } from '../../../core/index.ts';
import type { HttpResponse } from '../table.ts';
import { failure, wireErrors } from './errors.ts';

/** The networks of a bearer key, or the answer to one that is not right. */
export function networkOf(
  header: string | undefined,
  keys: readonly string[],
): wallet.Network | HttpResponse {
  const bearer = /^Bearer +([^\s:]+):([^\s:]+):([^\s:]+) *$/i.exec(header ?? '');
  if (bearer === null) return failure(wireErrors.malformedAuthorization);
  const [, prefix, id, secret] = bearer;
  if (!keys.includes(`${prefix}:${id}:${secret}`)) {
    const isKnown = prefix === 'TEST_API_KEY' || prefix === 'LIVE_API_KEY';
    return failure(isKnown ? wireErrors.invalidCredentials : wireErrors.keyPrefixUnknown);
  }
  return prefix === 'LIVE_API_KEY' ? 'main' : 'test';
}
