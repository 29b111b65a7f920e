// Checks before the start that an upstream can be reached as its URL says: a connection, and for https a handshake. Sends no request.

import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import type { Connector } from './connector.ts';

const connectMsMax = 10_000;
/** A server without TLS answers the first message of a handshake at once, or hangs up. */
const handshakeMsMax = 1_000;

/** The reason why an upstream cannot be used, as the end of a sentence; undefined if it can. */
export async function upstreamFlaw(
  base: string,
  connector: Connector,
): Promise<string | undefined> {
  const url = new URL(base);
  const { hostname, port } = connector.options(url);
  const isTls = url.protocol === 'https:';
  const place = { host: hostname, port: Number(port ?? (isTls ? 443 : 80)) };
  const named = isIP(hostname) === 0 ? { servername: hostname } : {};
  const tls = { ...place, ...named, rejectUnauthorized: isTls, ...connector.trust };
  if (!isTls) {
    const flaw = await outcomeOf(connectTcp(place), 'connect', connectMsMax);
    if (flaw !== undefined) return reasonOf(flaw);
    const noTls = await outcomeOf(connectTls(tls), 'secureConnect', handshakeMsMax);
    return noTls === undefined ? 'it speaks TLS: use https://' : undefined;
  }
  const flaw = await outcomeOf(connectTls(tls), 'secureConnect', connectMsMax);
  return flaw === undefined ? undefined : reasonOf(flaw);
}

/** Undefined once the event has come; else the error that came first. */
function outcomeOf(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  msMax: number,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const end = (error?: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(error);
    };
    const timer = setTimeout(
      () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
      msMax,
    );
    socket.once(event, () => end());
    socket.once('close', () => end(new Error('closed')));
    socket.on('error', end);
  });
}

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no host of this name';
    case 'ETIMEDOUT':
      return 'it does not answer';
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return 'it does not speak TLS: use http://';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'its certificate is not trusted: set --ca to the certificate of its authority';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another host';
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired';
    default:
      return code === '' ? message : code;
  }
}
