// Asks another node to keep the world of a request until it comes, before any of it is sent there.

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { clearTimeout, setTimeout } from '../host-timers.ts';
import { connecting } from './connecting.ts';

/** The answer of a node that does not serve the world of a request (RFC 9110, section 15.5.20). */
export const misdirected = 421;

/** Has the method and the target of the request for which a node reserves a world. */
const reservesHeader = 'x-reprise-reserves';
/** A path at which nodes of earlier versions do nothing. */
const path = '/__reprise/reservations';

/**
 * - `reserved`: that node serves the world, and keeps it for the request; or it refuses all that comes, as it will refuse the request; or
 *   it is of a version that reserves nothing.
 * - `misdirected`: that node does not serve the world.
 * - `unreachable`: it has not answered in time.
 */
export type Reservation = 'reserved' | 'misdirected' | 'unreachable';

/** Of a request for which a world is reserved. */
export interface ReservedFor {
  readonly method: string;
  readonly url: string;
}

/** Headers of the message that is sent later. */
const ofMessage = new Set([
  'connection',
  'content-length',
  'expect',
  'transfer-encoding',
  'upgrade',
]);

/** How long the other node may take. */
export interface ReservationTimes {
  readonly connectMs: number;
  readonly msMax: number;
}

/** `hop`: the header by which nodes know each other. */
export async function reserve(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  address: string,
  hop: Readonly<Record<string, string>>,
  { connectMs, msMax }: ReservationTimes,
): Promise<Reservation> {
  return new Promise((resolve) => {
    const { request } = address.startsWith('https:') ? https : http; // as nodes of earlier versions may be reached
    const kept = Object.entries(headers).filter(([name]) => !ofMessage.has(name));
    const asking = request(new URL(path, address), {
      method: 'POST',
      headers: { ...Object.fromEntries(kept), ...hop, [reservesHeader]: `${method} ${url}` },
      agent: false,
    });
    connecting(asking, connectMs);
    const timer = setTimeout(() => asking.destroy(new Error('It has not answered.')), msMax);
    asking.once('close', () => clearTimeout(timer));
    asking.on('error', () => resolve('unreachable'));
    asking.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === misdirected ? 'misdirected' : 'reserved');
    });
    asking.end();
  });
}

/** What another node asks to have reserved; undefined if its request is none of these. */
export function reservedFor({ url, headers }: IncomingMessage): ReservedFor | undefined {
  const given = headers[reservesHeader];
  if (url !== path || typeof given !== 'string') return undefined;
  const [method = '', target = ''] = given.split(' ', 2);
  return { method, url: target };
}
