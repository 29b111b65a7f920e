// Names the errors of connections to upstreams.

import type { Failure } from '../../recording/format/proxy-entries.ts';

const byCode: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
};

/**
 * Malformed if nothing better is known: what came was no HTTP. Node gives the code of a reset to a connection that was closed too early, too,
 * but then no call of the system has failed.
 */
export function failureOf({ code = '', syscall }: NodeJS.ErrnoException): Failure {
  if (code === 'ECONNRESET' && syscall === undefined) return 'closed';
  return byCode[code] ?? (/^ERR_(?:TLS|SSL)/.test(code) ? 'tls' : 'malformed');
}
