// The names of errors of connections.

import { expect, it } from 'vitest';
import { failureOf } from '../../../../adapters/upstream/relay/failure.ts';

it.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'unknown-host'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'reset'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['HPE_INVALID_CONSTANT', 'malformed'],
])('%s is recorded as %s', (code, failure) => {
  expect(failureOf(Object.assign(new Error(code), { code }))).toBe(failure);
});

it('ECONNRESET of a call of the system is a reset', () => {
  const error = Object.assign(new Error('read'), { code: 'ECONNRESET', syscall: 'read' });
  expect(failureOf(error)).toBe('reset');
});
